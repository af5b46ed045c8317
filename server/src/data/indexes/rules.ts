/** Validates index definitions and enforces the index quota. */
import { indexLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { StoredIndex } from '../collections/collection.ts';
import type { Field } from '../query/scope.ts';
import { SYSTEM_COLUMNS } from '../query/scope.ts';
import { isStorable } from '../query/text.ts';
import { declaredKind } from './kinds.ts';

/** @throws AppError WDE0113 for an invalid index, WDE0176 for a field that it cannot contain */
export function assertIndexable(index: StoredIndex, fields: readonly Field[]): void {
  const { unique, caseInsensitive, kind } = index;
  const paths = index.fields.map(({ path }) => path);
  if (!isStorable(index.name)) throw invalidIndex('its name contains characters that cannot be stored');
  if (new Set(paths).size < paths.length) throw invalidIndex('a field occurs twice');
  if (unique && paths.length > 1) throw invalidIndex('a unique index must have exactly one field');
  if (kind === 'TEXT' && (unique || paths.length > 1))
    throw invalidIndex('an index of kind TEXT must have exactly one field and must not be unique');
  for (const path of paths) assertField(path, index, fields);
  if (caseInsensitive && !paths.some((path) => ['text', undefined].includes(kindOf(fields, path))))
    throw invalidIndex('caseInsensitive requires a text field');
}

function assertField(path: string, { fields: all, unique, kind }: StoredIndex, fields: readonly Field[]): void {
  const parts = path.split('.');
  if (!isStorable(path) || parts.some((part) => part === '' || part.startsWith('$')))
    throw invalidField(path, 'the field name is not valid');
  const declaredField = parts.length === 1 ? fields.find(({ key }) => key === path) : undefined;
  if (declaredField?.type === 'MULTI_REFERENCE') throw invalidField(path, 'multi-references already have an index');
  const type = kindOf(fields, path);
  const system = SYSTEM_COLUMNS[path];
  if (system && (unique || kind === 'TEXT'))
    throw invalidField(path, 'a system field already has the index that it needs');
  if (type === 'list' && (unique || all.length > 1))
    throw invalidField(path, 'a list requires its own index, which cannot be unique');
  if (kind === 'TEXT' && type !== undefined && type !== 'text')
    throw invalidField(path, 'the field does not contain text');
}

const kindOf = (fields: readonly Field[], path: string) =>
  SYSTEM_COLUMNS[path]?.type ?? declaredKind(fields, path.split('.'));

/** @throws AppError WDE0114 if the collection has the maximum number of indexes of the kind */
export function assertIndexQuota({ unique }: StoredIndex, indexes: readonly StoredIndex[]): void {
  const remaining = countRemainingIndexes(indexes);
  if ((unique ? remaining.unique : remaining.regular) <= 0) throw new AppError('WDE0114');
}

/** Returns how many more indexes the collection can have. */
export function countRemainingIndexes(indexes: readonly StoredIndex[]): { regular: number; unique: number } {
  const userIndexes = indexes.filter(({ source }) => source === 'USER');
  const unique = userIndexes.filter((index) => index.unique).length;
  return {
    regular: Math.max(0, indexLimits.regular - (userIndexes.length - unique)),
    unique: Math.max(0, indexLimits.unique - unique),
  };
}

const invalidIndex = (reason: string): AppError => new AppError('WDE0113', { reason });
const invalidField = (fieldKey: string, reason: string): AppError => new AppError('WDE0176', { fieldKey, reason });
