import { addressTemplateOf, formLimits } from '@portico/domain';
import type { FormValues } from '@portico/sdk';
import type { FieldView } from '../view/field-view.ts';
import { CUSTOM_VALUE, countryName, customName, fileName, pathOf, rowsName } from './names.ts';
import { readPayment } from './read-payment.ts';
import { withSeconds } from './with-seconds.ts';

export interface ReadOptions {
  /** brings a number as it is written in a country to E.164; without it the digits behind a plus are taken */
  readonly toE164?: (text: string, country: string) => string;
  /** what the form's rules say of it at the moment; without it what the field itself says */
  readonly isRequired?: (path: string) => boolean | undefined;
}

/**
 * The values of a posted form as the wire has them (forms contract section 5.2): numbers as numbers, ticks as booleans,
 * phones in E.164, times with seconds. What was left empty is absent. The same with and without JavaScript.
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
      // Where only `true` is allowed, an empty box says nothing rather than something wrong.
      return data.has(path) || (field.falseAllowed ? false : undefined);
    case 'checkboxes':
    case 'tags':
      return listOf(field, path, data);
    case 'radio':
      return orNothing(text === CUSTOM_VALUE ? textOf(data, customName(path)) : text);
    case 'phone':
      return phoneOf(text, textOf(data, countryName(path)), options);
    case 'time':
    case 'dateTime':
      return orNothing(withSeconds(text));
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
      return orAbsent(readValues(field.fields, data, options, path));
    case 'repeater':
      return rowsOf(field, path, data, options);
    case 'richContent':
    case 'loginBar':
    case 'unsupported':
      return undefined;
    default:
      return orNothing(text);
  }
}

function phoneOf(text: string, country: string, { toE164 }: ReadOptions): string | undefined {
  if (text === '') return undefined;
  if (toE164 && country !== '' && !text.startsWith('+')) return toE164(text, country);
  return orNothing(text.replace(/[^\d+]/g, '')) ?? text;
}

/** Own tags are written one after another; an own choice of a list is a whole text. */
function listOf(field: FieldView, path: string, data: FormData): string[] | undefined {
  const chosen = data.getAll(path).map(String);
  const own = textOf(data, customName(path));
  const written = field.kind === 'tags' ? own.split(/[,\n]/) : chosen.includes(CUSTOM_VALUE) ? [own] : [];
  const list = [...chosen.filter((value) => value !== CUSTOM_VALUE), ...written.map((word) => word.trim())];
  const unique = [...new Set(list.filter((value) => value !== ''))];
  return unique.length > 0 ? unique : undefined;
}

function filesOf(path: string, data: FormData): unknown[] | undefined {
  const files = data.getAll(fileName(path)).flatMap((json) => fileIn(String(json)) ?? []);
  return files.length > 0 ? files : undefined;
}

/** What an input of a posted page says of a file, whoever has written it there: the server decides about its `url`. */
function fileIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The parts that the country's addresses have: those of another country that was chosen before are left behind. */
function addressOf(path: string, data: FormData, required: boolean): FormValues | undefined {
  const country = textOf(data, pathOf(path, 'country'));
  const parts = ['country', ...addressTemplateOf(country || undefined).fields.map(({ target }) => target)];
  const values = Object.fromEntries(
    parts.flatMap((part) => {
      const text = textOf(data, pathOf(path, part));
      return text === '' ? [] : [[part, text]];
    }),
  );
  // A country alone was set by the page, not by the visitor: an address that may stay away is not begun by it.
  return required || Object.keys(values).some((part) => part !== 'country') ? orAbsent(values) : undefined;
}

/** Times of the place where the visitor is; the zone says which. */
function appointmentOf(path: string, data: FormData): FormValues | undefined {
  const startDate = withSeconds(textOf(data, pathOf(path, 'startDate')));
  const endDate = withSeconds(textOf(data, pathOf(path, 'endDate')));
  if (startDate === '' && endDate === '') return undefined;
  const timeZone = textOf(data, pathOf(path, 'timeZone'));
  return Object.fromEntries(Object.entries({ startDate, endDate, timeZone }).filter(([, text]) => text !== ''));
}

/** Rows at the end in which nothing was entered were opened and not needed. */
function rowsOf(field: FieldView, path: string, data: FormData, options: ReadOptions): FormValues[] | undefined {
  const count = Math.min(Number(textOf(data, rowsName(path))) || 0, field.maxItems ?? formLimits.defaultArrayItems);
  const rows = Array.from({ length: count }, (_, index) =>
    readValues(field.fields, data, options, pathOf(path, index)),
  );
  while (rows.length > 0 && isBlank(rows.at(-1))) rows.pop();
  return rows.length > 0 ? rows : undefined;
}

/** A box that is not ticked is no answer yet. */
const isBlank = (values: FormValues | undefined): boolean =>
  Object.values(values ?? {}).every((value) => value === false || value === undefined);

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** What is no number stays the text it is: the engine says so at the field. */
const toNumber = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text);

const orNothing = (text: string): string | undefined => (text === '' ? undefined : text);
const orAbsent = (values: FormValues): FormValues | undefined => (isBlank(values) ? undefined : values);
