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
import { checkOptionsOf, type Engines } from './engines.ts';
import { pathOf } from './names.ts';

/** path of a field → what the rules that hold now say of it */
export type FieldStates = ReadonlyMap<string, FieldState>;

export interface Checked {
  readonly errors: FieldError[];
  /** as they are stored: without those of fields that a rule hid */
  readonly values: FormValues;
}

/** What is wrong with the values: the server's verdict, as far as its engines are loaded. */
export function checkValues(
  form: FormSchema,
  values: FormValues,
  now: Date,
  engines: Engines = {},
  more: Parameters<typeof checkOptionsOf>[2] = {},
): Checked {
  const { errors, values: kept } = checkSubmission(form, values, checkOptionsOf(engines, now, more));
  // Without the numbering plans only the server knows whose number it is.
  const sure = engines.phone ? errors : errors.filter((error) => !('allowedCountryCodes' in error.params));
  return { errors: sure, values: kept };
}

/** What the rules of the form, and of the forms in it, say for these values. */
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
    // what only shows has no target, and is known by its id
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
