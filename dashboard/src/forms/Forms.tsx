import { Anchor, Button, Group, Skeleton } from '@mantine/core';
import { targetOf } from '@portico/domain/forms/model';
import { IconCopyPlus, IconForms, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useRights } from '../app/rights.ts';
import { useSignedIn } from '../app/session.ts';
import { CopyIcon } from '../ui/CopyField.tsx';
import { Empty } from '../ui/Empty.tsx';
import { formatDate, formatNumber } from '../ui/format.ts';
import { ListTable } from '../ui/ListTable.tsx';
import { Page } from '../ui/Page.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { RowActions } from '../ui/RowActions.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { duplicateForm } from './duplicate-form.ts';
import { formEditPathOf, formPathOf, shareUrlOf } from './form-urls.ts';
import { formsQuery, type SiteForm, submissionCountsQuery } from './queries.ts';
import { trashForm } from './trash-form.ts';

export function Forms() {
  const [cursor, setCursor] = useState<string | null>(null);
  const forms = useQuery(formsQuery(cursor));
  const { mayEdit } = useRights();
  const create = mayEdit && (
    <Button component={Link} to="/new-form" leftSection={<IconPlus size={16} aria-hidden />}>
      New form
    </Button>
  );
  const actions = (
    <Group gap="xs">
      <Button component={Link} to="/deleted-forms" variant="default" leftSection={<IconTrash size={16} aria-hidden />}>
        Trash
      </Button>
      {create}
    </Group>
  );
  return (
    <Page title="Forms" description="The forms of your site, and the submissions of visitors." actions={actions}>
      <QueryView query={forms}>
        {({ forms: list, pagingMetadata: { cursors } }) =>
          list.length === 0 && cursor === null ? (
            <Empty icon={<IconForms size={36} stroke={1.5} />} title="No forms yet" action={create}>
              With a form, visitors can send you a message, a registration or an order. Each form has a link that you
              can share.
            </Empty>
          ) : (
            <>
              <FormTable forms={list} />
              {(cursors.prev || cursors.next) && (
                <Group justify="flex-end">
                  <Button
                    variant="default"
                    size="xs"
                    disabled={!cursors.prev}
                    onClick={() => setCursor(cursors.prev ?? null)}
                  >
                    Back
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    disabled={!cursors.next}
                    onClick={() => setCursor(cursors.next ?? null)}
                  >
                    Next
                  </Button>
                </Group>
              )}
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

function FormTable({ forms }: { forms: readonly SiteForm[] }) {
  const { site } = useSignedIn();
  const { mayEdit } = useRights();
  const counts = useQuery(submissionCountsQuery(forms.map((form) => form.id)));
  return (
    <ListTable
      label="Forms"
      rows={forms}
      rowId={({ id }) => id}
      columns={[
        {
          header: 'Name',
          cell: ({ id, name }) => (
            <Anchor component={Link} inherit to={formPathOf(id)}>
              {name || 'Untitled form'}
            </Anchor>
          ),
        },
        { header: 'Submissions', isNumeric: true, cell: ({ id }) => <SubmissionCount counts={counts} formId={id} /> },
        { header: 'Fields', isNumeric: true, cell: ({ formFields }) => formFields.filter(targetOf).length },
        {
          header: 'State',
          cell: ({ enabled }) => (
            <StatusBadge tone={enabled ? 'good' : 'quiet'}>{enabled ? 'Open' : 'Closed'}</StatusBadge>
          ),
        },
        { header: 'Last changed', cell: ({ updatedDate }) => formatDate(updatedDate) },
      ]}
      actions={(form) => (
        <>
          <CopyIcon value={shareUrlOf(site, form.id)} label={`Copy the link to ${form.name || 'this form'}`} />
          {mayEdit && <FormActions form={form} />}
        </>
      )}
    />
  );
}

interface SubmissionCountProps {
  counts: UseQueryResult<ReadonlyMap<string, { readonly unseenCount: number; readonly totalCount: number }>>;
  formId: string;
}

function SubmissionCount({ counts, formId }: SubmissionCountProps) {
  if (counts.isPending) return <Skeleton height={14} width={32} />;
  if (counts.isError) return '?';
  const count = counts.data.get(formId);
  return (
    <Group gap={8} wrap="nowrap" display="inline-flex">
      {count !== undefined && count.unseenCount > 0 && (
        <StatusBadge tone="good">{`${formatNumber(count.unseenCount)} new`}</StatusBadge>
      )}
      {formatNumber(count?.totalCount ?? 0)}
    </Group>
  );
}

function FormActions({ form }: { form: SiteForm }) {
  const navigate = useNavigate();
  return (
    <RowActions
      actions={[
        { label: `Edit the form ${form.name}`, Icon: IconPencil, to: formEditPathOf(form.id) },
        {
          label: `Duplicate the form ${form.name}`,
          Icon: IconCopyPlus,
          onClick: () => duplicateForm(form, (id) => navigate(formEditPathOf(id))),
        },
        { label: `Delete the form ${form.name}`, Icon: IconTrash, onClick: () => trashForm(form) },
      ]}
    />
  );
}
