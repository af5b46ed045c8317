/** Forms go to the trash, from where an undo brings them back. */
import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { sentenceOf } from '../ui/ErrorState.tsx';

export const trashForm = ({ id, name }: { id: string; name?: string }): Promise<void> =>
  withUndo({
    act: () => admin.call('forms.forms.delete', { query: { formId: id } }),
    undo: () => admin.call('forms.deletedForms.restore', { query: { formId: id } }),
    done: `The form “${name ?? ''}” is deleted.`,
    undone: 'The form is back.',
  });

interface Deed {
  act: () => Promise<unknown>;
  undo: () => Promise<unknown>;
  done: string;
  undone: string;
}

async function withUndo({ act, undo, done, undone }: Deed): Promise<void> {
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['forms'] });
  const attempt = async (deed: () => Promise<unknown>, after: () => void) => {
    try {
      await deed();
      after();
    } catch (error) {
      notifyFailure(sentenceOf(error));
    }
    await refresh();
  };
  await attempt(act, () => notifyUndo(done, () => attempt(undo, () => notifySuccess(undone))));
}
