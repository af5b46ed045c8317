import { checkLevel, MAX_ERRORS } from './check-level.ts';
import type { FormSchema } from './model.ts';
import type { CheckOptions } from './values/check-options.ts';
import { dropEmpty } from './values/drop-empty.ts';
import type { ValueError } from './values/value-error.ts';
import { formLimits } from './vocabulary.ts';

export interface SubmissionOptions extends CheckOptions {
  /** Limits the check to these targets. Undefined checks all. */
  fieldsToValidate?: readonly string[];
  /**
   * True if the form has reached its maximum number of submissions. The other reasons for closing are part of the form.
   */
  closed?: boolean;
}

export interface CheckedSubmission {
  /** The values to store, without empty values and without values of fields that a rule hides. */
  readonly values: Record<string, unknown>;
  /** All errors of the submission. Empty if it is valid. */
  readonly errors: ValueError[];
}

/**
 * Validates a submission against its form (forms contract section 5). Returns the same result in the browser and on the
 * server. Never throws, whatever the values are.
 */
export function checkSubmission(
  form: FormSchema,
  submissions: Readonly<Record<string, unknown>>,
  options: SubmissionOptions,
): CheckedSubmission {
  const selected = options.fieldsToValidate ? new Set(options.fieldsToValidate) : null;
  const isSelected = (target: string) => selected === null || selected.has(target);
  const { values, errors } = checkLevel(form, dropEmpty(submissions), '', options, formLimits.nesting, isSelected);
  return isClosed(form, options) ? { values, errors: [FORM_CLOSED] } : { values, errors: errors.slice(0, MAX_ERRORS) };
}

/** Returns all errors of a submission, or an empty list if it is valid. */
export const validateSubmission = (
  form: FormSchema,
  submissions: Readonly<Record<string, unknown>>,
  options: SubmissionOptions,
): ValueError[] => checkSubmission(form, submissions, options).errors;

/** The error of a closed form, which is disabled, past its deadline, or full. */
export const FORM_CLOSED: ValueError = {
  errorPath: 'form.properties.disabled',
  errorType: 'DISABLED_FORM_ERROR',
  errorMessage: 'Form is disabled and not accepting submissions',
  params: {},
};

function isClosed(form: FormSchema, { closed, now }: SubmissionOptions): boolean {
  const deadline = Date.parse(form.limitationRule?.dateTimeDeadline ?? '');
  return form.enabled === false || closed === true || deadline <= now.getTime();
}
