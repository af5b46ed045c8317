import { addressTemplateOf, formLimits } from '@portico/domain';
import type { FormValues } from '@portico/sdk';
import type { FieldView } from '../view/field-view.ts';
import { CUSTOM_VALUE, countryName, customName, fileName, pathOf, rowsName } from './names.ts';
import { readPayment } from './read-payment.ts';
import { withSeconds } from './with-seconds.ts';

export interface ReadOptions {
  /**
   * Converts a number in national format to E.164. Without this function, only the digits and the plus sign are
   * preserved.
   */
  readonly toE164?: (text: string, country: string) => string;
  /**
   * Returns whether the rules of the form currently require a field. Without this function, the field's setting
   * applies.
   */
  readonly isRequired?: (path: string) => boolean | undefined;
}

/**
 * Converts posted data to values in their wire format (forms contract section 5.2): numbers, booleans, E.164 phone
 * numbers, times with seconds. Empty values are omitted. Works identically with and without JavaScript.
 */
export function readValues(
  fields: readonly FieldView[],
  data: FormData,
  options: ReadOptions = {},
  prefix = '',
): FormValues {
  const values: FormValues = {};
  for (const field of fields) {
    if (field.target === '') continue;
    const value = readValue(field, pathOf(prefix, field.target), data, options);
    if (value !== undefined) values[field.target] = value;
  }
  return values;
}

function readValue(field: FieldView, path: string, data: FormData, options: ReadOptions): unknown {
  const text = textOf(data, path);
  switch (field.kind) {
    case 'number':
    case 'rating':
      return text === '' ? undefined : toNumber(text);
    case 'checkbox':
      // If only `true` is allowed, an unticked box is treated as a missing value instead of a wrong one.
      return data.has(path) || (field.falseAllowed ? false : undefined);
    case 'checkboxes':
    case 'tags':
      return listOf(field, path, data);
    case 'radio':
      return textOrUndefined(text === CUSTOM_VALUE ? textOf(data, customName(path)) : text);
    case 'phone':
      return phoneOf(text, textOf(data, countryName(path)), options);
    case 'time':
    case 'dateTime':
      return textOrUndefined(withSeconds(text));
    case 'files':
    case 'signature':
      return filesOf(path, data);
    case 'address':
      return addressOf(path, data, options.isRequired?.(path) ?? field.required);
    case 'products':
    case 'donation':
    case 'amount':
    case 'fixedPrice':
      return readPayment(field, path, data);
    case 'appointment':
      return appointmentOf(path, data);
    case 'group':
      return valuesOrUndefined(readValues(field.fields, data, options, path));
    case 'repeater':
      return rowsOf(field, path, data, options);
    case 'richContent':
    case 'loginBar':
    case 'unsupported':
      return undefined;
    default:
      return textOrUndefined(text);
  }
}

function phoneOf(text: string, country: string, { toE164 }: ReadOptions): string | undefined {
  if (text === '') return undefined;
  if (toE164 && country !== '' && !text.startsWith('+')) return toE164(text, country);
  return textOrUndefined(text.replace(/[^\d+]/g, '')) ?? text;
}

/**
 * Reads a list. Custom tags are separated by commas or line breaks. The custom answer of any other list is one item.
 */
function listOf(field: FieldView, path: string, data: FormData): string[] | undefined {
  const chosen = data.getAll(path).map(String);
  const custom = textOf(data, customName(path));
  const customValues = field.kind === 'tags' ? custom.split(/[,\n]/) : chosen.includes(CUSTOM_VALUE) ? [custom] : [];
  const list = [...chosen.filter((value) => value !== CUSTOM_VALUE), ...customValues.map((text) => text.trim())];
  const unique = [...new Set(list.filter((value) => value !== ''))];
  return unique.length > 0 ? unique : undefined;
}

function filesOf(path: string, data: FormData): unknown[] | undefined {
  const files = data.getAll(fileName(path)).flatMap((json) => fileIn(String(json)) ?? []);
  return files.length > 0 ? files : undefined;
}

/** Reads the value of an uploaded file from an untrusted input. The server validates its `url`. */
function fileIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Reads only the parts of the selected country, because inputs of a previously selected country may remain. */
function addressOf(path: string, data: FormData, required: boolean): FormValues | undefined {
  const country = textOf(data, pathOf(path, 'country'));
  const parts = ['country', ...addressTemplateOf(country || undefined).fields.map(({ target }) => target)];
  const values = Object.fromEntries(
    parts.flatMap((part) => {
      const text = textOf(data, pathOf(path, part));
      return text === '' ? [] : [[part, text]];
    }),
  );
  // The page preselects the country, so a country alone does not make an optional address present.
  return required || Object.keys(values).some((part) => part !== 'country') ? valuesOrUndefined(values) : undefined;
}

/** Reads times in the visitor's time zone, which is part of the value. */
function appointmentOf(path: string, data: FormData): FormValues | undefined {
  const startDate = withSeconds(textOf(data, pathOf(path, 'startDate')));
  const endDate = withSeconds(textOf(data, pathOf(path, 'endDate')));
  if (startDate === '' && endDate === '') return undefined;
  const timeZone = textOf(data, pathOf(path, 'timeZone'));
  return Object.fromEntries(Object.entries({ startDate, endDate, timeZone }).filter(([, text]) => text !== ''));
}

/** Reads the rows of a repeater and drops trailing rows without input. */
function rowsOf(field: FieldView, path: string, data: FormData, options: ReadOptions): FormValues[] | undefined {
  const count = Math.min(Number(textOf(data, rowsName(path))) || 0, field.maxItems ?? formLimits.defaultArrayItems);
  const rows = Array.from({ length: count }, (_, index) =>
    readValues(field.fields, data, options, pathOf(path, index)),
  );
  while (rows.length > 0 && isBlank(rows.at(-1))) rows.pop();
  return rows.length > 0 ? rows : undefined;
}

/** Returns true for a row without input. An unticked box is not input. */
const isBlank = (values: FormValues | undefined): boolean =>
  Object.values(values ?? {}).every((value) => value === false || value === undefined);

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Converts text to a number. Any other text remains unchanged, so that the engine reports it at the field. */
const toNumber = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text);

const textOrUndefined = (text: string): string | undefined => (text === '' ? undefined : text);
const valuesOrUndefined = (values: FormValues): FormValues | undefined => (isBlank(values) ? undefined : values);
