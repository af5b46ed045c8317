import { PorticoError } from '@portico/sdk/admin';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { isConflict } from '../../app/is-conflict.ts';
import { notifySuccess } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { formQuery, type SiteForm } from '../queries.ts';
import { changesOf, type Draft, type DraftPart, draftOf, listChangedParts, type Problem, problemsOf } from './draft.ts';

export interface DraftConflict {
  /** The version of the form that someone else has saved. */
  readonly theirs: SiteForm;
  /** The parts that both users have changed. */
  readonly changedByBoth: readonly DraftPart[];
}

/** State of the form editor: the saved form (`base`), the draft, and the problems or the conflict of the last save. */
export function useDraft(loaded: SiteForm) {
  const [base, setBase] = useState(loaded);
  const [draft, setDraft] = useState(() => draftOf(loaded));
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [conflict, setConflict] = useState<DraftConflict | null>(null);

  const resetTo = (form: SiteForm) => {
    setBase(form);
    setDraft(draftOf(form));
    setProblems([]);
    setConflict(null);
    queryClient.setQueryData(formQuery(form.id).queryKey, form);
    queryClient.invalidateQueries({ queryKey: ['forms', 'page'] });
  };
  const save = useMutation({
    mutationFn: async ({ saved, next }: { saved: SiteForm; next: Draft }) =>
      (await admin.call('forms.forms.update', { query: { formId: saved.id }, body: { form: changesOf(saved, next) } }))
        .form,
    onSuccess: (form) => {
      resetTo(form);
      notifySuccess('The form is saved.');
    },
    onError: async (error, { next }) => {
      if (!(error instanceof PorticoError)) return;
      setProblems(problemsOf(error.violations, next.formFields));
      if (!isConflict(error)) return;
      const { form: theirs } = await admin.call('forms.forms.get', { query: { formId: base.id } });
      const myChanges = listChangedParts(draftOf(base), next);
      setConflict({
        theirs,
        changedByBoth: listChangedParts(draftOf(base), draftOf(theirs)).filter((part) => myChanges.includes(part)),
      });
    },
  });
  /** Applies the changed parts of this draft to a newer version of the form. */
  const applyLocalChangesTo = (theirs: SiteForm): Draft => {
    const myChanges = listChangedParts(draftOf(base), draft);
    return { ...draftOf(theirs), ...Object.fromEntries(myChanges.map((part) => [part, draft[part]])) };
  };
  return {
    base,
    draft,
    problems,
    conflict,
    error: save.error,
    isPending: save.isPending,
    isDirty: listChangedParts(draftOf(base), draft).length > 0,
    change: setDraft as (change: (draft: Draft) => Draft) => void,
    save: () => save.mutate({ saved: base, next: draft }),
    discard: () => {
      save.reset();
      setProblems([]);
      setConflict(null);
      setDraft(draftOf(base));
    },
    /** Sets `base` to a newer version that another call has saved, and preserves the changes of the draft. */
    rebase: (form: SiteForm) => {
      setDraft(applyLocalChangesTo(form));
      setBase(form);
      queryClient.setQueryData(formQuery(form.id).queryKey, form);
    },
    keepMine: () => {
      if (!conflict) return;
      const next = applyLocalChangesTo(conflict.theirs);
      setBase(conflict.theirs);
      setDraft(next);
      setConflict(null);
      save.mutate({ saved: conflict.theirs, next });
    },
    takeTheirs: () => {
      save.reset();
      if (conflict) resetTo(conflict.theirs);
    },
  };
}
