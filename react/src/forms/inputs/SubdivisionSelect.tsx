import { subdivisionsOf } from '@portico/domain';
import { NAMES } from './subdivision-names.gen.ts';

interface Props extends Omit<React.ComponentProps<'select'>, 'defaultValue'> {
  readonly country: string;
  /** Label of the empty option. */
  readonly emptyLabel: string;
  /** A code, with or without its country (`DE-HH`). */
  readonly initial: string;
}

/**
 * Selects a state of a country by name. The component is in a separate file, so that the names are loaded on first use.
 */
export default function SubdivisionSelect({ country, emptyLabel, initial, ...attributes }: Props) {
  const bare = initial.startsWith(`${country}-`) ? initial.slice(country.length + 1) : initial;
  return (
    <select {...attributes} defaultValue={bare}>
      <option value="">{emptyLabel}</option>
      {namedSubdivisions(country).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Returns the subdivisions sorted by name. States without a name are shown by their code. */
function namedSubdivisions(country: string): { code: string; name: string }[] {
  const names = new Map(NAMES[country]?.split('|').map((entry) => entry.split(/ (.*)/) as [string, string]));
  const collator = new Intl.Collator('en', { numeric: true });
  return (subdivisionsOf(country) ?? [])
    .map((code) => ({ code, name: names.get(code) ?? code }))
    .sort((a, b) => collator.compare(a.name, b.name));
}
