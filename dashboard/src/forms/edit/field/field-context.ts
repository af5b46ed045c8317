import { createContext, useContext } from 'react';
import type { FormField, Problem } from '../draft.ts';
import { valueAt, withValueAt } from '../paths.ts';

interface FieldEditing {
  readonly field: FormField;
  readonly change: (field: FormField) => void;
  /** what the server said of this field */
  readonly problems: readonly Problem[];
  /** it was saved before: the name and the kind of its values stay */
  readonly isStored: boolean;
}

export const FieldContext = createContext<FieldEditing | null>(null);

export function useField() {
  const editing = useContext(FieldContext);
  if (!editing) throw new Error('Settings of a field stand below its editor.');
  const { field, change, problems } = editing;
  return {
    ...editing,
    get: (path: string) => valueAt(field, path),
    /** `undefined` takes the setting away */
    set: (path: string, value: unknown) => change(withValueAt(field, path, value)),
    errorAt: (path: string): string | undefined =>
      problems.find((problem) => problem.path === path || problem.path.startsWith(`${path}.`))?.description,
  };
}
