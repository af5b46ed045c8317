/** The input values of the settings screen for forms. */
import type { FormErrors } from '@mantine/form';
import type { Settings, SettingsChanges } from './queries.ts';

export type FormsValues = Settings['forms'];

export const readForms = ({ forms }: Settings): FormsValues => structuredClone(forms);

export const writeForms = (forms: FormsValues): SettingsChanges => ({
  forms: { ...forms, currency: forms.currency.trim().toUpperCase() },
});

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 1;

/** Returns error messages for empty numbers and an invalid currency. */
export function validateForms(forms: FormsValues): FormErrors {
  const errors: Record<string, string> = {};
  for (const section of ['limits', 'trashDays', 'files'] as const) {
    for (const [key, value] of Object.entries(forms[section])) {
      if (!isCount(value)) errors[`${section}.${key}`] = 'Enter a whole number.';
    }
  }
  if (!isCount(forms.pendingDays)) errors.pendingDays = 'Enter a whole number.';
  if (!isCount(forms.spam.emailsPerHour)) errors['spam.emailsPerHour'] = 'Enter a whole number.';
  if (!/^[A-Za-z]{3}$/.test(forms.currency.trim())) errors.currency = 'Enter three letters, for example EUR.';
  return errors;
}

/** Returns the form field for the path of a violation. Errors of list entries are shown at the list. */
export const formsNameOf = (path: string): string | undefined =>
  /^forms\.((?:limits|trashDays|files|spam)\.\w+|pendingDays|currency|country)/.exec(path)?.[1];
