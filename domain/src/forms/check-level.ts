/** Checks one level of a submission: the fields of a form, of a repeater row, or of a nested form. */
import { type Field, type FormSchema, isObject, nestedFormsByTarget, repeaterFields, targetOf } from './model.ts';
import { applyRules, type FieldState } from './rules/apply-rules.ts';
import { checkListSize } from './values/check-array.ts';
import type { CheckOptions } from './values/check-options.ts';
import { checkValue } from './values/check-value.ts';
import {
  joinPath,
  missingValueError,
  notCheckableError,
  unknownKeyError,
  type ValueError,
  wrongTypeError,
} from './values/value-error.ts';
import { formLimits } from './vocabulary.ts';

/** Limits the size of the response to a hostile request. */
export const MAX_ERRORS = 1_000;

export interface CheckedLevel {
  /** The submitted values, except the values of fields that a rule hides. */
  readonly values: Record<string, unknown>;
  readonly errors: ValueError[];
}

/**
 * Applies the rules of the level, reports missing required values and checks every value. `submitted` must not contain
 * empty values (see dropEmpty). Errors are reported only for targets for which `isSelected` returns true.
 */
export function checkLevel(
  form: FormSchema,
  submitted: Readonly<Record<string, unknown>>,
  path: string,
  options: CheckOptions,
  levels: number = formLimits.nesting,
  isSelected: (target: string) => boolean = () => true,
): CheckedLevel {
  const fields = form.formFields ?? [];
  const { states, values } = applyRules(form.formRules ?? [], fields, submitted, options.now);
  const stateOf = (field: Field): FieldState => states.get(field.id ?? '') ?? {};
  // Values of deleted fields remain valid.
  const byTarget = new Map([...(form.deletedFormFields ?? []), ...fields].map((field) => [targetOf(field), field]));
  const forms = nestedFormsByTarget(form);

  const errors = fields.flatMap((field) => {
    const target = targetOf(field);
    if (target === undefined || !isSelected(target) || !isBlank(values, target, field)) return [];
    return isRequired(field, stateOf(field))
      ? findMissing(field, joinPath(path, target), target, options, stateOf(field))
      : [];
  });
  const entries: [string, unknown][] = [];
  for (const [target, value] of Object.entries(values)) {
    const fieldPath = joinPath(path, target);
    const field = byTarget.get(target);
    const nestedForm = forms.get(target);
    if (field && nestedForm && isObject(value) && levels > 0) {
      const inner = checkLevel(nestedForm, value, fieldPath, options, levels - 1);
      entries.push([target, inner.values]);
      if (isSelected(target)) append(errors, inner.errors);
      continue;
    }
    entries.push([target, value]);
    if (errors.length >= MAX_ERRORS || !isSelected(target) || (field && isBlank(values, target, field))) continue;
    if (!field) append(errors, [unknownKeyError(fieldPath, target)]);
    else if (nestedForm)
      append(errors, [levels > 0 ? wrongTypeError(fieldPath, 'object') : notCheckableError(fieldPath, 'NESTED_FORM')]);
    else if (isRepeater(field)) append(errors, checkRows(value, field, fieldPath, options, levels));
    else append(errors, checkValue(value, field, fieldPath, options, stateOf(field)));
  }
  return { values: Object.fromEntries(entries), errors };
}

/** Appends the errors one by one, because spreading a long list into arguments would overflow the stack. */
function append(errors: ValueError[], more: readonly ValueError[]): void {
  for (const error of more) errors.push(error);
}

function isRequired(field: Field, state: FieldState): boolean {
  const { required, readOnly } = field.inputOptions ?? {};
  return Boolean(state.required ?? required) && !(state.hidden ?? field.hidden) && !readOnly;
}

/** Returns the error of a missing value. An address gets one error for each missing part. */
const findMissing = (
  field: Field,
  path: string,
  target: string,
  options: CheckOptions,
  state: FieldState,
): ValueError[] => (isAddress(field) ? checkValue({}, field, path, options, state) : [missingValueError(path, target)]);

const isAddress = (field: Field): boolean => field.inputOptions?.inputType === 'ADDRESS';
const isRepeater = (field: Field): boolean => field.inputOptions?.inputType === 'OBJECT_ARRAY';

/** Returns true if the value is missing, or is an address without any part. */
function isBlank(values: Readonly<Record<string, unknown>>, target: string, field: Field): boolean {
  if (!Object.hasOwn(values, target)) return true;
  const value = values[target];
  return isAddress(field) && isObject(value) && Object.keys(value).length === 0;
}

function checkRows(value: unknown, field: Field, path: string, options: CheckOptions, levels: number): ValueError[] {
  if (!Array.isArray(value)) return [wrongTypeError(path, 'array')];
  if (levels === 0) return [notCheckableError(path, 'OBJECT_ARRAY')];
  const bounds = field.inputOptions?.objectArrayOptions?.validation ?? {};
  const sizes = checkListSize(value.length, bounds, formLimits.arrayItems, path);
  // Listing every wrong row of an oversized list would produce a huge response.
  if (value.length > formLimits.arrayItems) return sizes;
  const row = { formFields: repeaterFields(field) };
  return [
    ...sizes,
    ...value.flatMap((values: unknown, index) =>
      isObject(values)
        ? checkLevel(row, values, joinPath(path, index), options, levels - 1).errors
        : [wrongTypeError(joinPath(path, index), 'object')],
    ),
  ];
}
