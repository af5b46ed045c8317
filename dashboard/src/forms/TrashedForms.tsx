import { Button } from '@mantine/core';
import { targetOf } from '@portico/domain/forms/model';
import { IconArrowBackUp, IconTrash, IconTrashX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { useRights } from '../app/rights.ts';
import { Empty } from '../ui/Empty.tsx';
import { describeError } from '../ui/ErrorState.tsx';
import { formatDateTime } from '../ui/format.ts';
import { ListTable } from '../ui/ListTable.tsx';
import { Page } from '../ui/Page.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { RowActions } from '../ui/RowActions.tsx';
import { useRemoval } from '../ui/use-removal.tsx';
import { type SiteForm, trashedFormsQuery } from './queries.ts';

/** Lists the forms in the trash. A form can be restored, or removed for good with its submissions. */
export function TrashedForms() {
  const [cursor, setCursor] = useState<string | null>(null);
  const forms = useQuery(trashedFormsQuery(cursor));
  const { mayEdit } = useRights();
  const removal = useRemoval<SiteForm>({
    title: 'Delete this form for good?',
    action: 'Delete for good',
    consequence: ({ name }) =>
      `“${name || 'Untitled form'}” will be deleted with all its submissions and their files. This cannot be undone.`,
    remove: ({ id }) => admin.call('forms.deletedForms.remove', { query: { formId: id } }),
    successMessage: ({ name }) => `The form “${name ?? ''}” has been deleted for good.`,
    invalidates: 'forms',
  });
  const restore = async ({ id, name }: SiteForm) => {
    try {
      await admin.call('forms.deletedForms.restore', { query: { formId: id } });
      notifySuccess(`The form “${name ?? ''}” has been restored.`);
    } catch (error) {
      notifyFailure(describeError(error));
    }
    await queryClient.invalidateQueries({ queryKey: ['forms'] });
  };
  return (
    <Page
      title="Deleted forms"
      back={{ to: '/forms', label: 'Forms' }}
      description="Deleted forms stay here for some time and are then removed for good. To change the time, open Settings, then Forms."
    >
      <QueryView query={forms}>
        {({ forms: list, pagingMetadata: { cursors } }) =>
          list.length === 0 && cursor === null ? (
            <Empty icon={<IconTrash size={36} stroke={1.5} />} title="The trash is empty">
              Forms that you delete appear here, and you can restore them.
            </Empty>
          ) : (
            <>
              <ListTable
                label="Deleted forms"
                rows={list}
                rowId={({ id }) => id}
                columns={[
                  { header: 'Name', cell: ({ name }) => name || 'Untitled form' },
                  { header: 'Fields', isNumeric: true, cell: ({ formFields }) => formFields.filter(targetOf).length },
                  { header: 'Deleted', cell: ({ updatedDate }) => formatDateTime(updatedDate) },
                ]}
                actions={(form) =>
                  mayEdit && (
                    <RowActions
                      actions={[
                        {
                          label: `Restore the form ${form.name ?? ''}`,
                          Icon: IconArrowBackUp,
                          onClick: () => restore(form),
                        },
                        {
                          label: `Delete the form ${form.name ?? ''} for good`,
                          Icon: IconTrashX,
                          onClick: () => removal.ask(form),
                        },
                      ]}
                    />
                  )
                }
              />
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
