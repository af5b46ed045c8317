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
import { useChosen } from '../../ui/use-chosen.ts';
import { useRemoval } from '../../ui/use-removal.tsx';
import type { SiteForm } from '../queries.ts';
import { type Deed, deeds, run } from './acts.ts';
import { BoxActions } from './BoxActions.tsx';
import { type BoxForm, FormSelect } from './FormSelect.tsx';
import { type SpamReport, spamQuery } from './queries.ts';
import { SummaryCell, WayBack } from './row-cells.tsx';
import { toldReason } from './spam-reasons.ts';

const Peek = lazy(async () => ({ default: (await import('./letter/Peek.tsx')).Peek }));

interface SpamProps {
  /** null: of all forms */
  formId: string | null;
  forms: ReadonlyMap<string, SiteForm>;
  formChoice: readonly BoxForm[] | null;
  onForm: (formId: string | null) => void;
}

/** What was taken for spam, and the ways back and out. */
export function Spam({ formId, forms, formChoice, onForm }: SpamProps) {
  const { mayEdit } = useRights();
  const [cursor, setCursor] = useState<string | null>(null);
  const [opened, setOpened] = useState<SpamReport | null>(null);
  const reports = useQuery(spamQuery(formId, cursor));
  const rows = reports.data?.formSpamSubmissionReports ?? [];
  const chosen = useChosen(rows, ({ id }) => id, reports.isPlaceholderData);
  const columns = useMemo(() => columnsOf(forms, formId === null), [forms, formId]);
  const act = async (deed: Deed, list: readonly SpamReport[]) => {
    await run(deed, list);
    chosen.clear();
  };
  const removal = useRemoval<readonly SpamReport[]>({
    title: 'Delete for good?',
    action: 'Delete for good',
    text: (list) =>
      `${list.length === 1 ? 'This submission' : `These ${formatNumber(list.length)} submissions`} cannot be brought back.`,
    remove: async (list) => act(deeds.removeSpam, list),
    done: () => 'Done.',
    isTold: true,
    changes: 'submissions',
  });
  const emptying = useRemoval<true>({
    title: 'Delete all spam?',
    action: 'Delete all spam',
    text: () => `All spam of ${formId === null ? 'all forms' : 'this form'} is deleted for good.`,
    remove: () =>
      admin.call('forms.spamReports.deleteByFilter', {
        body: { filter: { namespace: FORM_APP_NAMESPACE, ...(formId ? { formId } : {}) } },
      }),
    done: () => 'All spam is deleted.',
    changes: 'submissions',
  });
  return (
    <>
      <Group justify="space-between" gap="xs">
        <FormSelect forms={formChoice} value={formId} onChange={onForm} />
        {mayEdit && rows.length > 0 && (
          <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => emptying.ask(true)}>
            Delete all spam
          </Button>
        )}
      </Group>
      <BoxActions
        count={chosen.rows.length}
        actions={[
          { label: 'Not spam', onClick: () => act(deeds.notSpam, chosen.rows) },
          { label: 'Delete for good', isDangerous: true, onClick: () => removal.ask(chosen.rows) },
        ]}
      />
      <QueryView query={reports}>
        {({ pagingMetadata: { cursors } }) =>
          rows.length === 0 ? (
            <Empty icon={<IconInboxOff size={36} stroke={1.5} />} title="No spam">
              What is taken for spam, by the form’s filter or by you, waits here until you decide.
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
                onOpen={setOpened}
                {...(mayEdit
                  ? {
                      ...chosen.table,
                      actions: (report: SpamReport) => (
                        <WayBack
                          label="Not spam"
                          told={`Not spam: ${nameOf(report)}`}
                          icon={<IconMailForward size={14} aria-hidden />}
                          name={nameOf(report)}
                          onBack={() => act(deeds.notSpam, [report])}
                          onRemove={() => removal.ask([report])}
                        />
                      ),
                    }
                  : {})}
              />
              <CursorPager told={`${formatNumber(rows.length)} on this page`} cursors={cursors} onCursor={setCursor} />
            </>
          )
        }
      </QueryView>
      {opened && (
        <Suspense>
          <Peek
            title="Spam"
            form={forms.get(opened.formId) ?? null}
            values={opened.submissions ?? {}}
            told={`${toldReason(opened)} Sent ${formatDateTime(opened.createdDate)}.`}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
      {removal.question}
      {emptying.question}
    </>
  );
}

const nameOf = ({ createdDate }: SpamReport): string => `the submission of ${formatDateTime(createdDate)}`;

const columnsOf = (forms: ReadonlyMap<string, SiteForm>, isOfAll: boolean): readonly Column<SpamReport>[] => [
  {
    id: 'sent',
    header: 'Sent',
    cell: ({ createdDate }) => formatDateTime(createdDate),
  },
  ...(isOfAll
    ? [{ id: 'form', header: 'Form', cell: ({ formId }: SpamReport) => forms.get(formId)?.name || 'Without a name' }]
    : []),
  {
    id: 'summary',
    header: 'Says',
    cell: (report) => <SummaryCell entry={report} form={forms.get(report.formId)} />,
  },
  { id: 'reason', header: 'Why', cell: (report) => <Text size="sm">{toldReason(report)}</Text> },
];
