import { checkLevel, MAX_ERRORS } from './check-level.ts';
import type { FormSchema } from './model.ts';
import type { CheckOptions } from './values/check-options.ts';
import { dropEmpty } from './values/drop-empty.ts';
import type { ValueError } from './values/value-error.ts';
import { formLimits } from './vocabulary.ts';

export interface SubmissionOptions extends CheckOptions {
  /** only these targets; all where absent */
  fieldsToValidate?: readonly string[];
  /** no more submissions are taken, for a reason that the form does not tell (its number of submissions is reached) */
  closed?: boolean;
}

export interface CheckedSubmission {
  /** what is to be stored: empty values and those of fields that a rule hid are taken out */
  readonly values: Record<string, unknown>;
  /** everything that is wrong, at once; empty when the submission is valid */
  readonly errors: ValueError[];
}

/**
 * Validates a submission against its form (forms contract section 5): the same verdict in the browser and on the server.
 * Never throws, whatever the values are.
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

/** Everything that is wrong with a submission; empty when it is valid. */
export const validateSubmission = (
  form: FormSchema,
  submissions: Readonly<Record<string, unknown>>,
  options: SubmissionOptions,
): ValueError[] => checkSubmission(form, submissions, options).errors;

/** That the form takes no submissions: switched off, past its deadline, or full. */
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
