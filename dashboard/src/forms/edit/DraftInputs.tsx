/** Places of a form that is being changed, read and set by their paths. */
import { NumberInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.css';
import type { Draft, Problem } from './draft.ts';
import { valueAt, withValueAt } from './paths.ts';

export interface DraftProps {
  draft: Draft;
  problems: readonly Problem[];
  onChange: (change: (draft: Draft) => Draft) => void;
}

/** Reads and sets a place of the draft by its dotted path. */
export function placesOf({ draft, problems, onChange }: DraftProps) {
  return {
    get: (path: string) => valueAt(draft, path),
    set: (path: string, value: unknown) => onChange((before) => withValueAt(before, path, value)),
    errorAt: (path: string) =>
      problems.find((one) => one.fieldId === undefined && (one.path === path || one.path.startsWith(`${path}.`)))
        ?.description,
  };
}

interface CountProps extends DraftProps {
  label: string;
  path: string;
  min: number;
  max?: number;
  description?: string;
}

/** A number that may be left out. */
export function Count({ label, path, min, max, description, ...draft }: CountProps) {
  const { get, set, errorAt } = placesOf(draft);
  const value = get(path);
  return (
    <NumberInput
      label={label}
      description={description}
      min={min}
      {...(max === undefined ? {} : { max })}
      allowDecimal={false}
      hideControls
      maw={280}
      value={typeof value === 'number' ? value : ''}
      error={errorAt(path)}
      onChange={(next) => set(path, typeof next === 'number' ? next : undefined)}
    />
  );
}
