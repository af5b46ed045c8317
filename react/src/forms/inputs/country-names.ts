import { COUNTRIES } from '@portico/domain';

export interface Country {
  readonly code: string;
  readonly name: string;
}

/**
 * Returns countries sorted by their names in a language (BCP 47; by default that of the browser). The names may differ
 * between server and browser, so elements that show them need suppressHydrationWarning.
 */
export function countriesIn(language: string | undefined, allowed: readonly string[] | null): Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const sorter = new Intl.Collator(language);
  return (allowed ?? COUNTRIES)
    .map((code) => ({ code, name: /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code }))
    .sort((a, b) => sorter.compare(a.name, b.name));
}
