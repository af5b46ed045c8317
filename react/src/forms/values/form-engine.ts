/**
 * The functions that a form needs once a visitor fills it in. They are in a separate module, so that embeds load them
 * on demand.
 */
import { type FieldError, fieldErrorsOf } from '@portico/sdk';
import type { ErrorTexts } from '../error-text.ts';
import type { FieldView } from '../view/field-view.ts';
import { describeError } from './describe-error.ts';
import { errorsByField, locateField } from './errors.ts';
import { evaluateForm } from './evaluate-form.ts';
import { loadDependencies } from './load-dependencies.ts';

/** Returns the functions that read and check values, and that describe errors in one language. */
export const createFormEngine = (texts: ErrorTexts) => ({
  evaluateForm,
  errorsByField,
  locateField,
  loadDependencies,
  fieldErrorsOf,
  describeError: (fields: readonly FieldView[], path: string, error: FieldError) =>
    describeError(fields, path, error, texts),
});

export type FormEngine = ReturnType<typeof createFormEngine>;
