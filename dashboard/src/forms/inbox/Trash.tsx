import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { submissionStatuses } from '@portico/domain/forms/vocabulary';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { admin } from '../../app/client.ts';
import { useRights } from '../../app/rights.ts';
import { CursorPager } from '../../ui/CursorPager.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { formatDateTime, formatNumber } from '../../ui/format.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { useRemoval } from '../../ui/use-removal.tsx';
import { useRowSelection } from '../../ui/use-row-selection.ts';
import type { SiteForm } from '../queries.ts';
import { BATCH_SIZE, type SubmissionRef } from './batches.ts';
import { type FolderCounts, type Submission, trashQuery } from './queries.ts';
import { RestoreOrDelete, SummaryCell } from './row-cells.tsx';
import { SelectionActions } from './SelectionActions.tsx';
import { SubmissionState } from './SubmissionState.tsx';
import { type Progress, runAction, type SubmissionAction, submissionActions } from './submission-actions.ts';

const ReadOnlyDrawer = lazy(async () => ({
  default: (await import('./submission/ReadOnlyDrawer.tsx')).ReadOnlyDrawer,
}));

interface TrashProps {
  formId: string | null;
  forms: ReadonlyMap<string, SiteForm>;
  counts: ReadonlyMap<string, FolderCounts> | undefined;
  onForm: (formId: string | null) => void;
}

/** The trash folder. The server has one trash per form, so this lists forms to choose from if none is selected. */
export function Trash({ formId, forms, counts, onForm }: TrashProps) {
  const form = formId === null ? undefined : forms.get(formId);
  if (form) return <FormTrash form={form} {...(forms.size > 1 ? { onBack: () => onForm(null) } : {})} />;
  const formsWithTrash = [...forms.values()].filter(({ id }) => (counts?.get(id)?.trash ?? 0) > 0);
  if (counts && formsWithTrash.length === 0) return <EmptyTrash />;
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {formsWithTrash.map(({ id, name }) => (
        <li key={id}>
          <Anchor component="button" type="button" onClick={() => onForm(id)}>
            {name || 'Untitled form'} ({formatNumber(counts?.get(id)?.trash ?? 0)})
          </Anchor>
        </li>
      ))}
    </Stack>
  );
}

const EmptyTrash = () => (
  <Empty icon={<IconTrash size={36} stroke={1.5} />} title="The trash is empty">
    Submissions that you delete stay here for some time before they are deleted for good.
  </Empty>
);

function FormTrash({ form, onBack }: { form: SiteForm; onBack?: () => void }) {
  const { mayEdit } = useRights();
  const [cursor, setCursor] = useState<string | null>(null);
  const [openSubmission, setOpenSubmission] = useState<Submission | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const trash = useQuery(trashQuery(form.id, cursor));
  const rows = trash.data?.submissions ?? [];
  const selection = useRowSelection(rows, ({ id }) => id, trash.isPlaceholderData);
  const columns = useMemo(() => columnsOf(form), [form]);
  const run = async (action: SubmissionAction, list: readonly SubmissionRef[]) => {
    await runAction(action, list, list.length > rows.length ? setProgress : undefined);
    setProgress(null);
    selection.clear();
  };
  const removal = useRemoval<readonly Submission[]>({
    title: 'Delete for good?',
    action: 'Delete for good',
    consequence: (list) =>
      list.length === 1
        ? 'This submission and its files will be deleted. This cannot be undone.'
        : `These ${formatNumber(list.length)} submissions and their files will be deleted. This cannot be undone.`,
    remove: (list) => run(submissionActions.remove, list),
    successMessage: () => 'Done.',
    showsOwnMessage: true,
    invalidates: 'submissions',
  });
  const trashRemoval = useRemoval<true>({
    title: 'Empty the trash?',
    action: 'Empty the trash',
    consequence: () =>
      'All submissions in the trash of this form will be deleted with their files. This cannot be undone.',
    remove: async () => run(submissionActions.remove, await readTrash(form.id)),
    successMessage: () => 'The trash is empty.',
    showsOwnMessage: true,
    invalidates: 'submissions',
  });
  return (
    <>
      <Group justify="space-between" gap="xs">
        {onBack ? (
          <Button size="xs" variant="default" onClick={onBack}>
            All forms
          </Button>
        ) : (
          <span />
        )}
        {mayEdit && rows.length > 0 && (
          <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => trashRemoval.ask(true)}>
            Empty the trash
          </Button>
        )}
      </Group>
      {progress && <JobProgress {...progress} />}
      <SelectionActions
        count={selection.rows.length}
        actions={[
          { label: 'Restore', onClick: () => run(submissionActions.restore, selection.rows) },
          { label: 'Delete for good', isDangerous: true, onClick: () => removal.ask(selection.rows) },
        ]}
      />
      <QueryView query={trash}>
        {({ pagingMetadata: { cursors } }) =>
          rows.length === 0 ? (
            <EmptyTrash />
          ) : (
            <>
              <DataTable
                label={`Trash of ${form.name || 'the form'}`}
                columns={columns}
                rows={rows}
                rowId={({ id }) => id}
                rowName={nameOf}
                isStale={trash.isPlaceholderData}
                onOpen={setOpenSubmission}
                {...(mayEdit
                  ? {
                      ...selection.table,
                      actions: (submission: Submission) => (
                        <RestoreOrDelete
                          label="Restore"
                          ariaLabel={`Restore ${nameOf(submission)}`}
                          icon={<IconArrowBackUp size={14} aria-hidden />}
                          name={nameOf(submission)}
                          onRestore={() => run(submissionActions.restore, [submission])}
                          onRemove={() => removal.ask([submission])}
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
      {openSubmission && (
        <Suspense>
          <ReadOnlyDrawer
            title="In the trash"
            form={form}
            values={openSubmission.submissions}
            note={`Sent ${formatDateTime(openSubmission.createdDate)}, deleted ${formatDateTime(openSubmission.updatedDate)}.`}
            onClose={() => setOpenSubmission(null)}
          />
        </Suspense>
      )}
      {removal.question}
      {trashRemoval.question}
    </>
  );
}

/** Loads references to all submissions in the trash of a form. */
async function readTrash(formId: string): Promise<readonly SubmissionRef[]> {
  const all: SubmissionRef[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const paging: { limit: number; cursor?: string } = { limit: BATCH_SIZE, ...(cursor === null ? {} : { cursor }) };
    const query = { formId, statuses: [...submissionStatuses], paging };
    const { submissions, pagingMetadata } = await admin.call('forms.deletedSubmissions.list', { query });
    all.push(...submissions.map(({ id }) => ({ id, formId })));
    cursor = pagingMetadata.cursors.next;
  }
  return all;
}

const nameOf = ({ createdDate }: Submission): string => `the submission of ${formatDateTime(createdDate)}`;

const columnsOf = (form: SiteForm): readonly Column<Submission>[] => [
  {
    id: 'sent',
    header: 'Sent',
    cell: ({ createdDate }) => formatDateTime(createdDate),
  },
  { id: 'summary', header: 'Message', cell: (submission) => <SummaryCell entry={submission} form={form} /> },
  { id: 'status', header: 'State', cell: ({ status }) => <SubmissionState status={status} /> },
  { id: 'deleted', header: 'Deleted', cell: ({ updatedDate }) => <Text size="sm">{formatDateTime(updatedDate)}</Text> },
];
