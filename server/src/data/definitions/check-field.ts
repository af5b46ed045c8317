/** Validates a declared field: its type metadata, ranges and default value. Pure. */
import { dataLimits, type FieldType, fieldTypes } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { Field } from '../query/scope.ts';
import { isStorable } from '../query/text.ts';
import { normalizeValue } from '../values/normalize-value.ts';

const TYPES: ReadonlySet<unknown> = new Set(fieldTypes);
/** Maximum nesting of objects with declared fields. */
const MAX_DEPTH = 8;

/**
 * Returns the field with its default value in stored form.
 * @param at path of the field in the request, for errors
 * @throws AppError WDE0080 for a reference without a target, an unknown type of an object's field or an array's
 * elements, an invalid range, a default that cannot be stored
 */
export function assertFieldShape(field: Field, at: string): Field {
  assertType(field, at, 0);
  assertRange(field.numberRange, ['min', 'max'], isBound, `${at}.numberRange`);
  assertRange(field.stringLengthRange, ['minLength', 'maxLength'], isLength, `${at}.stringLengthRange`);
  assertRange(field.arraySizeRange, ['minSize', 'maxSize'], isLength, `${at}.arraySizeRange`);
  if (field.defaultValue === undefined) return field;
  if (field.type === 'MULTI_REFERENCE') throw unfit(`${at}.defaultValue`, 'references have no default');
  const defaultValue = normalizeValue(field.defaultValue, `${at}.defaultValue`);
  const limitBytes = dataLimits.itemBytes / 10;
  if (Buffer.byteLength(JSON.stringify(defaultValue)) > limitBytes)
    throw unfit(`${at}.defaultValue`, `a default takes at most ${limitBytes} bytes`);
  return { ...field, defaultValue };
}

function assertType(field: { type?: unknown; typeMetadata?: unknown }, at: string, level: number): void {
  if (!TYPES.has(field.type)) throw unfit(`${at}.type`, 'there is no such type');
  const metadata = objectOf(field.typeMetadata, `${at}.typeMetadata`);
  switch (field.type as FieldType) {
    case 'REFERENCE':
      assertTarget(metadata?.reference, `${at}.typeMetadata.reference`);
      break;
    case 'MULTI_REFERENCE':
      assertTarget(metadata?.multiReference, `${at}.typeMetadata.multiReference`);
      break;
    case 'ARRAY':
      assertArray(metadata?.array, `${at}.typeMetadata.array`);
      break;
    case 'OBJECT':
      assertObject(metadata?.object, `${at}.typeMetadata.object`, level);
      break;
    default:
  }
}

function assertTarget(value: unknown, at: string): void {
  const target = objectOf(value, at);
  const isId = (id: unknown, most: number): boolean =>
    typeof id === 'string' && id !== '' && id.length <= most && isStorable(id);
  if (!isId(target?.referencedCollectionId, dataLimits.collectionIdLength))
    throw unfit(`${at}.referencedCollectionId`, 'a reference names the collection that it refers to');
  const { referencingFieldKey: key, referencingDisplayName: name } = target as Record<string, unknown>;
  for (const [what, text] of [
    ['referencingFieldKey', key],
    ['referencingDisplayName', name],
  ] as const) {
    // The vendor's client sends empty texts for properties that are not set.
    if (text === undefined || text === null || text === '') continue;
    if (!isId(text, dataLimits.fieldKeyLength) || (what === 'referencingFieldKey' && isReserved(text as string)))
      throw unfit(`${at}.${what}`, 'not a text that can stand here');
  }
}

const isReserved = (key: string): boolean => key.startsWith('$') || key.startsWith('_') || key === '__proto__';

function assertArray(value: unknown, at: string): void {
  const array = objectOf(value, at);
  if (array?.elementType === undefined || TYPES.has(array.elementType)) return;
  throw unfit(`${at}.elementType`, 'there is no such type');
}

function assertObject(value: unknown, at: string, level: number): void {
  const fields = objectOf(value, at)?.fields ?? [];
  if (!Array.isArray(fields)) throw unfit(`${at}.fields`, 'fields are a list');
  if (fields.length > dataLimits.fieldsPerCollection || level === MAX_DEPTH)
    throw unfit(`${at}.fields`, 'too many fields, or nested too deep');
  const seen = new Set<unknown>();
  fields.forEach((value, i) => {
    const here = `${at}.fields[${i}]`;
    const field = objectOf(value, here);
    const key = field?.key;
    if (typeof key !== 'string' || key === '' || key.startsWith('$') || key === '__proto__' || seen.has(key))
      throw unfit(`${here}.key`, 'each field has a key of its own');
    seen.add(key);
    assertType(field as { type?: unknown }, here, level + 1);
  });
}

function assertRange(
  value: unknown,
  [low, high]: readonly [string, string],
  isEnd: (end: unknown) => boolean,
  at: string,
): void {
  const range = objectOf(value, at);
  for (const end of [low, high]) {
    const bound = range?.[end];
    if (bound !== undefined && bound !== null && !isEnd(bound)) throw unfit(`${at}.${end}`, 'not a bound');
  }
  const [from, to] = [numberOf(range?.[low]), numberOf(range?.[high])];
  if (from !== null && to !== null && from > to) throw unfit(at, `${low} is above ${high}`);
}

/** Infinite bounds are sent as text (data contract section 0). */
const isBound = (end: unknown): boolean =>
  (typeof end === 'number' && Number.isFinite(end)) || end === 'Infinity' || end === '-Infinity';

const isLength = (end: unknown): boolean => Number.isSafeInteger(end) && (end as number) >= 0;

const numberOf = (end: unknown): number | null => (end === undefined || end === null ? null : Number(end));

function objectOf(value: unknown, at: string): Record<string, unknown> | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw unfit(at, 'an object is expected');
}

const unfit = (field: string, why: string): AppError => new AppError('WDE0080', { reason: `${field}: ${why}`, field });
