import { createContext, useContext } from 'react';
import type { FormField, Problem } from '../draft.ts';
import { valueAt, withValueAt } from '../paths.ts';

interface FieldContextValue {
  readonly field: FormField;
  readonly change: (field: FormField) => void;
  /** Violations that the server reported for this field. */
  readonly problems: readonly Problem[];
  /** True for a field that has been saved. Its target and format can no longer change. */
  readonly isStored: boolean;
}

export const FieldContext = createContext<FieldContextValue | null>(null);

/** Returns the field that is edited, with functions to read and change its settings by path. */
export function useField() {
  const editing = useContext(FieldContext);
  if (!editing) throw new Error('useField must be called below a FieldContext provider.');
  const { field, change, problems } = editing;
  return {
    ...editing,
    get: (path: string) => valueAt(field, path),
    /** Sets a setting. `undefined` removes it. */
    set: (path: string, value: unknown) => change(withValueAt(field, path, value)),
    errorAt: (path: string): string | undefined =>
      problems.find((problem) => problem.path === path || problem.path.startsWith(`${path}.`))?.description,
  };
}
