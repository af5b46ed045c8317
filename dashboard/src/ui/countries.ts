import { countriesIn } from '@portico/react/forms/inputs/country-names';

let options: readonly { value: string; label: string }[] | undefined;

/** Countries by their names in the reader's language. */
export function countryOptions(): { value: string; label: string }[] {
  options ??= countriesIn(undefined, null).map(({ code, name }) => ({ value: code, label: name }));
  return [...options];
}
