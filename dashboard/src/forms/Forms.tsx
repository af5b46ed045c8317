import { ActionIcon, Anchor, Button, Group, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { targetOf } from '@portico/domain/forms/model';
import { IconCopyPlus, IconForms, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useRights } from '../app/rights.ts';
import { useSignedIn } from '../app/session.ts';
import { CopyIcon } from '../ui/CopyField.tsx';
import { Empty } from '../ui/Empty.tsx';
import { formatDate, formatNumber } from '../ui/format.ts';
import { Page } from '../ui/Page.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { duplicateForm } from './duplicate-form.ts';
import { formsQuery, type SiteForm, submissionCountsQuery } from './queries.ts';
import { editPath, formPath, shareAddress } from './share-address.ts';
import { trashForm } from './trash.ts';

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
    <Page title="Forms" description="What visitors can send you, and what they sent." actions={actions}>
      <QueryView query={forms}>
        {({ forms: list, pagingMetadata: { cursors } }) =>
          list.length === 0 && cursor === null ? (
            <Empty icon={<IconForms size={36} stroke={1.5} />} title="No forms yet" action={create}>
              A form collects what visitors send: a message, a registration, an order. Each gets an address to share.
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
    <Scroller label="Forms">
      <Table miw={640} verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th ta="end">Submissions</Table.Th>
            <Table.Th ta="end">Fields</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Changed</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {forms.map((form) => {
            const count = counts.data?.get(form.id);
            return (
              <Table.Tr key={form.id}>
                <Table.Td>
                  <Anchor component={Link} inherit to={formPath(form.id)} fw={500}>
                    {form.name || 'Without a name'}
                  </Anchor>
                </Table.Td>
                <Table.Td ta="end">
                  {counts.isPending && <Skeleton height={14} width={32} ms="auto" />}
                  {counts.isError && '?'}
                  {counts.isSuccess && (
                    <Group gap={8} justify="flex-end" wrap="nowrap">
                      {count !== undefined && count.unseenCount > 0 && (
                        <StatusBadge tone="good">{`${formatNumber(count.unseenCount)} new`}</StatusBadge>
                      )}
                      {formatNumber(count?.totalCount ?? 0)}
                    </Group>
                  )}
                </Table.Td>
                <Table.Td ta="end">{form.formFields.filter(targetOf).length}</Table.Td>
                <Table.Td>
                  {form.enabled ? (
                    <StatusBadge tone="good">Open</StatusBadge>
                  ) : (
                    <StatusBadge tone="quiet">Closed</StatusBadge>
                  )}
                </Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDate(form.updatedDate)}</Table.Td>
                <Table.Td>
                  <Group gap={2} wrap="nowrap" justify="flex-end">
                    <CopyIcon
                      value={shareAddress(site, form.id)}
                      label={`Copy the address of ${form.name || 'this form'}`}
                    />
                    {mayEdit && <FormActs form={form} />}
                  </Group>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}

function FormActs({ form }: { form: SiteForm }) {
  const navigate = useNavigate();
  const acts = [
    { label: `Edit the form ${form.name}`, Icon: IconPencil, act: () => navigate(editPath(form.id)) },
    {
      label: `Duplicate the form ${form.name}`,
      Icon: IconCopyPlus,
      act: () => duplicateForm(form, (id) => navigate(editPath(id))),
    },
    { label: `Delete the form ${form.name}`, Icon: IconTrash, act: () => trashForm(form) },
  ];
  return acts.map(({ label, Icon, act }) => (
    <ActionIcon key={label} variant="subtle" color="gray" aria-label={label} onClick={act}>
      <Icon size={17} aria-hidden />
    </ActionIcon>
  ));
}
