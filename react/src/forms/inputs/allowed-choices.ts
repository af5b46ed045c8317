import type { FieldState } from '@portico/domain';
import type { Choice, FieldView } from '../view/field-view.ts';

/**
 * Returns the choices that the form's rules allow. An allowed value that is not among the owner's choices is its own
 * label.
 */
export function allowedChoices({ choices }: FieldView, { allowedValues }: FieldState): readonly Choice[] {
  if (!allowedValues) return choices;
  const allowed = allowedValues.map(String);
  const known = choices.filter(({ value }) => allowed.includes(value));
  const more = allowed.filter((value) => !choices.some((choice) => choice.value === value));
  return [...known, ...more.map((value) => ({ value, label: value, image: '' }))];
}
