import { Button, Table, Text } from '@mantine/core';
import { targetOf } from '@portico/domain/forms/model';
import { IconArrowBackUp, IconTrash, IconTrashX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { useRights } from '../app/rights.ts';
import { Empty } from '../ui/Empty.tsx';
import { sentenceOf } from '../ui/ErrorState.tsx';
import { formatDateTime } from '../ui/format.ts';
import { Page } from '../ui/Page.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { ActionsHeading, RowActions } from '../ui/RowActions.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import { useRemoval } from '../ui/use-removal.tsx';
import { type SiteForm, trashedFormsQuery } from './queries.ts';

/** Forms in the trash: they come back as they were, or go for good with everything that was sent. */
export function TrashedForms() {
  const [cursor, setCursor] = useState<string | null>(null);
  const forms = useQuery(trashedFormsQuery(cursor));
  const { mayEdit } = useRights();
  const removal = useRemoval<SiteForm>({
    title: 'Delete this form for good?',
    action: 'Delete for good',
    text: ({ name }) => `“${name || 'Without a name'}” goes, and everything that was sent with it, files too.`,
    remove: ({ id }) => admin.call('forms.deletedForms.remove', { query: { formId: id } }),
    done: ({ name }) => `The form “${name ?? ''}” is gone.`,
    changes: 'forms',
  });
  const restore = async ({ id, name }: SiteForm) => {
    try {
      await admin.call('forms.deletedForms.restore', { query: { formId: id } });
      notifySuccess(`The form “${name ?? ''}” is back.`);
    } catch (error) {
      notifyFailure(sentenceOf(error));
    }
    await queryClient.invalidateQueries({ queryKey: ['forms'] });
  };
  return (
    <Page
      title="Deleted forms"
      back={{ to: '/forms', label: 'Forms' }}
      description="They are removed for good after a while: see Settings, Forms."
    >
      <QueryView query={forms}>
        {({ forms: list, pagingMetadata: { cursors } }) =>
          list.length === 0 && cursor === null ? (
            <Empty icon={<IconTrash size={36} stroke={1.5} />} title="The trash is empty">
              Forms that are deleted wait here.
            </Empty>
          ) : (
            <>
              <Scroller label="Deleted forms">
                <Table miw={520} verticalSpacing="sm" highlightOnHover>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Name</Table.Th>
                      <Table.Th ta="end">Fields</Table.Th>
                      <Table.Th>Deleted</Table.Th>
                      <ActionsHeading />
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {list.map((form) => (
                      <Table.Tr key={form.id}>
                        <Table.Td>
                          <Text span inherit fw={500}>
                            {form.name || 'Without a name'}
                          </Text>
                        </Table.Td>
                        <Table.Td ta="end">{form.formFields.filter(targetOf).length}</Table.Td>
                        <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(form.updatedDate)}</Table.Td>
                        <RowActions
                          actions={
                            mayEdit
                              ? [
                                  {
                                    label: `Bring back the form ${form.name ?? ''}`,
                                    Icon: IconArrowBackUp,
                                    act: () => restore(form),
                                  },
                                  {
                                    label: `Delete the form ${form.name ?? ''} for good`,
                                    Icon: IconTrashX,
                                    act: () => removal.ask(form),
                                  },
                                ]
                              : []
                          }
                        />
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Scroller>
              {cursors.next && (
                <Button variant="default" size="xs" w="fit-content" onClick={() => setCursor(cursors.next ?? null)}>
                  Next
                </Button>
              )}
            </>
          )
        }
      </QueryView>
      {removal.question}
    </Page>
  );
}
