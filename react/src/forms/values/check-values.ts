import {
  applyRules,
  checkSubmission,
  dropEmpty,
  type FieldState,
  type FormSchema,
  formLimits,
  isObject,
  targetOf,
} from '@portico/domain';
import type { FieldError, FormValues } from '@portico/sdk';
import { checkOptionsOf, type EngineDependencies } from './engine-dependencies.ts';
import { pathOf } from './names.ts';

/** Maps the path of each field to the changes that the active rules make to it. */
export type FieldStates = ReadonlyMap<string, FieldState>;

export interface CheckedValues {
  readonly errors: FieldError[];
  /** The values to store, except the values of fields that a rule hides. */
  readonly values: FormValues;
}

/** Checks the values with the same forms engine as the server. Skips checks whose dependencies are not loaded. */
export function checkValues(
  form: FormSchema,
  values: FormValues,
  now: Date,
  dependencies: EngineDependencies = {},
  more: Parameters<typeof checkOptionsOf>[2] = {},
): CheckedValues {
  const { errors, values: checkedValues } = checkSubmission(form, values, checkOptionsOf(dependencies, now, more));
  // Without the numbering plans, only the server can determine the country of a phone number.
  const certainErrors = dependencies.phone
    ? errors
    : errors.filter((error) => !('allowedCountryCodes' in error.params));
  return { errors: certainErrors, values: checkedValues };
}

/** Returns the changes that the rules of the form and its nested forms make for these values. */
export function fieldStates(form: FormSchema, values: FormValues, now: Date): FieldStates {
  return new Map(statesAt(form, dropEmpty(values), now, '', formLimits.nesting));
}

function statesAt(
  form: FormSchema,
  values: FormValues,
  now: Date,
  path: string,
  levels: number,
): [string, FieldState][] {
  const fields = form.formFields ?? [];
  const { states } = applyRules(form.formRules ?? [], fields, values, now);
  const own = fields.flatMap((field): [string, FieldState][] => {
    const state = states.get(field.id ?? '');
    // Display fields have no target and are identified by their id.
    return state ? [[pathOf(path, targetOf(field) ?? field.id ?? ''), state]] : [];
  });
  if (levels === 0) return own;
  const inner = (form.nestedForms ?? []).flatMap((nested) =>
    (nested.targets ?? []).flatMap((target) => {
      const value = values[target];
      return nested.form
        ? statesAt(nested.form, isObject(value) ? value : {}, now, pathOf(path, target), levels - 1)
        : [];
    }),
  );
  return [...own, ...inner];
}
