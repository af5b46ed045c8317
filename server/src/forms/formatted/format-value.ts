/**
 * Formats values as text (forms contract section 5.2). The text may contain markup, so HTML pages have to escape it.
 */
import {
  type Field,
  formLimits,
  isObject,
  type Language,
  labelOfField,
  labelText,
  optionsOf,
  repeaterFields,
  targetOf,
} from '@portico/domain';
import { translations } from './translations.ts';

export interface FormatOptions {
  readonly language: Language;
  /** Currency of prices (ISO 4217). */
  readonly currency: string;
}

/** Replaces passwords wherever values are shown. */
const HIDDEN = '••••••••';

/** Returns the text that replaces the field's values, or null if they may be shown. */
export const hiddenTextOf = (field: Field): string | null =>
  field.inputOptions?.stringOptions?.componentType === 'PASSWORD' ? HIDDEN : null;

/** Returns the value of a field as text, possibly of several lines. Returns an empty text if there is no value. */
export function formatValue(
  field: Field,
  value: unknown,
  options: FormatOptions,
  levels: number = formLimits.nesting,
): string {
  if (value === undefined || value === null || levels === 0) return '';
  const { inputType } = field.inputOptions ?? {};
  switch (inputType) {
    case 'STRING':
      return formatString(field, value, options);
    case 'BOOLEAN':
      return formatAny(value, options);
    case 'ARRAY':
      return listOf(value)
        .map((one) => optionLabel(field, one) ?? formatAny(one, options))
        .join(', ');
    case 'WIX_FILE':
      return listOf(value)
        .flatMap((file) => (isObject(file) ? [textOf(file.displayName) || textOf(file.url)] : []))
        .join('\n');
    case 'ADDRESS':
      return isObject(value) ? formatAddress(value, options) : formatAny(value, options);
    case 'PAYMENT':
      return listOf(value)
        .flatMap((line) => (isObject(line) ? [formatProduct(field, line, options)] : []))
        .join('\n');
    case 'SCHEDULING':
      return isObject(value) ? formatSlot(value, options) : formatAny(value, options);
    case 'OBJECT_ARRAY':
      return formatRows(field, value, options, levels);
    default:
      return formatAny(value, options);
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';

/** Formats a value of any type, because a field may have had another type when the value was submitted. */
function formatAny(value: unknown, options: FormatOptions, levels: number = formLimits.nesting): string {
  if (typeof value === 'boolean') return translations[options.language][value ? 'yes' : 'no'];
  if (levels === 0) return '';
  if (Array.isArray(value)) {
    return value
      .map((one) => formatAny(one, options, levels - 1))
      .filter(Boolean)
      .join(', ');
  }
  if (!isObject(value)) return textOf(value);
  return Object.entries(value)
    .map(([key, part]) => [key, formatAny(part, options, levels - 1)] as const)
    .filter(([, text]) => text !== '')
    .map(([key, text]) => `${key}: ${text}`)
    .join('\n');
}

function formatString(field: Field, value: unknown, options: FormatOptions): string {
  const hidden = hiddenTextOf(field);
  if (hidden !== null) return hidden;
  const text = formatAny(value, options);
  const block = field.inputOptions?.stringOptions;
  const label = optionLabel(field, value);
  if (label !== undefined) return label;
  switch (block?.validation?.format) {
    case 'DATE':
    case 'DATE_OPTIONAL_TIME':
    case 'DATE_TIME':
      return formatDate(text, options);
    case 'TIME':
      return formatTime(text, options);
    default:
      return text;
  }
}

/** Returns the label of the option with this value. */
const optionLabel = (field: Field, value: unknown): string | undefined =>
  labelText(optionsOf(field).find((one) => one.value === value)?.label);

/**
 * Formats a date or time without converting it to another time zone. A time zone in the text is printed after the time.
 * Text that is not a date is returned unchanged.
 */
function formatDate(text: string, { language }: FormatOptions): string {
  const [, date, time, zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? [];
  if (!date) return text;
  const instant = new Date(`${date}T${time ?? '00:00'}:00Z`);
  if (Number.isNaN(instant.getTime())) return text;
  const style = { dateStyle: 'long', timeZone: 'UTC', ...(time ? { timeStyle: 'short' as const } : {}) } as const;
  const formattedDate = new Intl.DateTimeFormat(language, style).format(instant);
  return [formattedDate, time ? zoneOf(zone) : ''].filter(Boolean).join(' ');
}

const zoneOf = (zone: string): string => (zone === '' ? '' : zone.toUpperCase() === 'Z' ? 'UTC' : `UTC${zone}`);

function formatTime(text: string, { language }: FormatOptions): string {
  const [, time, zone = ''] = /^(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i.exec(text) ?? [];
  const instant = time && new Date(`1970-01-01T${time}:00Z`);
  if (!instant || Number.isNaN(instant.getTime())) return text;
  const formattedTime = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' }).format(instant);
  return [formattedTime, zoneOf(zone)].filter(Boolean).join(' ');
}

function formatAddress(value: Readonly<Record<string, unknown>>, { language }: FormatOptions): string {
  const part = (key: string) => textOf(value[key]).trim();
  const lines = [
    [part('streetName'), part('streetNumber')],
    [part('addressLine')],
    [part('addressLine2')],
    [part('postalCode'), part('city')],
    [part('subdivision')],
    [countryName(part('country'), language)],
  ];
  return lines
    .map((words) => words.filter(Boolean).join(' '))
    .filter(Boolean)
    .join('\n');
}

function countryName(code: string, language: Language): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Formats a product as `2 × Ticket (12.50 EUR)`. The price is only information; the order has the amount to pay. */
function formatProduct(field: Field, line: Readonly<Record<string, unknown>>, options: FormatOptions): string {
  const name = optionLabel(field, line.productId) ?? (textOf(line.name) || textOf(line.productId));
  const quantity = textOf(line.quantity) || '1';
  const price = textOf(line.price);
  return `${quantity} × ${name}${price === '' ? '' : ` (${price} ${options.currency})`}`;
}

function formatSlot(value: Readonly<Record<string, unknown>>, options: FormatOptions): string {
  const [from, to] = [formatDate(textOf(value.startDate), options), formatDate(textOf(value.endDate), options)];
  const zone = textOf(value.timeZone);
  return `${from} – ${to}${zone === '' ? '' : ` (${zone})`}`;
}

function formatRows(field: Field, value: unknown, options: FormatOptions, levels: number): string {
  const fields = repeaterFields(field);
  return listOf(value)
    .map((row, index) => {
      if (!isObject(row)) return `${index + 1}. ${formatAny(row, options)}`;
      const parts = fields.flatMap((one) => {
        const target = targetOf(one);
        const text =
          target !== undefined && Object.hasOwn(row, target) ? formatValue(one, row[target], options, levels - 1) : '';
        return text === '' ? [] : [`${labelOfField(one) ?? target}: ${text.replaceAll('\n', ', ')}`];
      });
      return `${index + 1}. ${parts.join('; ')}`;
    })
    .join('\n');
}
