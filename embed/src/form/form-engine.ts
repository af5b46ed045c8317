/** The forms engine and its sentences about errors, loaded when the form is first filled in. */
import { createFormEngine, type FormEngine } from '@portico/react/forms/values/form-engine';
import type { FormErrorTexts } from '@portico/react/texts/form-errors-en';
import type { FormTexts } from '@portico/react/texts/forms-en';

export async function loadFormEngine(language: string, { forms }: { readonly forms: FormTexts }): Promise<FormEngine> {
  return createFormEngine({ forms, formErrors: await loadErrorTexts(language) });
}

async function loadErrorTexts(language: string): Promise<FormErrorTexts> {
  switch (language) {
    case 'de':
      return (await import('@portico/react/texts/form-errors-de')).formErrorsDe;
    case 'he':
      return (await import('@portico/react/texts/form-errors-he')).formErrorsHe;
    default:
      return (await import('@portico/react/texts/form-errors-en')).formErrorsEn;
  }
}
