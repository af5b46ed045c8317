/** Moves a form to the trash and offers an undo. */
import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { describeError } from '../ui/ErrorState.tsx';

export async function trashForm({ id, name }: { id: string; name?: string }): Promise<void> {
  const query = { formId: id };
  const restore = async () => {
    await admin.call('forms.deletedForms.restore', { query });
    notifySuccess('The form has been restored.');
  };
  await runAndRefresh(async () => {
    await admin.call('forms.forms.delete', { query });
    notifyUndo(`The form “${name ?? ''}” has been moved to the trash.`, () => runAndRefresh(restore));
  });
}

async function runAndRefresh(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    notifyFailure(describeError(error));
  }
  await queryClient.invalidateQueries({ queryKey: ['forms'] });
}
