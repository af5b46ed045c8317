import type { Texts } from '../texts/index.ts';
import { type FieldView, plainText } from './describe-form.ts';

export interface FieldProps {
  readonly field: FieldView;
  /** unique on the page; the description and the error derive theirs from it */
  readonly inputId: string;
  readonly required: boolean;
  /** one sentence; '' while nothing is wrong */
  readonly error: string;
  /** what the input holds at first */
  readonly value: string | readonly string[];
  readonly texts: Texts;
}

/** What every input says of itself: its error and description are read out with it. */
export const inputAttributes = ({ field, inputId, required, error }: FieldProps) => ({
  name: field.target,
  required,
  readOnly: field.readOnly || undefined,
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby':
    [plainText(field.content) && `${inputId}-help`, error && `${inputId}-error`].filter(Boolean).join(' ') || undefined,
});
