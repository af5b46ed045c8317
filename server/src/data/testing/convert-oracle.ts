/**
 * Converts values to another field type in plain TypeScript. A property test compares the SQL function
 * `portico.converted` (migration 0012) with it.
 */
import type { FieldType } from '@portico/domain';

type Json = unknown;

/** Returns the converted value; undefined if it cannot be converted. */
export function convert(value: Json, from: FieldType, to: FieldType): Json | undefined {
  if (value === null || to === 'ANY') return value;
  if (to === 'MULTI_REFERENCE') return to === from ? value : undefined;
  const whole = convertWhole(value, from, to);
  if (whole) return whole.value;
  if (Array.isArray(value)) return value.length === 1 ? convert(value[0], from, to) : undefined;
  // An empty text represents a field that was not filled in.
  if (typeof value === 'string' && trim(value) === '') return EMPTY_IS_NULL.has(to) ? null : '';
  const object = convertToObject(value, to);
  if (object) return object.value;
  return isObject(value) ? undefined : convertToScalar(value, to);
}

/** Converts to types that accept many kinds of values, including arrays. */
function convertWhole(value: Json, from: FieldType, to: FieldType): { value: Json | undefined } | undefined {
  switch (to) {
    case 'TEXT':
      return { value: toPlainText(value) };
    case 'RICH_TEXT': {
      const text = toPlainText(value);
      if (from === 'RICH_TEXT') return { value: text };
      return { value: text?.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') };
    }
    case 'ARRAY':
      return { value: Array.isArray(value) ? value : [value] };
    case 'ARRAY_STRING':
      return { value: textsOf(value) };
    case 'ARRAY_DOCUMENT':
    case 'MEDIA_GALLERY':
      return { value: filesOf(Array.isArray(value) ? value : [value]) };
    default:
      return undefined;
  }
}

function textsOf(value: Json): string[] | undefined {
  if (Array.isArray(value))
    return value.every(isPlain) ? value.map((element) => toPlainText(element) as string) : undefined;
  if (typeof value === 'string') {
    const parts = value === '' ? [] : value.split(',');
    return parts.map(trim).filter((part) => part !== '');
  }
  return isObject(value) ? undefined : [toPlainText(value) as string];
}

const filesOf = (values: readonly Json[]): readonly Json[] | undefined =>
  values.every((file) => isObject(file) || (typeof file === 'string' && FILE.test(file))) ? values : undefined;

const FILE = /^(wix:(image|video|audio|document|vector):\/\/|[/#]|https?:[^ \t\n\r])[^ \t\n\r]*$/;

function convertToObject(value: Json, to: FieldType): { value: Json | undefined } | undefined {
  switch (to) {
    case 'OBJECT':
      return { value: isObject(value) ? value : undefined };
    case 'ADDRESS':
      if (isObject(value)) return { value };
      return { value: typeof value === 'string' ? { formatted: value } : undefined };
    case 'RICH_CONTENT':
      return { value: isObject(value) && Array.isArray(value.nodes) ? value : undefined };
    case 'PAGE_LINK':
      return { value: isObject(value) || typeof value === 'string' ? value : undefined };
    case 'REFERENCE':
      return { value: idOf(value) };
    default:
      return undefined;
  }
}

function idOf(value: Json): string | undefined {
  const id = isObject(value) ? value._id : typeof value === 'number' ? toPlainText(value) : value;
  return typeof id === 'string' && id !== '' && [...id].length <= 256 ? id : undefined;
}

function convertToScalar(value: Json, to: FieldType): Json | undefined {
  const trimmed = trim(toPlainText(value) as string);
  switch (to) {
    case 'NUMBER':
      return numberOf(value, trimmed);
    case 'BOOLEAN':
      if (isDate(value)) return undefined;
      return BOOLEANS.get(trimmed.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
    case 'DATETIME':
    case 'DATE':
    case 'TIME':
      return momentOf(value, trimmed, to);
    default: {
      return !isDate(value) && PATTERNS[to]?.test(trimmed) ? trimmed : undefined;
    }
  }
}

const mediaPattern = (kind: string): RegExp =>
  new RegExp(`^(wix:${kind}://[^ \\t\\n\\r]*|[/#][^ \\t\\n\\r]*|https?:[^ \\t\\n\\r]+)$`);

const PATTERNS: Partial<Record<FieldType, RegExp>> = {
  EMAIL: /^[^ \t\n\r@<>()[\]\\,;:"]{1,200}@[^ \t\n\r@<>()[\]\\,;:"]{1,100}$/u,
  SLUG: /^[^ \t\n\r]+$/,
  LANGUAGE: /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/,
  URL: /^([/#][^ \t\n\r]*|(https?|mailto|tel|wix):[^ \t\n\r]+)$/,
  IMAGE: mediaPattern('image'),
  MEDIA_IMAGE: mediaPattern('image'),
  VIDEO: mediaPattern('video'),
  AUDIO: mediaPattern('audio'),
  DOCUMENT: mediaPattern('document'),
  MEDIA_VECTOR_ART: mediaPattern('vector'),
};

const EMPTY_IS_NULL: ReadonlySet<FieldType> = new Set<FieldType>([
  'NUMBER',
  'BOOLEAN',
  'DATETIME',
  'REFERENCE',
  'OBJECT',
  'ADDRESS',
  'RICH_CONTENT',
]);

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', '1'].map((text) => [text, true] as const),
  ...['false', 'no', 'off', '0'].map((text) => [text, false] as const),
]);

const NUMBER = /^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?$/;

function numberOf(value: Json, trimmed: string): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || trimmed.length > 50 || !NUMBER.test(trimmed)) return undefined;
  const parsed = Number(trimmed);
  if (parsed === 0) return /^[+-]?[0.]*(e|$)/i.test(trimmed) ? 0 : undefined;
  return Math.abs(parsed) >= 1e-300 && Math.abs(parsed) <= 1e300 ? parsed : undefined;
}

const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,3})?)?$/;
const MOMENT =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?(?:Z|([+-])([0-9]{2}):?([0-9]{2}))?)?$/;

