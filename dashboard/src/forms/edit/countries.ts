import { COUNTRIES } from '@portico/domain';

let options: { value: string; label: string }[] | undefined;

/** Countries by their names in the reader's language. */
export function countryOptions(): { value: string; label: string }[] {
  options ??= (() => {
    const names = new Intl.DisplayNames(undefined, { type: 'region' });
    return COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).sort((one, other) =>
      one.label.localeCompare(other.label),
    );
  })();
  return options;
}
