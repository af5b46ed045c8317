/** Validates a declared field: its type metadata, ranges and default value. */
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
 * @param inputPath path of the field in the request, for errors
 * @throws AppError WDE0080 for a reference without a target, an unknown type of an object's field or an array's
 * elements, an invalid range, a default that cannot be stored
 */
export function assertFieldShape(field: Field, inputPath: string): Field {
  assertType(field, inputPath, 0);
  assertRange(field.numberRange, ['min', 'max'], isBound, `${inputPath}.numberRange`);
  assertRange(field.stringLengthRange, ['minLength', 'maxLength'], isLength, `${inputPath}.stringLengthRange`);
  assertRange(field.arraySizeRange, ['minSize', 'maxSize'], isLength, `${inputPath}.arraySizeRange`);
  if (field.defaultValue === undefined) return field;
  if (field.type === 'MULTI_REFERENCE')
    throw invalidField(`${inputPath}.defaultValue`, 'a multi-reference must not have a default');
  const defaultValue = normalizeValue(field.defaultValue, `${inputPath}.defaultValue`);
  const limitBytes = dataLimits.itemBytes / 10;
  if (Buffer.byteLength(JSON.stringify(defaultValue)) > limitBytes)
    throw invalidField(`${inputPath}.defaultValue`, `the default is larger than ${limitBytes} bytes`);
  return { ...field, defaultValue };
}

function assertType(field: { type?: unknown; typeMetadata?: unknown }, inputPath: string, level: number): void {
  if (!TYPES.has(field.type))
    throw invalidField(`${inputPath}.type`, 'the value must be a field type, such as TEXT or NUMBER');
  const metadata = objectOf(field.typeMetadata, `${inputPath}.typeMetadata`);
  switch (field.type as FieldType) {
    case 'REFERENCE':
      assertTarget(metadata?.reference, `${inputPath}.typeMetadata.reference`);
      break;
    case 'MULTI_REFERENCE':
      assertTarget(metadata?.multiReference, `${inputPath}.typeMetadata.multiReference`);
      break;
    case 'ARRAY':
      assertArray(metadata?.array, `${inputPath}.typeMetadata.array`);
      break;
    case 'OBJECT':
      assertObject(metadata?.object, `${inputPath}.typeMetadata.object`, level);
      break;
    default:
  }
}

function assertTarget(value: unknown, inputPath: string): void {
  const target = objectOf(value, inputPath);
  const isId = (id: unknown, maxLength: number): boolean =>
    typeof id === 'string' && id !== '' && id.length <= maxLength && isStorable(id);
  if (!isId(target?.referencedCollectionId, dataLimits.collectionIdLength))
    throw invalidField(`${inputPath}.referencedCollectionId`, 'a reference requires the id of a collection');
  const { referencingFieldKey: key, referencingDisplayName: name } = target as Record<string, unknown>;
  for (const [property, text] of [
    ['referencingFieldKey', key],
    ['referencingDisplayName', name],
  ] as const) {
    // The vendor's client sends an empty string for a property that is not set.
    if (text === undefined || text === null || text === '') continue;
    if (!isId(text, dataLimits.fieldKeyLength) || (property === 'referencingFieldKey' && isReserved(text as string)))
      throw invalidField(`${inputPath}.${property}`, 'the value is not a valid field key or name');
  }
}

const isReserved = (key: string): boolean => key.startsWith('$') || key.startsWith('_') || key === '__proto__';

function assertArray(value: unknown, inputPath: string): void {
  const array = objectOf(value, inputPath);
  if (array?.elementType === undefined || TYPES.has(array.elementType)) return;
  throw invalidField(`${inputPath}.elementType`, 'the value must be a field type, such as TEXT or NUMBER');
}

function assertObject(value: unknown, inputPath: string, level: number): void {
  const fields = objectOf(value, inputPath)?.fields ?? [];
  if (!Array.isArray(fields)) throw invalidField(`${inputPath}.fields`, 'fields must be an array');
  if (fields.length > dataLimits.fieldsPerCollection || level === MAX_DEPTH)
    throw invalidField(`${inputPath}.fields`, 'there are too many fields, or they are nested too deeply');
  const seen = new Set<unknown>();
  fields.forEach((value, i) => {
    const path = `${inputPath}.fields[${i}]`;
    const field = objectOf(value, path);
    const key = field?.key;
    if (typeof key !== 'string' || key === '' || key.startsWith('$') || key === '__proto__' || seen.has(key))
      throw invalidField(`${path}.key`, 'each field requires a valid, distinct key');
    seen.add(key);
    assertType(field as { type?: unknown }, path, level + 1);
  });
}

function assertRange(
  value: unknown,
  [low, high]: readonly [string, string],
  isValidBound: (end: unknown) => boolean,
  inputPath: string,
): void {
  const range = objectOf(value, inputPath);
  for (const end of [low, high]) {
    const bound = range?.[end];
    if (bound !== undefined && bound !== null && !isValidBound(bound))
      throw invalidField(`${inputPath}.${end}`, 'the value is not a valid bound');
  }
  const [from, to] = [numberOf(range?.[low]), numberOf(range?.[high])];
  if (from !== null && to !== null && from > to) throw invalidField(inputPath, `${low} is greater than ${high}`);
}

/** Infinite bounds are strings, because JSON has no infinite numbers (data contract section 0). */
const isBound = (end: unknown): boolean =>
  (typeof end === 'number' && Number.isFinite(end)) || end === 'Infinity' || end === '-Infinity';

const isLength = (end: unknown): boolean => Number.isSafeInteger(end) && (end as number) >= 0;

const numberOf = (end: unknown): number | null => (end === undefined || end === null ? null : Number(end));

function objectOf(value: unknown, inputPath: string): Record<string, unknown> | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalidField(inputPath, 'the value must be an object');
}

const invalidField = (field: string, reason: string): AppError =>
  new AppError('WDE0080', { reason: `${field}: ${reason}`, field });
