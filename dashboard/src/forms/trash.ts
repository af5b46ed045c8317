/** Forms and submissions go to the trash, from where an undo brings them back. */
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
    changes: 'forms',
  });

export const trashSubmission = (submissionId: string): Promise<void> =>
  withUndo({
    act: () => admin.call('forms.submissions.delete', { query: { submissionId } }),
    undo: () => admin.call('forms.deletedSubmissions.restore', { query: { submissionId } }),
    done: 'The submission is deleted.',
    undone: 'The submission is back.',
    changes: 'submissions',
  });

interface Deed {
  act: () => Promise<unknown>;
  undo: () => Promise<unknown>;
  done: string;
  undone: string;
  /** first part of the keys of the queries that show it */
  changes: 'forms' | 'submissions';
}

async function withUndo({ act, undo, done, undone, changes }: Deed): Promise<void> {
  const refresh = () => queryClient.invalidateQueries({ queryKey: [changes] });
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
