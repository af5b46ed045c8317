/** A second, simple implementation of field validation, with which tests compare the results of `checkSubmission`. */
import type { Field } from '@portico/domain';

interface Bounds {
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  pattern?: string;
  format?: string;
  enum?: unknown[];
  dateOptions?: { minimum?: string; maximum?: string };
}
interface Size {
  minItems?: number;
  maxItems?: number;
}
interface ArrayBounds extends Size {
  items: { itemType: 'STRING' | 'NUMBER' | 'BOOLEAN'; stringOptions: Bounds; numberOptions: Bounds };
}
type Json = Record<string, unknown>;

/** Returns the name of a bound that the value violates, or null. */
export function findBrokenBound({ identifier, inputOptions = {} }: Field, value: unknown): string | null {
  switch (inputOptions.inputType) {
    case 'STRING': {
      const block = inputOptions.stringOptions as { validation: Bounds; radioGroupOptions?: object };
      const isOther = block.radioGroupOptions && !block.validation.enum?.length && value !== 'a' && value !== 'b';
      const isImpossibleBirthdate =
        identifier === 'CONTACTS_BIRTHDATE' && (String(value) < '1900' || String(value) > '2026-05-18');
      return checkText(block.validation, value) ?? (isOther ? 'option' : isImpossibleBirthdate ? 'birthdate' : null);
    }
    case 'NUMBER':
      return checkNumber(inputOptions.numberOptions?.validation as Bounds, value);
    case 'BOOLEAN': {
      const allowed = inputOptions.booleanOptions?.validation?.enum ?? [];
      return checkBoolean({}, value) ?? (allowed.length > 0 && !allowed.includes(value as boolean) ? 'enum' : null);
    }
    case 'ARRAY': {
      const validation = inputOptions.arrayOptions?.validation as ArrayBounds;
      const { itemType, numberOptions, stringOptions } = validation.items;
      const broken = { STRING: checkText, NUMBER: checkNumber, BOOLEAN: checkBoolean }[itemType];
      return checkList(validation, value, (item) =>
        broken(itemType === 'NUMBER' ? numberOptions : stringOptions, item),
      );
    }
    case 'OBJECT':
      if (identifier === 'NESTED_FORM') return checkGuest(value);
      if (identifier === 'VAT_ID') return (value as Json).id === '52998224725' ? null : 'check digits';
      return checkObject((inputOptions.objectOptions?.validation?.properties ?? {}) as Json, value);
    case 'ADDRESS':
      return checkAddress(inputOptions.addressOptions?.validation?.allowedCountries, value);
    case 'WIX_FILE':
      return checkList(
        { minItems: 1, maxItems: inputOptions.wixFileOptions?.validation?.fileLimit ?? 30 },
        value,
        checkFile,
      );
    case 'PAYMENT':
      return checkPayment(inputOptions.paymentOptions?.validation as Size, value);
    case 'SCHEDULING': {
      const { startDate, endDate, timeZone } = value as Json;
      const isOrdered = startDate === '2036-01-01T10:00:00Z' && endDate === '2036-01-01T11:00:00Z';
      return isOrdered && timeZone === 'Europe/Berlin' ? null : 'slot';
    }
    case 'OBJECT_ARRAY':
      return checkList(
        { maxItems: 1_000, ...omitUndefined(inputOptions.objectArrayOptions?.validation) },
        value,
        checkGuest,
      );
    default:
      return 'unknown input type';
  }
}

const omitUndefined = (bounds: object = {}): object =>
  Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined));

function checkList(bounds: Size, value: unknown, checkItem: (item: unknown) => string | null): string | null {
  const { minItems = 0, maxItems = 100 } = bounds;
  if (!Array.isArray(value)) return 'type';
  if (value.length < minItems || value.length > maxItems) return 'items';
  return value.map(checkItem).find((found) => found !== null) ?? null;
}

function checkText(bounds: Bounds, value: unknown): string | null {
  if (typeof value !== 'string') return 'type';
  const length = [...value].length;
  if (length < (bounds.minLength ?? 0) || length > (bounds.maxLength ?? 20_000)) return 'length';
  if (bounds.enum?.length && !bounds.enum.includes(value)) return 'enum';
  if (bounds.pattern && !new RegExp(bounds.pattern, 'u').test(value)) return 'pattern';
  const shape = FORMAT_PATTERNS[bounds.format ?? ''];
  if (shape && !shape.test(value)) return 'format';
  if (bounds.format !== 'DATE') return null;
  if (new Date(`${value}T00:00:00Z`).toISOString().slice(0, 10) !== value) return 'format';
  const literalOrUndefined = (bound: string | undefined) => (bound && /^\d/.test(bound) ? bound : undefined);
  const { minimum, maximum } = bounds.dateOptions ?? {};
  return value < (literalOrUndefined(minimum) ?? '') || value > (literalOrUndefined(maximum) ?? '9')
    ? 'range of dates'
    : null;
}

