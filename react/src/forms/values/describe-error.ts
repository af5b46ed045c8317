import type { FieldError } from '@portico/sdk';
import type { FormTexts } from '../../texts/forms-en.ts';
import { type ErrorTexts, errorText } from '../error-text.ts';
import type { FieldView } from '../view/field-view.ts';
import { locateField } from './errors.ts';

/** An error as the form shows it. */
export interface DescribedError {
  /** Path of the input; null for an error of the form itself. */
  readonly path: string | null;
  /** The label of the field; '' for an error of the form itself. */
  readonly label: string;
  readonly text: string;
}

/** Describes an error. `path` is the key of the error in the result of `errorsByField`. */
export function describeError(
  fields: readonly FieldView[],
  path: string,
  error: FieldError,
  texts: ErrorTexts,
): DescribedError {
  const location = locateField(fields, path);
  const part = path.split('/').at(-1) as keyof FormTexts['address'];
  const name =
    location?.field.kind === 'address' && path !== location.field.target ? texts.forms.address[part] : undefined;
  return {
    path: location ? path : null,
    label: name ? `${location?.label}: ${name}` : (location?.label ?? ''),
    text: errorText(error, location?.field, texts),
  };
}
