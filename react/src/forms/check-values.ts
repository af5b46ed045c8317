import { applyRules, checkSubmission, dropEmpty, type FormSchema } from '@portico/domain';
import type { FieldError, FormValues } from '@portico/sdk';

/** What is wrong with the values as far as a page can tell; the server has the last word. */
export function checkValues(form: FormSchema, values: FormValues, now: Date): FieldError[] {
  const { errors } = checkSubmission(form, values, { phone: plausiblePhone, matches, now });
  // Whose number it is only the server knows: it has the numbering plans of all countries.
  return errors.filter((error) => !('allowedCountryCodes' in error.params));
}

/** Ids of the fields that the form's rules hide for these values, and of those they make required or optional. */
export function fieldStates(form: FormSchema, values: FormValues, now: Date): FieldStates {
  return applyRules(form.formRules ?? [], form.formFields ?? [], dropEmpty(values), now).states;
}

/** field id → what the rules that hold now say of it */
export type FieldStates = ReturnType<typeof applyRules>['states'];

const plausiblePhone = () => ({ callingCodeKnown: true, valid: true, country: null });

/** The owner's pattern in the visitor's own browser; one that this engine cannot read is left to the server. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}
