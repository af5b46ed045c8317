import type { FormFrameTexts } from '@portico/react/texts/form-frame-en';

/** Loads the texts that every form shows, in a language that the server supports. */
export async function loadFormTexts(language: string): Promise<FormFrameTexts> {
  switch (language) {
    case 'de':
      return (await import('@portico/react/texts/form-frame-de')).formFrameDe;
    case 'he':
      return (await import('@portico/react/texts/form-frame-he')).formFrameHe;
    default:
      return (await import('@portico/react/texts/form-frame-en')).formFrameEn;
  }
}
