/** Languages of hosted pages and mails. `rtl` marks the languages that are written from right to left. */
export const languages = {
  en: { name: 'English', rtl: false },
  de: { name: 'Deutsch', rtl: false },
  he: { name: 'עברית', rtl: true },
} as const;

export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as Language[];

/** Returns the first supported language of `preferred` (BCP 47 tags, best first). `iw` is the former code of Hebrew. */
export function pickLanguage(preferred: readonly (string | null | undefined)[], fallback: Language): Language {
  for (const tag of preferred) {
    const primary = tag?.toLowerCase().split(/[-_]/)[0] ?? '';
    const code = primary === 'iw' ? 'he' : primary;
    if (Object.hasOwn(languages, code)) return code as Language;
  }
  return fallback;
}
