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
import { QueryView } from '../../ui/QueryView.tsx';
import { Running } from '../../ui/Running.tsx';
import { useChosen } from '../../ui/use-chosen.ts';
import { useRemoval } from '../../ui/use-removal.tsx';
import type { SiteForm } from '../queries.ts';
import { type Deed, deeds, type Progress, run } from './acts.ts';
import { BoxActions } from './BoxActions.tsx';
import { BATCH, type Ref } from './batches.ts';
import { type BoxCounts, type Submission, trashQuery } from './queries.ts';
import { SummaryCell, WayBack } from './row-cells.tsx';
import { SubmissionState } from './SubmissionState.tsx';

const Peek = lazy(async () => ({ default: (await import('./letter/Peek.tsx')).Peek }));

interface TrashProps {
  formId: string | null;
  forms: ReadonlyMap<string, SiteForm>;
  counts: ReadonlyMap<string, BoxCounts> | undefined;
  onForm: (formId: string | null) => void;
}

/** What was thrown away, form by form: the server keeps the trash so. */
export function Trash({ formId, forms, counts, onForm }: TrashProps) {
  const form = formId === null ? undefined : forms.get(formId);
  if (form) return <TrashOf form={form} {...(forms.size > 1 ? { onBack: () => onForm(null) } : {})} />;
  const filled = [...forms.values()].filter(({ id }) => (counts?.get(id)?.trash ?? 0) > 0);
  if (counts && filled.length === 0) return <EmptyTrash />;
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {filled.map(({ id, name }) => (
        <li key={id}>
          <Anchor component="button" type="button" onClick={() => onForm(id)}>
            {name || 'Without a name'} ({formatNumber(counts?.get(id)?.trash ?? 0)})
          </Anchor>
        </li>
      ))}
    </Stack>
  );
}

const EmptyTrash = () => (
  <Empty icon={<IconTrash size={36} stroke={1.5} />} title="The trash is empty">
    What you delete waits here for some time before it is gone for good.
  </Empty>
);

function TrashOf({ form, onBack }: { form: SiteForm; onBack?: () => void }) {
  const { mayEdit } = useRights();
  const [cursor, setCursor] = useState<string | null>(null);
  const [opened, setOpened] = useState<Submission | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const trash = useQuery(trashQuery(form.id, cursor));
  const rows = trash.data?.submissions ?? [];
  const chosen = useChosen(rows, ({ id }) => id, trash.isPlaceholderData);
  const columns = useMemo(() => columnsOf(form), [form]);
  const act = async (deed: Deed, list: readonly Ref[]) => {
    await run(deed, list, list.length > rows.length ? setProgress : undefined);
    setProgress(null);
    chosen.clear();
  };
  const removal = useRemoval<readonly Submission[]>({
    title: 'Delete for good?',
    action: 'Delete for good',
    text: (list) =>
      `${list.length === 1 ? 'This submission' : `These ${formatNumber(list.length)} submissions`} and their files cannot be brought back.`,
    remove: (list) => act(deeds.remove, list),
    done: () => 'Done.',
    isTold: true,
    changes: 'submissions',
  });
  const emptying = useRemoval<true>({
    title: 'Empty the trash?',
    action: 'Empty the trash',
    text: () => 'All that lies in the trash of this form is deleted for good, with its files.',
    remove: async () => act(deeds.remove, await readTrash(form.id)),
    done: () => 'The trash is empty.',
    isTold: true,
    changes: 'submissions',
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
          <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => emptying.ask(true)}>
            Empty the trash
          </Button>
        )}
      </Group>
      {progress && <Running {...progress} />}
      <BoxActions
        count={chosen.rows.length}
        actions={[
          { label: 'Restore', onClick: () => act(deeds.restore, chosen.rows) },
          { label: 'Delete for good', isDangerous: true, onClick: () => removal.ask(chosen.rows) },
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
                onOpen={setOpened}
                {...(mayEdit
                  ? {
                      ...chosen.table,
                      actions: (one: Submission) => (
                        <WayBack
                          label="Restore"
                          told={`Restore ${nameOf(one)}`}
                          icon={<IconArrowBackUp size={14} aria-hidden />}
                          name={nameOf(one)}
                          onBack={() => act(deeds.restore, [one])}
                          onRemove={() => removal.ask([one])}
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
            title="In the trash"
            form={form}
            values={opened.submissions}
            told={`Sent ${formatDateTime(opened.createdDate)}, deleted ${formatDateTime(opened.updatedDate)}.`}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
      {removal.question}
      {emptying.question}
    </>
  );
}

/** All that lies in the trash of a form. */
async function readTrash(formId: string): Promise<readonly Ref[]> {
  const all: Ref[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const paging: { limit: number; cursor?: string } = { limit: BATCH, ...(cursor === null ? {} : { cursor }) };
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
  { id: 'summary', header: 'Says', cell: (one) => <SummaryCell entry={one} form={form} /> },
  { id: 'status', header: 'State', cell: ({ status }) => <SubmissionState status={status} /> },
  { id: 'deleted', header: 'Deleted', cell: ({ updatedDate }) => <Text size="sm">{formatDateTime(updatedDate)}</Text> },
];
