/** Values of a submission as one reads them (forms contract section 5.2). Always plain text: who shows it as HTML escapes it. Pure. */
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
import { wordsIn } from './texts.ts';

export interface FormatOptions {
  readonly language: Language;
  /** ISO 4217, of prices */
  readonly currency: string;
}

/** What stands for a password wherever values are read. */
const HIDDEN = '••••••••';

/** The text that is shown in place of the field's values; null where they are shown. */
export const hiddenText = (field: Field): string | null =>
  field.inputOptions?.stringOptions?.componentType === 'PASSWORD' ? HIDDEN : null;

/** The value of a field as text; lines are parted by line breaks. Empty for what is not there. */
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
      return formatBare(value, options);
    case 'ARRAY':
      return listOf(value)
        .map((one) => optionLabel(field, one) ?? formatBare(one, options))
        .join(', ');
    case 'WIX_FILE':
      return listOf(value)
        .flatMap((file) => (isObject(file) ? [textOf(file.displayName) || textOf(file.url)] : []))
        .join('\n');
    case 'ADDRESS':
      return isObject(value) ? formatAddress(value, options) : formatBare(value, options);
    case 'PAYMENT':
      return listOf(value)
        .flatMap((line) => (isObject(line) ? [formatProduct(field, line, options)] : []))
        .join('\n');
    case 'SCHEDULING':
      return isObject(value) ? formatSlot(value, options) : formatBare(value, options);
    case 'OBJECT_ARRAY':
      return formatRows(field, value, options, levels);
    default:
      return formatBare(value, options);
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';

/** Whatever it is: also what a value was before its field became another. */
function formatBare(value: unknown, options: FormatOptions, levels: number = formLimits.nesting): string {
  if (typeof value === 'boolean') return value ? wordsIn[options.language].yes : wordsIn[options.language].no;
  if (levels === 0) return '';
  if (Array.isArray(value)) {
    return value
      .map((one) => formatBare(one, options, levels - 1))
      .filter(Boolean)
      .join(', ');
  }
  if (!isObject(value)) return textOf(value);
  return Object.entries(value)
    .map(([key, part]) => [key, formatBare(part, options, levels - 1)] as const)
    .filter(([, text]) => text !== '')
    .map(([key, text]) => `${key}: ${text}`)
    .join('\n');
}

function formatString(field: Field, value: unknown, options: FormatOptions): string {
  const hidden = hiddenText(field);
  if (hidden !== null) return hidden;
  const text = formatBare(value, options);
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

/** What the owner calls the option with this value. */
const optionLabel = (field: Field, value: unknown): string | undefined =>
  labelText(optionsOf(field).find((one) => one.value === value)?.label);

/**
 * As the calendar and clock of the writer had it: nothing is moved to another zone, a zone that was written stands
 * behind. What is no date stays as it is.
 */
function formatDate(text: string, { language }: FormatOptions): string {
  const [, date, time, zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? [];
  if (!date) return text;
  const at = new Date(`${date}T${time ?? '00:00'}:00Z`);
  if (Number.isNaN(at.getTime())) return text;
  const style = { dateStyle: 'long', timeZone: 'UTC', ...(time ? { timeStyle: 'short' as const } : {}) } as const;
  const spoken = new Intl.DateTimeFormat(language, style).format(at);
  return [spoken, time ? zoneOf(zone) : ''].filter(Boolean).join(' ');
}

const zoneOf = (zone: string): string => (zone === '' ? '' : zone.toUpperCase() === 'Z' ? 'UTC' : `UTC${zone}`);

function formatTime(text: string, { language }: FormatOptions): string {
  const [, time, zone = ''] = /^(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i.exec(text) ?? [];
  const at = time && new Date(`1970-01-01T${time}:00Z`);
  if (!at || Number.isNaN(at.getTime())) return text;
  const spoken = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' }).format(at);
  return [spoken, zoneOf(zone)].filter(Boolean).join(' ');
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

/** `2 × Ticket (12.50 EUR)`. The prices that count are those of the order. */
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
      if (!isObject(row)) return `${index + 1}. ${formatBare(row, options)}`;
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
