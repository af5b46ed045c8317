import { countriesIn } from '@portico/react/forms/inputs/country-names';

let options: readonly { value: string; label: string }[] | undefined;

/** All countries with their names in the language of the browser. */
export function listCountryOptions(): { value: string; label: string }[] {
  options ??= countriesIn(undefined, null).map(({ code, name }) => ({ value: code, label: name }));
  return [...options];
}
