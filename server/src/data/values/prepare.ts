/** Converts the input of a write to rows: determines ids, sets system fields and enforces size limits. */

import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import { newTimedId } from '../../kernel/ids.ts';
import { type Collection, listKeysOfType } from '../collections/collection.ts';
import type { Stamp } from '../collections/reach.ts';
import { isStorable } from '../query/text.ts';
import { isPlain, mayContainInvalidText, normalizeValue } from './normalize-value.ts';
import type { Item } from './patch.ts';

export interface ItemInput {
  readonly id?: unknown;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A row of an item table. `json` is the JSON of `item`, including system fields. */
export interface NewRow {
  readonly id: string;
  readonly owner: string;
  readonly json: string;
  readonly item: Item;
  /** True if the id was generated from random bits, so that no stored item has it. */
  readonly hasNewId?: boolean;
}

/** A row that replaces a stored one. An `owner` of null retains the stored owner. */
export interface ChangedRow extends Omit<NewRow, 'owner'> {
  readonly owner: string | null;
}

/** The rows of a save: `insert` if the id is free, `update` if it exists; `update` is null if the item has no id. */
export interface SavedRow {
  readonly insert: NewRow;
  readonly update: ChangedRow | null;
}

/** The context of an item in the request: fields that the caller may not write, and the path for errors. */
export interface PrepareOptions {
  readonly locked?: readonly string[];
  readonly at?: string;
  /** Position of the item among the items of the call. */
  readonly index?: number;
}

/**
 * Returns the row of a new item. A missing id is generated, and missing fields get their default values.
 * @throws AppError like idOf and normalizeValue, WDE0009 if the item is too large
 */
export function prepareInsert(
  collection: Collection,
  item: ItemInput,
  stamp: Stamp,
  options: PrepareOptions = {},
): NewRow {
  const inputId = idOf(item, options.at);
  const defaults = defaultsOf(collection);
  const fields = pickWritable(collection, item, options);
  const id = inputId ?? newTimedId(stamp.now, options.index);
  return prepareRow(id, defaults ? { ...defaults, ...fields } : fields, item, stamp, options, inputId === null);
}

/** Returns the row that replaces a stored item. @throws AppError WDE0007 without an id, otherwise like prepareInsert */
export function prepareUpdate(
  collection: Collection,
  item: ItemInput,
  stamp: Stamp,
  options: PrepareOptions = {},
): ChangedRow {
  const id = idOf(item, options.at);
  if (id === null) throw new AppError('WDE0007', { field: `${options.at ?? 'dataItem'}.data._id` });
  const row = prepareRow(id, pickWritable(collection, item, options), item, stamp, options);
  return { ...row, owner: stamp.maySetOwner ? ownerIn(item, options) : null };
}

/** Returns both rows of a save. @throws AppError like prepareInsert */
export function prepareSave(
  collection: Collection,
  item: ItemInput,
  stamp: Stamp,
  options: PrepareOptions = {},
): SavedRow {
  const insert = prepareInsert(collection, item, stamp, options);
  if (idOf(item) === null) return { insert, update: null };
  // It is not known yet whether the save updates or inserts, so required fields get their default values in both rows.
  const required = { ...defaultsOf({ fields: collection.fields.filter((field) => field.required) }), ...item.data };
  const update = prepareUpdate(collection, collection.validated ? { ...item, data: required } : item, stamp, options);
  return { insert, update };
}

/**
 * Returns the id of an item, from `id`, `data._id` or both; null if it has none.
 * @throws AppError WDE0079 for an invalid id, WDE0080 if the two differ
 */
export function idOf({ id, data }: ItemInput, inputPath = 'dataItem'): string | null {
  const idInData = data && Object.hasOwn(data, '_id') ? data._id : undefined;
  if (id !== undefined) assertItemId(id, `${inputPath}.id`);
  if (idInData !== undefined) assertItemId(idInData, `${inputPath}.data._id`);
  if (id !== undefined && idInData !== undefined && id !== idInData) {
    throw new AppError('WDE0080', {
      reason: `${inputPath}.id and ${inputPath}.data._id differ`,
      field: `${inputPath}.id`,
    });
  }
  return ((id ?? idInData) as string | undefined) ?? null;
}

/** @param field path of the id in the request, for errors @throws AppError WDE0079 */
export function assertItemId(id: unknown, field = 'dataItemId'): asserts id is string {
  const limit = dataLimits.itemIdLength;
  const invalidId = (reason: string, data: object = {}) =>
    new AppError('WDE0079', { reason: `${field}: ${reason}`, field, ...data });
  if (typeof id !== 'string' || id === '') throw invalidId('the id must be a text that is not empty');
  if (id.length > limit) throw invalidId(`the id has more than ${limit} characters`, { limit });
  if (!isStorable(id)) throw invalidId('the id contains characters that cannot be stored');
}

/**
 * @param fields the data of the item; this function modifies the object and uses it as the item, so that a bulk call
 * does not need a copy per item
 */
function prepareRow(
  id: string,
  fields: object,
  input: ItemInput,
  stamp: Stamp,
  options: PrepareOptions,
  hasNewId = false,
): NewRow {
  const inputPath = options.at ?? 'dataItem';
  const owner = (stamp.maySetOwner ? ownerIn(input, options) : null) ?? stamp.owner;
  const now = momentOf(stamp.now);
  const plain = isPlain(fields);
  const item = (plain ? fields : normalizeValue(fields, `${inputPath}.data`)) as Item;
  item._id = id;
  item._owner = owner;
  item._createdDate = now;
  item._updatedDate = now;
  const json = JSON.stringify(item);
  if (plain && mayContainInvalidText(json)) normalizeValue(item, `${inputPath}.data`);
  assertSize(json, 1, inputPath);
  return { id, owner, item, json, hasNewId };
}

const moments = new WeakMap<Date, { readonly $date: string }>();

/** Returns the formatted time, which is cached per call because all items of a call share it. */
function momentOf(now: Date): { readonly $date: string } {
  const known = moments.get(now);
  if (known) return known;
  const formatted = { $date: now.toISOString() };
  moments.set(now, formatted);
  return formatted;
}

/** Returns the JSON of an item. @throws AppError WDE0009 if it exceeds `times` times the size limit of an item */
export function jsonOf(item: Item, times = 1, field?: string): string {
  const json = JSON.stringify(item);
  assertSize(json, times, field);
  return json;
}

function assertSize(json: string, times: number, field?: string): void {
  const limitBytes = dataLimits.itemBytes * times;
  // A UTF-16 unit takes at most three bytes in UTF-8, so the bytes of a short text need not be counted.
  if (json.length * 3 > limitBytes && Buffer.byteLength(json) > limitBytes)
    throw new AppError('WDE0009', { limitBytes, ...(field === undefined ? {} : { field }) });
}

/** Returns the JSON of an item without its hidden fields. */
export const omitFromJson = (hidden: readonly string[], { item, json }: Pick<NewRow, 'item' | 'json'>): string =>
  hidden.length === 0
    ? json
    : JSON.stringify(Object.fromEntries(Object.entries(item).filter(([key]) => !hidden.includes(key))));

/**
 * Returns the fields that the caller may write, without multi-references. Links are stored outside the item (data
 * contract section 2.3).
 */
function pickWritable(
  collection: Collection,
  { data }: ItemInput,
  { locked = [] }: PrepareOptions,
): Record<string, unknown> {
  const out = { ...data };
  for (const key of [...locked, ...listKeysOfType(collection, 'MULTI_REFERENCE')]) delete out[key];
  for (const key of listKeysOfType(collection, 'REFERENCE')) {
    if (Object.hasOwn(out, key)) out[key] = idOfReference(out[key]);
  }
  return out;
}

/** Returns the id of a single reference, which is stored instead of the referenced item. */
export const idOfReference = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && '_id' in value && typeof value._id === 'string' ? value._id : value;

/** Returns the default values by key, or null if no field has one. */
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
  throw new AppError('WDE0080', { reason: `${at}.data._owner: the owner must be an id`, field: `${at}.data._owner` });
}
