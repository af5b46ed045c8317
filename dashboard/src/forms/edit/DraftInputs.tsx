/** Inputs for values of the draft, addressed by dotted paths. */
import { NumberInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.css';
import type { Draft, Problem } from './draft.ts';
import { valueAt, withValueAt } from './paths.ts';

export interface DraftProps {
  draft: Draft;
  problems: readonly Problem[];
  onChange: (change: (draft: Draft) => Draft) => void;
}

/** Returns functions that read and set a value of the draft, and find its error, by its dotted path. */
export function createDraftAccessors({ draft, problems, onChange }: DraftProps) {
  return {
    get: (path: string) => valueAt(draft, path),
    set: (path: string, value: unknown) => onChange((before) => withValueAt(before, path, value)),
    errorAt: (path: string) =>
      problems.find(
        (problem) => problem.fieldId === undefined && (problem.path === path || problem.path.startsWith(`${path}.`)),
      )?.description,
  };
}

interface CountInputProps extends DraftProps {
  label: string;
  path: string;
  min: number;
  max?: number;
  description?: string;
}

/** An optional whole number. */
export function CountInput({ label, path, min, max, description, ...draft }: CountInputProps) {
  const { get, set, errorAt } = createDraftAccessors(draft);
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
