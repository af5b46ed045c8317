import { type AddressRules, isObject } from '../model.ts';
import { ADDRESS_PART_LENGTH, addressTemplateOf } from './address-templates.ts';
import { nonEmptyOrUndefined } from './check-array.ts';
import { checkKeys, checkText } from './check-structures.ts';
import { COUNTRIES } from './countries.ts';
import { subdivisionsOf } from './subdivisions.ts';
import { joinPath, notAllowedError, type ValueError, wrongTypeError } from './value-error.ts';

/** Component options that affect validation. The owner can show parts that are hidden by default. */
export interface AddressOptions {
  fieldSettings?: Record<string, { show?: boolean } | undefined>;
}

/**
 * Returns all errors of an address (forms contract section 5.3). Its country determines the parts and which of them are
 * required. The owner may make a shown part optional or required. A part that the country's template lacks is reported
 * as an unknown key.
 */
export function checkAddress(value: unknown, rules: AddressRules, options: AddressOptions, path: string): ValueError[] {
  if (!isObject(value)) return [wrongTypeError(path, 'object')];
  const country = typeof value.country === 'string' ? value.country : undefined;
  const { fields } = addressTemplateOf(country);
  return [
    ...checkKeys(value, ['country', ...fields.map((field) => field.target)], path),
    ...checkText(value, 'country', { required: true, limit: ADDRESS_PART_LENGTH }, path),
    ...(country === undefined ? [] : checkCountry(country, rules, joinPath(path, 'country'))),
    ...fields.flatMap(({ target, hidden, validation }) => {
      const isShown = !hidden || options.fieldSettings?.[target]?.show === true;
      const required = isShown && (rules.fields?.[target]?.required ?? validation?.required === true);
      return checkText(value, target, { required, limit: ADDRESS_PART_LENGTH }, path);
    }),
    ...checkSubdivision(value.subdivision, country, joinPath(path, 'subdivision')),
  ];
}

function checkCountry(country: string, rules: AddressRules, path: string): ValueError[] {
  const allowed = nonEmptyOrUndefined(rules.allowedCountries) ?? COUNTRIES;
  return allowed.includes(country) ? [] : [notAllowedError(path, allowed)];
}

/**
 * Accepts a bare code (`NY`), as the vendor's form sends it, or one with its country (`US-NY`), as ISO 3166-2 defines
 * it.
 */
function checkSubdivision(subdivision: unknown, country: string | undefined, path: string): ValueError[] {
  const known = country === undefined ? undefined : subdivisionsOf(country);
  if (!known || typeof subdivision !== 'string') return [];
  const subdivisionCode = subdivision.startsWith(`${country}-`) ? subdivision.slice(3) : subdivision;
  return known.includes(subdivisionCode) ? [] : [notAllowedError(path, known)];
}
