import type { FormTexts } from '@portico/react/texts/forms-en';

/** Loads the texts of forms in a language that the server supports. */
export async function loadFormTexts(language: string): Promise<{ readonly forms: FormTexts }> {
  switch (language) {
    case 'de':
      return { forms: (await import('@portico/react/texts/forms-de')).formsDe };
    case 'he':
      return { forms: (await import('@portico/react/texts/forms-he')).formsHe };
    default:
      return { forms: (await import('@portico/react/texts/forms-en')).formsEn };
  }
}
