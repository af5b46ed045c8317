/** The parts of an address by country (forms contract section 5.3). */
import type { FormField } from '../model.ts';
import { subdivisionsOf } from './subdivisions.ts';

export type AddressPart =
  | 'country'
  | 'subdivision'
  | 'city'
  | 'addressLine'
  | 'addressLine2'
  | 'postalCode'
  | 'streetName'
  | 'streetNumber';

/**
 * A form for the parts of an address other than its country, as the vendor's components read it (earlier generation).
 */
export interface AddressTemplate {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly (FormField & { readonly target: AddressPart })[];
  readonly steps: readonly object[];
}

/** Maximum length of one part, in characters. */
export const ADDRESS_PART_LENGTH = 1_000;

const COMMON = 'addressLine* addressLine2- city* postalCode*';
const WITH_STATE = 'addressLine* addressLine2- city* subdivision* postalCode*';
const STREET_AND_NUMBER = 'streetName* streetNumber* addressLine2- city* postalCode* subdivision*';

/** The parts in display order. `*` marks a required part, `-` a part that is hidden until the owner shows it. */
const TEMPLATES: readonly (readonly [name: string, id: string, parts: string])[] = [
  ['COMMON', '0d5dcb6d-1403-4b80-b73e-6d90a2245561', COMMON],
  ['COMMON_STATE', 'b7b59987-e5c6-4ec7-a4af-f48318a68a5d', WITH_STATE],
  ['US', 'ebe1c447-8fd5-4c7a-8cf1-75b94db68698', WITH_STATE],
  ['GB', '3d059d26-8ce8-48ce-9779-b23e42014454', WITH_STATE],
  ['FR', 'fbc1fb24-37bc-4c0f-afa4-35e88a43127d', WITH_STATE],
  ['ES', 'f0e74759-d378-4ae7-9db7-42b4c7d02094', WITH_STATE],
  ['CA', '2b942888-7d93-41ee-b85c-5705263f9eea', WITH_STATE],
  ['AU', '76f1a42e-b609-4c8b-b41a-7ebf2fbb5a56', WITH_STATE],
  ['DE', 'c7bde0e2-187e-44e7-8f51-14162259eb2b', STREET_AND_NUMBER],
  ['BR', '3160f799-1ade-455b-87f9-128875ec874e', STREET_AND_NUMBER],
  ['IL', 'bc7a8d54-8df3-47cb-bb9b-3338fd6246e5', 'streetName* streetNumber* addressLine2 city* postalCode'],
  ['JP', 'e51fc7b5-0c29-40c6-b2e8-58d9fa5e3c29', 'postalCode* subdivision* city* addressLine* addressLine2-'],
];

const PARTS: Readonly<Record<Exclude<AddressPart, 'country'>, readonly [fieldType: string, label: string]>> = {
  subdivision: ['MLA_SUBDIVISION', 'State / Region'],
  city: ['MLA_CITY', 'City'],
  addressLine: ['MLA_ADDRESS_LINE', 'Address'],
  addressLine2: ['MLA_ADDRESS_LINE_2', 'Address, line 2'],
  postalCode: ['MLA_POSTAL_CODE', 'Zip / Postal code'],
  streetName: ['MLA_STREET_NAME', 'Street name'],
  streetNumber: ['MLA_STREET_NUMBER', 'Street number'],
};

/** The twelve templates by id. The vendor's React toolkit requests all of them at once and throws if one is missing. */
export const addressTemplates: ReadonlyMap<string, AddressTemplate> = new Map(
  TEMPLATES.map(([name, id, parts]) => [id, templateOf(name, id, parts.split(' '))]),
);

const byName = new Map([...addressTemplates.values()].map((template) => [template.name, template]));

/**
 * Returns the country's own template. For a country without one, returns the common template, with a state if the
 * country's subdivisions are listed.
 */
export function addressTemplateOf(country: string | undefined): AddressTemplate {
  const countryTemplate = country === undefined || country.length !== 2 ? undefined : byName.get(country);
  const shared = country !== undefined && subdivisionsOf(country) ? 'COMMON_STATE' : 'COMMON';
  return countryTemplate ?? (byName.get(shared) as AddressTemplate);
}

function templateOf(name: string, id: string, parts: readonly string[]): AddressTemplate {
  const fields = parts.map((part, index) => {
    const target = part.replace(/[*-]$/, '') as keyof typeof PARTS;
    const [fieldType, label] = PARTS[target];
    return {
      // The id is unique per template and equal on every server.
      id: `${id.slice(0, 24)}${String(index + 1).padStart(12, '0')}`,
      target,
      pii: true,
      hidden: part.endsWith('-'),
      readOnly: false,
      view: { fieldType, label, hideLabel: false },
      validation: { required: part.endsWith('*'), string: { format: 'UNDEFINED', maxLength: ADDRESS_PART_LENGTH } },
    };
  });
  const items = fields.map((field, index) => ({ fieldId: field.id, row: index, column: 0, width: 12, height: 1 }));
  const shown = { items, columns: 12, rowHeight: 36, margin: { horizontal: 0, vertical: 0 } };
  const layout = { large: shown, medium: shown, small: shown };
  return { id, name, fields, steps: [{ id: `${id.slice(0, 24)}${'f'.repeat(12)}`, name, hidden: false, layout }] };
}
