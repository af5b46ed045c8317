import { Anchor, Button, Group, NativeSelect, Stack, VisuallyHidden } from '@mantine/core';
import { submissionStatuses } from '@portico/domain/forms/vocabulary';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { formatDateTime } from '../ui/format.ts';
import { QueryView } from '../ui/QueryView.tsx';
import { askedFields, valueText } from './form-fields.ts';
import { type Inbox, type SiteForm, type Submission, submissionsQuery } from './queries.ts';
import { SubmissionDrawer } from './SubmissionDrawer.tsx';
import { SubmissionState, statusTitles } from './SubmissionState.tsx';
import classes from './Submissions.module.css';

const MOST_COLUMNS = 6;

/** The inbox of a form. */
export function Submissions({ form }: { form: SiteForm }) {
  const [search, setSearch] = useSearchParams();
  const status = submissionStatuses.find((one) => one === search.get('status')) ?? null;
  const oldestFirst = search.get('sort') === 'createdDate';
  const opened = search.get('open');
  const [cursor, setCursor] = useState<string | null>(null);
  const inbox: Inbox = { formId: form.id, status, oldestFirst, cursor };
  const submissions = useQuery(submissionsQuery(inbox));

  const change = (name: string, value: string | null) => {
    if (name !== 'open') setCursor(null);
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { preventScrollReset: true },
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` only reads what a click sees
  const columns = useMemo(() => columnsOf(form, (submission) => change('open', submission.id)), [form, search]);

  return (
    <Stack>
      <Group>
        <NativeSelect
          aria-label="Status"
          size="xs"
          value={status ?? ''}
          onChange={(event) => change('status', event.currentTarget.value || null)}
          data={[
            { value: '', label: 'All states' },
            ...submissionStatuses.map((value) => ({ value, label: statusTitles[value] })),
          ]}
        />
      </Group>
      <QueryView query={submissions}>
        {({ submissions: rows, metadata: { cursors } }) =>
          rows.length === 0 && cursor === null ? (
            <Empty
              icon={<IconInbox size={36} stroke={1.5} />}
              title={status ? 'None in this state' : 'Nothing sent yet'}
            >
              {status ? 'Choose another state above.' : 'Share the form’s address. What visitors send arrives here.'}
            </Empty>
          ) : (
            <>
              <DataTable
                label={`Submissions of ${form.name ?? 'the form'}`}
                columns={columns}
                rows={rows}
                rowId={(submission) => submission.id}
                rowName={(submission) => `the submission of ${formatDateTime(submission.createdDate)}`}
                sort={{ id: 'createdDate', desc: !oldestFirst }}
                onSort={() => change('sort', oldestFirst ? null : 'createdDate')}
                isStale={submissions.isPlaceholderData}
              />
              <Group justify="flex-end" gap="xs">
                <Button
                  size="xs"
                  variant="default"
                  disabled={!cursors.prev}
                  onClick={() => setCursor(cursors.prev ?? null)}
                >
                  Back
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={!cursors.next}
                  onClick={() => setCursor(cursors.next ?? null)}
                >
                  Next
                </Button>
              </Group>
            </>
          )
        }
      </QueryView>
      <SubmissionDrawer form={form} submissionId={opened} onClose={() => change('open', null)} />
    </Stack>
  );
}

function columnsOf(form: SiteForm, onOpen: (submission: Submission) => void): readonly Column<Submission>[] {
  return [
    {
      id: 'createdDate',
      header: 'Sent',
      isSortable: true,
      cell: (submission) => (
        <Anchor
          component="button"
          type="button"
          inherit
          className={classes.when}
          data-unseen={!submission.seen || undefined}
          onClick={() => onOpen(submission)}
        >
          {formatDateTime(submission.createdDate)}
          {!submission.seen && <VisuallyHidden> (new)</VisuallyHidden>}
        </Anchor>
      ),
    },
    { id: 'status', header: 'State', cell: (submission) => <SubmissionState status={submission.status} /> },
    ...askedFields(form)
      .slice(0, MOST_COLUMNS)
      .map((field) => ({
        id: `value:${field.target}`,
        header: field.label,
        cell: (submission: Submission) => (
          <span className={classes.value}>{valueText(field, submission.submissions[field.target])}</span>
        ),
      })),
  ];
}
