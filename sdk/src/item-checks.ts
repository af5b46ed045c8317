/** Checks of arguments before any request (specification section 5, "Data items (client-side)"). */
import { DataError } from './data-error.ts';

/** An item of a collection. The server sets the system fields `_id`, `_owner`, `_createdDate` and `_updatedDate`. */
export type Item = Record<string, unknown> & {
  _id?: string;
  _owner?: string;
  _createdDate?: Date;
  _updatedDate?: Date;
};

/** A stored item, which always has an id. */
export type StoredItem = Item & { _id: string };

/** Options of item calls. */
export interface ItemOptions {
  readonly suppressHooks?: boolean;
  /** Reads the latest writes, even if reads are distributed over replicas of the database. */
  readonly consistentRead?: boolean;
  readonly language?: string;
}

export function checkCollection(collectionId: unknown): asserts collectionId is string {
  if (typeof collectionId !== 'string' || collectionId === '')
    throw new DataError('WDE0001', 'The collection name must be a non-empty string.');
}

export function checkItemId(itemId: unknown): asserts itemId is string {
  if (typeof itemId !== 'string' || itemId === '')
    throw new DataError('WDE0002', 'The item id must be a non-empty string.');
}

export function checkField(field: unknown): asserts field is string {
  if (typeof field !== 'string' || field === '')
    throw new DataError('WDE0003', 'The field name must be a non-empty string.');
}

export function checkItem(item: unknown): asserts item is Item {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw new DataError('WDE0004', 'The item must be an object.');
  const { _id } = item as { _id?: unknown };
  if (_id !== undefined && _id !== null && typeof _id !== 'string')
    throw new DataError('WDE0007', 'The _id of an item must be a string.');
  for (const key of Object.keys(item)) {
    if (key.startsWith('$') || key.includes('.'))
      console.warn(`The field name "${key}" starts with $ or contains a dot.`);
  }
}

export function checkOptions(options: ItemOptions): void {
  const { suppressHooks, consistentRead, language } = options;
  for (const [name, value] of Object.entries({ suppressHooks, consistentRead })) {
    if (value !== undefined && typeof value !== 'boolean')
      throw new DataError('WDE0018', `The option ${name} must be true or false.`);
  }
  if (language !== undefined && (typeof language !== 'string' || language === '')) {
    throw new DataError('WDE0018', 'The option language must be a non-empty string.');
  }
}

export function checkLimit(limit: unknown): asserts limit is number {
  if (typeof limit !== 'number') throw new DataError('WDE0032', 'limit must be a number.');
  if (!Number.isInteger(limit)) throw new DataError('WDE0035', 'limit must be an integer.');
  if (limit <= 0) throw new DataError('WDE0033', 'limit must be positive.');
}

export function checkSkip(skip: unknown): asserts skip is number {
  if (typeof skip !== 'number') throw new DataError('WDE0032', 'skip must be a number.');
  if (!Number.isInteger(skip)) throw new DataError('WDE0035', 'skip must be an integer.');
  if (skip < 0) throw new DataError('WDE0034', 'skip must not be negative.');
}

/** Comparisons support numbers, strings and dates. */
export function checkComparable(value: unknown): void {
  const fits = typeof value === 'string' || typeof value === 'number' || value instanceof Date;
  if (!fits) throw new DataError('WDE0045', 'Comparisons support only numbers, strings and dates.');
}

export function checkString(value: unknown): asserts value is string {
  if (typeof value !== 'string') throw new DataError('WDE0044', 'The value of this comparison must be a string.');
}
