import { subdivisionsOf } from '@portico/domain';
import { NAMES } from './subdivision-names.gen.ts';

interface Props extends Omit<React.ComponentProps<'select'>, 'defaultValue'> {
  readonly country: string;
  /** what stands for none */
  readonly none: string;
  /** a code, bare or with its country before it (`DE-HH`) */
  readonly given: string;
}

/** The states of a country by their names. Those come when they are first needed: this file is loaded by itself. */
export default function SubdivisionSelect({ country, none, given, ...attributes }: Props) {
  const bare = given.startsWith(`${country}-`) ? given.slice(country.length + 1) : given;
  return (
    <select {...attributes} defaultValue={bare}>
      <option value="">{none}</option>
      {namedSubdivisions(country).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** By name; one without is shown by its code. */
function namedSubdivisions(country: string): { code: string; name: string }[] {
  const names = new Map(NAMES[country]?.split('|').map((entry) => entry.split(/ (.*)/) as [string, string]));
  const sorter = new Intl.Collator('en', { numeric: true });
  return (subdivisionsOf(country) ?? [])
    .map((code) => ({ code, name: names.get(code) ?? code }))
    .sort((a, b) => sorter.compare(a.name, b.name));
}
