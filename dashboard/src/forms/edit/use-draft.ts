import { PorticoError } from '@portico/sdk/admin';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { isConflict } from '../../app/is-conflict.ts';
import { notifySuccess } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { formQuery, type SiteForm } from '../queries.ts';
import { changesOf, type Draft, type DraftPart, differences, draftOf, type Problem, problemsOf } from './draft.ts';

export interface DraftConflict {
  /** as somebody else has left it meanwhile */
  readonly theirs: SiteForm;
  /** what both have changed */
  readonly both: readonly DraftPart[];
}

/** A form that is being changed: what was loaded, what it is to become, and what became of saving it. */
export function useDraft(loaded: SiteForm) {
  const [base, setBase] = useState(loaded);
  const [draft, setDraft] = useState(() => draftOf(loaded));
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [conflict, setConflict] = useState<DraftConflict | null>(null);

  const settle = (form: SiteForm) => {
    setBase(form);
    setDraft(draftOf(form));
    setProblems([]);
    setConflict(null);
    queryClient.setQueryData(formQuery(form.id).queryKey, form);
    queryClient.invalidateQueries({ queryKey: ['forms', 'page'] });
  };
  const save = useMutation({
    mutationFn: async ({ onto, wanted }: { onto: SiteForm; wanted: Draft }) =>
      (await admin.call('forms.forms.update', { query: { formId: onto.id }, body: { form: changesOf(onto, wanted) } }))
        .form,
    onSuccess: (form) => {
      settle(form);
      notifySuccess('The form is saved.');
    },
    onError: async (error, { wanted }) => {
      if (!(error instanceof PorticoError)) return;
      setProblems(problemsOf(error.violations, wanted.formFields));
      if (!isConflict(error)) return;
      const { form: theirs } = await admin.call('forms.forms.get', { query: { formId: base.id } });
      const mine = differences(draftOf(base), wanted);
      setConflict({ theirs, both: differences(draftOf(base), draftOf(theirs)).filter((part) => mine.includes(part)) });
    },
  });
  /** my changes of another state of the form */
  const mineOn = (theirs: SiteForm): Draft => {
    const mine = differences(draftOf(base), draft);
    return { ...draftOf(theirs), ...Object.fromEntries(mine.map((part) => [part, draft[part]])) };
  };
  return {
    base,
    draft,
    problems,
    conflict,
    error: save.error,
    isPending: save.isPending,
    isDirty: differences(draftOf(base), draft).length > 0,
    change: setDraft as (change: (draft: Draft) => Draft) => void,
    save: () => save.mutate({ onto: base, wanted: draft }),
    discard: () => {
      save.reset();
      setProblems([]);
      setConflict(null);
      setDraft(draftOf(base));
    },
    /** the form has changed underneath, by something that is saved at once */
    rebase: (form: SiteForm) => {
      setDraft(mineOn(form));
      setBase(form);
      queryClient.setQueryData(formQuery(form.id).queryKey, form);
    },
    keepMine: () => {
      if (!conflict) return;
      const wanted = mineOn(conflict.theirs);
      setBase(conflict.theirs);
      setDraft(wanted);
      setConflict(null);
      save.mutate({ onto: conflict.theirs, wanted });
    },
    takeTheirs: () => {
      save.reset();
      if (conflict) settle(conflict.theirs);
    },
  };
}
