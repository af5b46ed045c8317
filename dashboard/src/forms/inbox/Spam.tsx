import { Button, Group, Text } from '@mantine/core';
import { FORM_APP_NAMESPACE } from '@portico/domain/forms/vocabulary';
import { IconInboxOff, IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { admin } from '../../app/client.ts';
import { useRights } from '../../app/rights.ts';
import { CursorPager } from '../../ui/CursorPager.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { formatDateTime, formatNumber } from '../../ui/format.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { useRemoval } from '../../ui/use-removal.tsx';
import { useRowSelection } from '../../ui/use-row-selection.ts';
import type { SiteForm } from '../queries.ts';
import { type FormOption, FormSelect } from './FormSelect.tsx';
import { type SpamReport, spamQuery } from './queries.ts';
import { RestoreOrDelete, SummaryCell } from './row-cells.tsx';
import { SelectionActions } from './SelectionActions.tsx';
import { describeSpamReason } from './spam-reasons.ts';
import { runAction, type SubmissionAction, submissionActions } from './submission-actions.ts';

const ReadOnlyDrawer = lazy(async () => ({
  default: (await import('./submission/ReadOnlyDrawer.tsx')).ReadOnlyDrawer,
}));

interface SpamProps {
  /** Null for the spam of all forms. */
  formId: string | null;
  forms: ReadonlyMap<string, SiteForm>;
  formChoice: readonly FormOption[] | null;
  onForm: (formId: string | null) => void;
}

/** The spam folder: lists suspected spam, which can be moved to the inbox or deleted. */
export function Spam({ formId, forms, formChoice, onForm }: SpamProps) {
  const { mayEdit } = useRights();
  const [cursor, setCursor] = useState<string | null>(null);
  const [openReport, setOpenReport] = useState<SpamReport | null>(null);
  const reports = useQuery(spamQuery(formId, cursor));
  const rows = reports.data?.formSpamSubmissionReports ?? [];
  const selection = useRowSelection(rows, ({ id }) => id, reports.isPlaceholderData);
  const columns = useMemo(() => columnsOf(forms, formId === null), [forms, formId]);
  const run = async (action: SubmissionAction, list: readonly SpamReport[]) => {
    await runAction(action, list);
    selection.clear();
  };
  const removal = useRemoval<readonly SpamReport[]>({
    title: 'Delete for good?',
    action: 'Delete for good',
    consequence: (list) =>
      list.length === 1
        ? 'This submission will be deleted. This cannot be undone.'
        : `These ${formatNumber(list.length)} submissions will be deleted. This cannot be undone.`,
    remove: async (list) => run(submissionActions.removeSpam, list),
    successMessage: () => 'Done.',
    showsOwnMessage: true,
    invalidates: 'submissions',
  });
  const spamRemoval = useRemoval<true>({
    title: 'Delete all spam?',
    action: 'Delete all spam',
    consequence: () =>
      `All spam of ${formId === null ? 'all forms' : 'this form'} will be deleted. This cannot be undone.`,
    remove: () =>
      admin.call('forms.spamReports.deleteByFilter', {
        body: { filter: { namespace: FORM_APP_NAMESPACE, ...(formId ? { formId } : {}) } },
      }),
    successMessage: () => 'All spam is deleted.',
    invalidates: 'submissions',
  });
  return (
    <>
      <Group justify="space-between" gap="xs">
        <FormSelect forms={formChoice} value={formId} onChange={onForm} />
        {mayEdit && rows.length > 0 && (
          <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => spamRemoval.ask(true)}>
            Delete all spam
          </Button>
        )}
      </Group>
      <SelectionActions
        count={selection.rows.length}
        actions={[
          { label: 'Not spam', onClick: () => run(submissionActions.notSpam, selection.rows) },
          { label: 'Delete for good', isDangerous: true, onClick: () => removal.ask(selection.rows) },
        ]}
      />
      <QueryView query={reports}>
        {({ pagingMetadata: { cursors } }) =>
          rows.length === 0 ? (
            <Empty icon={<IconInboxOff size={36} stroke={1.5} />} title="No spam">
              Submissions that the spam filter or you have marked as spam appear here.
            </Empty>
          ) : (
            <>
              <DataTable
                label="Spam"
                columns={columns}
                rows={rows}
                rowId={({ id }) => id}
                rowName={nameOf}
                isStale={reports.isPlaceholderData}
                onOpen={setOpenReport}
                {...(mayEdit
                  ? {
                      ...selection.table,
                      actions: (report: SpamReport) => (
                        <RestoreOrDelete
                          label="Not spam"
                          ariaLabel={`Not spam: ${nameOf(report)}`}
                          icon={<IconMailForward size={14} aria-hidden />}
                          name={nameOf(report)}
                          onRestore={() => run(submissionActions.notSpam, [report])}
                          onRemove={() => removal.ask([report])}
                        />
                      ),
                    }
                  : {})}
              />
              <CursorPager
                summary={`${formatNumber(rows.length)} on this page`}
                cursors={cursors}
                onCursor={setCursor}
              />
            </>
          )
        }
      </QueryView>
      {openReport && (
        <Suspense>
          <ReadOnlyDrawer
            title="Spam"
            form={forms.get(openReport.formId) ?? null}
            values={openReport.submissions ?? {}}
            note={`${describeSpamReason(openReport)} Sent ${formatDateTime(openReport.createdDate)}.`}
            onClose={() => setOpenReport(null)}
          />
        </Suspense>
      )}
      {removal.question}
      {spamRemoval.question}
    </>
  );
}

const nameOf = ({ createdDate }: SpamReport): string => `the submission of ${formatDateTime(createdDate)}`;

const columnsOf = (forms: ReadonlyMap<string, SiteForm>, showsAllForms: boolean): readonly Column<SpamReport>[] => [
  {
    id: 'sent',
    header: 'Sent',
    cell: ({ createdDate }) => formatDateTime(createdDate),
  },
  ...(showsAllForms
    ? [{ id: 'form', header: 'Form', cell: ({ formId }: SpamReport) => forms.get(formId)?.name || 'Untitled form' }]
    : []),
  {
    id: 'summary',
    header: 'Message',
    cell: (report) => <SummaryCell entry={report} form={forms.get(report.formId)} />,
  },
  { id: 'reason', header: 'Reason', cell: (report) => <Text size="sm">{describeSpamReason(report)}</Text> },
];
