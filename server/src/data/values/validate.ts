/** Validates items of a validated collection against its declared fields. */
import type { FieldType } from '@portico/domain';
import type { FieldViolation } from '../../kernel/app-error.ts';
import { referencedCollectionIdOf } from '../query/link-fields.ts';
import type { Field } from '../query/scope.ts';
import type { Json } from '../query/tree.ts';
import { fieldRules } from './field-rules.ts';
import type { Item } from './patch.ts';

/**
 * Returns all violations of an item in the order of the fields. Undeclared keys are not validated.
 * @param skip top-level fields that this caller may not write
 * @param inputPath path of the item's data in the request
 */
export const violationsOf = (
  fields: readonly Field[],
  item: Item,
  skip: readonly string[],
  inputPath: string,
): FieldViolation[] =>
  fields.flatMap((field) =>
    skip.includes(field.key) ? [] : fieldViolations(field, valueUnder(item, field.key), inputPath),
  );

/** Returns the ids in an item's single references, each with its collection and its path in the request. */
export function referencesOf(
  fields: readonly Field[],
  item: Item,
  skip: readonly string[],
  inputPath: string,
): Reference[] {
  return fields.flatMap((field) => {
    const id = valueUnder(item, field.key);
    const collectionId = referencedCollectionIdOf(field);
    if (field.type !== 'REFERENCE' || typeof id !== 'string' || id === '' || !collectionId) return [];
    return skip.includes(field.key) ? [] : [{ id, collectionId, field: `${inputPath}.${field.key}` }];
  });
}

export interface Reference {
  readonly id: string;
  readonly collectionId: string;
  readonly field: string;
}

export const brokenReference = ({ id, collectionId, field }: Reference): FieldViolation => ({
  field,
  description: `must be the id of an item of the ${collectionId} collection`,
  violatedRule: 'NOT_ALLOWED_VALUE',
  ruleName: 'REFERENCE',
  data: { id, collectionName: collectionId },
});

const valueUnder = (item: { readonly [key: string]: Json }, key: string): Json =>
  Object.hasOwn(item, key) ? (item[key] as Json) : null;

function fieldViolations(field: Field, value: Json, inputPath: string): FieldViolation[] {
  const path = `${inputPath}.${field.key}`;
  // Links are stored outside the item, so it is not known here whether a multi-reference has any.
  if (isBlank(value) && field.required && field.type !== 'MULTI_REFERENCE') {
    return [{ field: path, description: 'must have a value', violatedRule: 'REQUIRED_FIELD' }];
  }
  if (value === null) return [];
  const violation = fieldRules[field.type](value);
  if (violation) {
    const { description, violatedRule } = violation;
    return [{ field: `${path}${violation.at}`, description, violatedRule, data: { type: field.type } }];
  }
  // Only `required` rejects an empty value.
  if (isBlank(value)) return [];
  return [...rangeViolations(field, value, path), ...innerViolations(field, value, path)];
}

const isBlank = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Returns the violated ranges. A range applies to every value to which it can be compared, regardless of the type of
 * the field.
 */
function rangeViolations(field: Field, value: Json, path: string): FieldViolation[] {
  if (typeof value === 'number') return outsideRange(field.numberRange, 'min', 'max', value, path, '', ['MIN', 'MAX']);
  if (typeof value === 'string') {
    const length = [...value].length;
    return outsideRange(
      field.stringLengthRange,
      'minLength',
      'maxLength',
      length,
      path,
      ' characters long',
      LENGTH_RULES,
    );
  }
  if (!Array.isArray(value)) return [];
  return outsideRange(field.arraySizeRange, 'minSize', 'maxSize', value.length, path, ' elements long', [
    'MIN_SIZE',
    'MAX_SIZE',
  ]);
}

const LENGTH_RULES = ['MIN_LENGTH', 'MAX_LENGTH'] as const;

function outsideRange(
  range: Readonly<Record<string, unknown>> | undefined,
  minKey: string,
  maxKey: string,
  measured: number,
  field: string,
  unit: string,
  rules: readonly [string, string],
): FieldViolation[] {
  const readBound = (name: string): number | null => {
    const value = range?.[name];
    return typeof value === 'number' ? value : null;
  };
  const [low, high] = [readBound(minKey), readBound(maxKey)];
  if (low !== null && measured < low) {
    return [{ field, description: `must be at least ${low}${unit}`, violatedRule: rules[0], data: { threshold: low } }];
  }
  if (high !== null && measured > high) {
    return [
      { field, description: `must be at most ${high}${unit}`, violatedRule: rules[1], data: { threshold: high } },
    ];
  }
  return [];
}

/**
 * Returns the violations within a value: those of array elements with a declared type, and those of declared fields of
 * an object.
 */
function innerViolations(field: Field, value: Json, path: string): FieldViolation[] {
  const metadata = (field.typeMetadata ?? {}) as { array?: { elementType?: unknown }; object?: { fields?: unknown } };
  if (field.type === 'ARRAY' && Array.isArray(value)) {
    const rule = ruleOf(metadata.array?.elementType);
    return value.flatMap((element, i) => {
      const violation = element === null ? null : rule?.(element);
      if (!violation) return [];
      const { description, violatedRule } = violation;
      return [{ field: `${path}[${i}]${violation.at}`, description, violatedRule }];
    });
  }
  const inner = metadata.object?.fields;
  if (field.type !== 'OBJECT' || !Array.isArray(inner)) return [];
  return inner.filter(isDeclared).flatMap((part) => fieldViolations(part, valueUnder(value as Item, part.key), path));
}

const ruleOf = (type: unknown) =>
  typeof type === 'string' && Object.hasOwn(fieldRules, type) ? fieldRules[type as FieldType] : undefined;

/** Returns true if the value declares a field. Type metadata may contain anything, because it is stored unvalidated. */
const isDeclared = (part: unknown): part is Field =>
  typeof part === 'object' &&
  part !== null &&
  'key' in part &&
  typeof part.key === 'string' &&
  'type' in part &&
  ruleOf(part.type) !== undefined;
