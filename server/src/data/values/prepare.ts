/** From what a caller sends to what is stored: ids, system fields, size. Pure. */

import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import { timedId } from '../../kernel/ids.ts';
import { type Collection, keysOfType } from '../collections/collection.ts';
import type { Stamp } from '../collections/reach.ts';
import { isStorable } from '../query/text.ts';
import { isPlain, mayContainInvalidText, normalizeValue } from './normalize-value.ts';
import type { Item } from './patch.ts';

export interface ItemInput {
  readonly id?: unknown;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A row of an item table. `json` is the text of `item`, system fields included. */
export interface NewRow {
  readonly id: string;
  readonly owner: string;
  readonly json: string;
  readonly item: Item;
  /** made with the row, of random bits: no stored item can have it */
  readonly hasNewId?: boolean;
}

/** A row that replaces a stored one. `owner` null: the stored one stays. */
export interface ChangedRow extends Omit<NewRow, 'owner'> {
  readonly owner: string | null;
}

/** What a save stores: one row where the id is free, the other where it is taken; none where no id was sent. */
export interface SavedRow {
  readonly insert: NewRow;
  readonly update: ChangedRow | null;
}

/** How an item is sent: which of its fields the caller may not write, and where it stands in the request. */
export interface PrepareOptions {
  readonly locked?: readonly string[];
  readonly at?: string;
  /** its number among the items of the call */
  readonly index?: number;
}

/**
 * The row of a new item; without an id it gets one. Fields that it does not name take their default value.
 * @throws AppError as idOf and checkedValue do, WDE0009 where too large
 */
export function prepareInsert(
  collection: Collection,
  item: ItemInput,
  stamp: Stamp,
  options: PrepareOptions = {},
): NewRow {
  const inputId = idOf(item, options.at);
  const defaults = defaultsOf(collection);
  const fields = writable(collection, item, options);
  const id = inputId ?? timedId(stamp.now, options.index);
  return prepareRow(id, defaults ? { ...defaults, ...fields } : fields, item, stamp, options, inputId === null);
}

/** The row that replaces a stored item. @throws AppError WDE0007 without an id, else as prepareInsert */
export function prepareUpdate(
  collection: Collection,
  item: ItemInput,
  stamp: Stamp,
  options: PrepareOptions = {},
): ChangedRow {
  const id = idOf(item, options.at);
  if (id === null) throw new AppError('WDE0007', { field: `${options.at ?? 'dataItem'}.data._id` });
  const row = prepareRow(id, writable(collection, item, options), item, stamp, options);
  return { ...row, owner: stamp.maySetOwner ? ownerIn(item, options) : null };
}

/** Both rows of a save. @throws AppError as prepareInsert does */
export function prepareSave(
  collection: Collection,
  item: ItemInput,
  stamp: Stamp,
  options: PrepareOptions = {},
): SavedRow {
  const insert = prepareInsert(collection, item, stamp, options);
  if (idOf(item) === null) return { insert, update: null };
  // Whether it replaces is not known yet, and it is valid either way: a required field has its default then too.
  const required = { ...defaultsOf({ fields: collection.fields.filter((field) => field.required) }), ...item.data };
  const update = prepareUpdate(collection, collection.validated ? { ...item, data: required } : item, stamp, options);
  return { insert, update };
}

/**
 * The id that an item names, in one of two places or both.
 * @throws AppError WDE0079 for what cannot be an id, WDE0080 where the two places differ
 */
export function idOf({ id, data }: ItemInput, at = 'dataItem'): string | null {
  const inside = data && Object.hasOwn(data, '_id') ? data._id : undefined;
  if (id !== undefined) assertItemId(id, `${at}.id`);
  if (inside !== undefined) assertItemId(inside, `${at}.data._id`);
  if (id !== undefined && inside !== undefined && id !== inside) {
    throw new AppError('WDE0080', { reason: `${at}.id and ${at}.data._id differ`, field: `${at}.id` });
  }
  return ((id ?? inside) as string | undefined) ?? null;
}

/** `field` is where the id stands in the request. @throws AppError WDE0079 */
export function assertItemId(id: unknown, field = 'dataItemId'): asserts id is string {
  const limit = dataLimits.itemIdLength;
  const wrong = (why: string, data: object = {}) =>
    new AppError('WDE0079', { reason: `${field}: ${why}`, field, ...data });
  if (typeof id !== 'string' || id === '') throw wrong('an id is a text that is not empty');
  if (id.length > limit) throw wrong(`an id has at most ${limit} characters`, { limit });
  if (!isStorable(id)) throw wrong('the id holds characters that cannot be stored');
}

/** @param fields nobody else's: they become the item, where a bulk call would pay for another thousand copies */
function prepareRow(
  id: string,
  fields: object,
  input: ItemInput,
  stamp: Stamp,
  options: PrepareOptions,
  hasNewId = false,
): NewRow {
  const at = options.at ?? 'dataItem';
  const owner = (stamp.maySetOwner ? ownerIn(input, options) : null) ?? stamp.owner;
  const now = momentOf(stamp.now);
  const plain = isPlain(fields);
  const item = (plain ? fields : normalizeValue(fields, `${at}.data`)) as Item;
  item._id = id;
  item._owner = owner;
  item._createdDate = now;
  item._updatedDate = now;
  const json = JSON.stringify(item);
  if (plain && mayContainInvalidText(json)) normalizeValue(item, `${at}.data`);
  assertSize(json, 1, at);
  return { id, owner, item, json, hasNewId };
}

const moments = new WeakMap<Date, { readonly $date: string }>();

/** Printed once a call, not once an item. */
function momentOf(now: Date): { readonly $date: string } {
  const known = moments.get(now);
  if (known) return known;
  const made = { $date: now.toISOString() };
  moments.set(now, made);
  return made;
}

/** The item's text. @throws AppError WDE0009 for more bytes than an item may have, or so many times that */
export function jsonOf(item: Item, times = 1, field?: string): string {
  const json = JSON.stringify(item);
  assertSize(json, times, field);
  return json;
}

function assertSize(json: string, times: number, field?: string): void {
  const limitBytes = dataLimits.itemBytes * times;
  // A character takes at most three bytes for each of its units.
  if (json.length * 3 > limitBytes && Buffer.byteLength(json) > limitBytes)
    throw new AppError('WDE0009', { limitBytes, ...(field === undefined ? {} : { field }) });
}

/** The item as those may see it from whom these fields are hidden. */
export const jsonWithout = (hidden: readonly string[], { item, json }: Pick<NewRow, 'item' | 'json'>): string =>
  hidden.length === 0
    ? json
    : JSON.stringify(Object.fromEntries(Object.entries(item).filter(([key]) => !hidden.includes(key))));

/** What the caller may write of what was sent. Links are kept apart from the item (data contract section 2.3). */
function writable(
  collection: Collection,
  { data }: ItemInput,
  { locked = [] }: PrepareOptions,
): Record<string, unknown> {
  const out = { ...data };
  for (const key of [...locked, ...keysOfType(collection, 'MULTI_REFERENCE')]) delete out[key];
  for (const key of keysOfType(collection, 'REFERENCE')) {
    if (Object.hasOwn(out, key)) out[key] = idOfReference(out[key]);
  }
  return out;
}

/** A single reference is kept as the id that it names. */
export const idOfReference = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && '_id' in value && typeof value._id === 'string' ? value._id : value;

/** Null where no field has one. */
function defaultsOf({ fields }: Pick<Collection, 'fields'>): Record<string, unknown> | null {
  let out: Record<string, unknown> | null = null;
  for (const { key, type, defaultValue } of fields) {
    if (defaultValue === undefined || type === 'MULTI_REFERENCE') continue;
    out ??= {};
    out[key] = defaultValue;
  }
  return out;
}

function ownerIn({ data }: ItemInput, { at = 'dataItem' }: PrepareOptions): string | null {
  const owner = data && Object.hasOwn(data, '_owner') ? data._owner : null;
  if (owner === null || owner === undefined) return null;
  if (typeof owner === 'string' && owner !== '' && owner.length <= 256 && isStorable(owner)) return owner;
  throw new AppError('WDE0080', { reason: `${at}.data._owner: an owner is an id`, field: `${at}.data._owner` });
}