function momentOf(value: Json, trimmed: string, to: 'DATETIME' | 'DATE' | 'TIME'): Json | undefined {
  if (to === 'TIME' && typeof value === 'string' && TIME.test(trimmed)) {
    const full = trimmed.length === 5 ? `${trimmed}:00.000` : trimmed.length === 8 ? `${trimmed}.000` : `${trimmed}00`;
    return full.slice(0, 12);
  }
  const iso = isDate(value) ? value.$date : typeof value === 'string' ? isoOf(trimmed) : undefined;
  if (iso === undefined) return undefined;
  if (to === 'DATETIME') return { $date: iso };
  if (to === 'DATE') return iso.slice(0, 10);
  return isDate(value) || trimmed.includes('T') ? iso.slice(11, 23) : undefined;
}

function isoOf(text: string): string | undefined {
  const parts = MOMENT.exec(text);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const millis = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const [zoneHours, zoneMinutes] = [Number(parts[9] ?? 0), Number(parts[10] ?? 0)];
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  if (year === 0 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 59 || zoneHours > 14 || zoneMinutes > 59) return undefined;
  at.setUTCHours(hour, minute, second, millis);
  const moved = new Date(at.getTime() - (parts[8] === '-' ? -1 : 1) * (zoneHours * 60 + zoneMinutes) * 60_000);
  return moved.getUTCFullYear() >= 1 && moved.getUTCFullYear() <= 9999 ? moved.toISOString() : undefined;
}

/**
 * Returns the text of a text, number, boolean or date. Returns the elements of an array of the first three types,
 * joined by commas.
 */
function toPlainText(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return digitsOf(value);
  if (typeof value === 'boolean') return String(value);
  if (isDate(value)) return value.$date;
  if (!Array.isArray(value) || value.length === 0 || !value.every(isPlain)) return undefined;
  return value.map(toPlainText).join(', ');
}

/** Returns a number with all its digits, without an exponent. */
function digitsOf(value: number): string {
  const [, sign, whole, fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(
    String(value),
  ) as RegExpExecArray;
  if (exponent === undefined) return String(value);
  const digits = `${whole}${fraction}`;
  const point = (whole as string).length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
}

const isPlain = (value: Json): boolean => ['string', 'number', 'boolean'].includes(typeof value);
const isDate = (value: Json): value is { $date: string } =>
  typeof value === 'object' && value !== null && '$date' in value;
const isObject = (value: Json): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('$date' in value);
const trim = (text: string): string => text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, '');
