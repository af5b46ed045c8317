/** Checks of arguments before any request (specification section 5, "Data items (client-side)"). */
import { rejectArgument } from './error.ts';
import type { WebSignal } from './web-types.ts';

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
  readonly suppressHooks?: boolean | undefined;
  /** Reads the latest writes, even if reads are distributed over replicas of the database. */
  readonly consistentRead?: boolean | undefined;
  readonly language?: string | undefined;
  /** Aborts the call. */
  readonly signal?: WebSignal | undefined;
}

/**
 * Returns the input of a call from its body and its options. Most options become part of the body. The vendor's option
 * `suppressAuth` is not sent, because it has no effect on the server.
 */
export const inputOf = <B extends object, O extends ItemOptions>(
  body: B,
  { signal, suppressAuth: _, ...options }: O & { readonly suppressAuth?: unknown },
) => ({ body: { ...body, ...options }, signal });

export function checkCollection(collectionId: unknown): asserts collectionId is string {
  checkText(collectionId, 'WDE0001', 'The collection name');
}

export function checkItemId(itemId: unknown): asserts itemId is string {
  checkText(itemId, 'WDE0002', 'The item id');
}

/** @param code the error code, which depends on the use of the field (data contract section 6.2) */
export function checkField(field: unknown, code = 'WDE0003'): asserts field is string {
  checkText(field, code, 'The field name');
}

/** Returns values that are separate arguments or one array. */
export const listOf = <T>(values: readonly (T | readonly T[])[]): readonly T[] =>
  (values.length === 1 && Array.isArray(values[0]) ? values[0] : values) as readonly T[];

export type SortOrder = 'ASC' | 'DESC';

/** Returns a sort by one or more fields in its wire format. */
export function sortBy(order: SortOrder, fields: readonly (string | readonly string[])[]) {
  if (fields.length === 0) rejectArgument('WDE0043', 'A sort needs a field.');
  return listOf(fields).map((fieldName) => {
    checkField(fieldName, 'WDE0051');
    return { fieldName, order };
  });
}

/** Limits the items, ids or references of one call. */
export function checkCount(list: readonly unknown[], code: string): void {
  if (list.length > 1_000) rejectArgument(code, 'A call accepts at most 1000 items.');
}

export function checkItem(item: unknown): asserts item is Item {
  if (!isObject(item)) rejectArgument('WDE0004', 'The item must be an object.');
  if (item._id !== undefined && typeof item._id !== 'string')
    rejectArgument('WDE0007', 'The item id must be a string.');
  warnAboutNames(item);
}

/** Accepts an `_id` that is null, because the server reports it as the error of one item while the others succeed. */
export function checkItems(items: unknown): asserts items is readonly Item[] {
  const isItem = (item: unknown) =>
    isObject(item) && (item._id === undefined || item._id === null || typeof item._id === 'string');
  if (!Array.isArray(items) || !items.every(isItem))
    rejectArgument('WDE0005', 'The items must be an array of objects. An _id must be a string.');
  warnAboutNames(items);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Logs a warning for each field name, at any depth, that some calls do not support. */
function warnAboutNames(value: unknown): void {
  if (typeof value !== 'object' || value === null || value instanceof Date) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key.startsWith('$') || key.includes('.'))
      console.warn(`The field name "${key}" starts with $ or contains a dot.`);
    warnAboutNames(inner);
  }
}

const FLAGS = ['suppressAuth', 'suppressHooks', 'consistentRead', 'returnTotalCount'];

/** @param moreFlags names of options that are true or false, in addition to those that all calls share */
export function checkOptions(options: ItemOptions, ...moreFlags: string[]): void {
  if (!isObject(options)) rejectArgument('WDE0018', 'The options must be an object.');
  const { language } = options;
  for (const [name, value] of Object.entries(options)) {
    if ([...FLAGS, ...moreFlags].includes(name) && value !== undefined && typeof value !== 'boolean')
      rejectArgument('WDE0018', `The option ${name} must be true or false.`);
  }
  if (language !== undefined) checkText(language, 'WDE0018', 'The option language');
}

export function checkLimit(limit: unknown): asserts limit is number {
  checkInteger(limit, 'limit');
  if (limit <= 0) rejectArgument('WDE0033', 'limit must be positive.');
}

export function checkSkip(skip: unknown): asserts skip is number {
  checkInteger(skip, 'skip');
  if (skip < 0) rejectArgument('WDE0034', 'skip must not be negative.');
}

/** Comparisons support numbers, strings and dates, and all but `between`, `hasSome` and `hasAll` support booleans. */
export function checkComparable(value: unknown, { booleans = false, code = 'WDE0045' } = {}): void {
  const isComparable = typeof value === 'string' || typeof value === 'number' || value instanceof Date;
  if (!isComparable && !(booleans && typeof value === 'boolean'))
    rejectArgument(code, `The value must be a number, string${booleans ? ', boolean' : ''} or date.`);
}

export function checkString(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') rejectArgument('WDE0044', `${name} must be a string.`);
}

/** Rejects everything but a string with at least one character. */
export function checkText(value: unknown, code: string, name: string): asserts value is string {
  if (typeof value !== 'string' || value === '') rejectArgument(code, `${name} must be a non-empty string.`);
}

function checkInteger(value: unknown, name: string): asserts value is number {
  if (typeof value !== 'number') rejectArgument('WDE0032', `${name} must be a number.`);
  if (!Number.isInteger(value)) rejectArgument('WDE0035', `${name} must be an integer.`);
}