const FORMAT_PATTERNS: Readonly<Record<string, RegExp>> = {
  EMAIL: /^.+@.+\..+$/,
  URL: /^(https?|ftp):\/\//,
  URI: /^[a-z]+:/,
  UUID: /^[\da-f-]{36}$/i,
  HOSTNAME: /^[a-z\d.-]+$/i,
  COLOR_HEX: /^#/,
  CURRENCY: /^[a-z]{3}$/i,
  LANGUAGE: /^[a-z]{2}$/i,
  DATE: /^\d{4}-\d\d-\d\d$/,
  TIME: /^\d\d:\d\d:\d\d/,
  DATE_TIME: /^\d{4}-\d\d-\d\dT/,
  DATE_OPTIONAL_TIME: /^\d{4}-\d\d-\d\d/,
  PHONE: /^\+4915123456789$/,
};

function checkNumber(bounds: Bounds, value: unknown): string | null {
  if (typeof value !== 'number') return 'type';
  if (value < (bounds.minimum ?? -Infinity) || value > (bounds.maximum ?? Number.MAX_SAFE_INTEGER)) return 'range';
  if (bounds.enum?.length && !bounds.enum.includes(value)) return 'enum';
  const step = bounds.multipleOf === undefined ? 0 : bounds.multipleOf > 0 ? bounds.multipleOf : 1;
  const isBetweenSteps =
    step > 0 && Math.abs(Math.round(value / step) * step - value) > 1e-6 * Math.max(1, Math.abs(value));
  return isBetweenSteps ? 'step' : null;
}

const checkBoolean = (_bounds: Bounds, value: unknown): string | null => (typeof value === 'boolean' ? null : 'type');

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checkObject(properties: Json, value: unknown): string | null {
  if (!isObject(value)) return 'type';
  if (Object.keys(value).some((key) => !Object.hasOwn(properties, key))) return 'unknown key';
  for (const [key, rules] of Object.entries(properties) as [string, { propertiesType: string; required: boolean }][]) {
    if (!Object.hasOwn(value, key)) {
      if (rules.required) return 'required part';
      continue;
    }
    const type = { STRING: 'string', NUMBER: 'number', ARRAY: 'object' }[rules.propertiesType];
    if (typeof value[key] !== type) return 'type of a part';
  }
  return null;
}

function checkGuest(value: unknown): string | null {
  if (!isObject(value)) return 'type';
  if (Object.keys(value).some((key) => key !== 'name' && key !== 'age')) return 'unknown key';
  if (typeof value.name !== 'string' || [...value.name].length > 4) return 'name';
  return value.age === undefined || (typeof value.age === 'number' && value.age >= 2) ? null : 'age';
}

const REQUIRED_ADDRESS_FIELDS: Readonly<Record<string, readonly string[]>> = {
  DE: ['streetName', 'streetNumber', 'city', 'postalCode', 'subdivision'],
  US: ['addressLine', 'city', 'postalCode', 'subdivision'],
  IL: ['streetName', 'streetNumber', 'city'],
  MV: ['addressLine', 'city', 'postalCode'],
};

function checkAddress(allowed: readonly string[] | undefined, value: unknown): string | null {
  if (!isObject(value)) return 'type';
  if (Object.keys(value).length === 0) return null;
  const { country, subdivision } = value;
  const needed = REQUIRED_ADDRESS_FIELDS[String(country)];
  if (!needed || (allowed && !allowed.includes(String(country)))) return 'country';
  if (needed.some((part) => typeof value[part] !== 'string')) return 'missing part';
  if (country === 'DE' && subdivision !== 'NW') return 'subdivision';
  return country === 'US' && subdivision !== 'NY' && subdivision !== 'US-NY' ? 'subdivision' : null;
}

function checkFile(value: unknown): string | null {
  if (!isObject(value)) return 'type';
  const isText = (key: string, most: number) => typeof value[key] === 'string' && (value[key] as string).length <= most;
  if (!isText('fileId', 100) || !isText('displayName', 300) || !isText('fileType', 100)) return 'part of a file';
  return Object.hasOwn(value, 'path') || (value.url !== undefined && !isText('url', 300)) ? 'key of a file' : null;
}

function checkPayment(size: Size, value: unknown): string | null {
  const ids = Array.isArray(value) ? value.map((one) => (isObject(one) ? one.productId : one)) : [];
  if (new Set(ids).size < ids.length) return 'twice';
  return checkList(size, value, (one) => {
    if (!isObject(one)) return 'type';
    const { productId, price, quantity } = one;
    if (!Number.isInteger(quantity) || (quantity as number) < 1) return 'quantity';
    if (productId === 'tea') return price === '2.50' ? null : 'price';
    if (productId !== 'gift') return 'product';
    return (price === 1 || price === 2.5) && (quantity as number) <= 3 ? null : 'price or quantity';
  });
}
