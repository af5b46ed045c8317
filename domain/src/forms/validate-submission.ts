import { type Field, type FormSchema, isObject } from './model.ts';
import { applyRules } from './rules/apply-rules.ts';
import type { CheckOptions } from './values/check-options.ts';
import { checkValue, targetOf } from './values/check-value.ts';
import { dropEmpty } from './values/drop-empty.ts';
import { missing, unknownKey, type ValueError } from './values/value-error.ts';

/** more would only make a huge answer to a hostile request */
const MOST_ERRORS = 1_000;

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
  const fields = form.formFields ?? [];
  const { states, values } = applyRules(form.formRules ?? [], fields, dropEmpty(submissions), options.now);
  if (isClosed(form, options)) return { values, errors: [CLOSED] };

  const deleted = (form.deletedFormFields ?? []).map(optional);
  const byTarget = new Map([...deleted, ...fields].map((field) => [targetOf(field), field]));
  const looked = options.fieldsToValidate ? new Set(options.fieldsToValidate) : null;
  const isLooked = (target: string) => looked === null || looked.has(target);
  const errors: ValueError[] = [];

  for (const [target, field] of byTarget) {
    if (target === undefined || !isLooked(target) || !isBlank(values, target, field)) continue;
    const state = states.get(field.id ?? '') ?? {};
    const hidden = state.hidden ?? field.hidden;
    const required = state.required ?? field.inputOptions?.required;
    if (!required || hidden || field.inputOptions?.readOnly) continue;
    // each missing part of an address is named
    errors.push(...(isAddress(field) ? checkValue({}, field, target, options) : [missing(target, target)]));
  }
  for (const [target, value] of Object.entries(values)) {
    if (errors.length >= MOST_ERRORS) break;
    if (!isLooked(target)) continue;
    const field = byTarget.get(target);
    if (field && isBlank(values, target, field)) continue;
    const allowed = field && states.get(field.id ?? '')?.allowedValues;
    errors.push(...(field ? checkValue(value, field, target, options, allowed) : [unknownKey(target, target)]));
  }
  return { values, errors: errors.slice(0, MOST_ERRORS) };
}

/** Everything that is wrong with a submission; empty when it is valid. */
export const validateSubmission = (
  form: FormSchema,
  submissions: Readonly<Record<string, unknown>>,
  options: SubmissionOptions,
): ValueError[] => checkSubmission(form, submissions, options).errors;

const CLOSED: ValueError = {
  errorPath: 'form.properties.disabled',
  errorType: 'DISABLED_FORM_ERROR',
  errorMessage: 'Form is disabled and not accepting submissions',
  params: {},
};

function isClosed(form: FormSchema, { closed, now }: SubmissionOptions): boolean {
  const deadline = Date.parse(form.limitationRule?.dateTimeDeadline ?? '');
  return form.enabled === false || closed === true || deadline <= now.getTime();
}

const isAddress = (field: Field): boolean => field.inputOptions?.inputType === 'ADDRESS';

/** Not there; an address whose every part was left empty is not there either. */
function isBlank(values: Readonly<Record<string, unknown>>, target: string, field: Field): boolean {
  if (!Object.hasOwn(values, target)) return true;
  const value = values[target];
  return isAddress(field) && isObject(value) && Object.keys(value).length === 0;
}

/** Values of a deleted field stay acceptable, and are never demanded. */
const optional = (field: Field): Field => ({
  ...field,
  inputOptions: { ...field.inputOptions, required: false },
});
