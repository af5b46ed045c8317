/** From what a caller sends to what is stored: ids, system fields, size. Pure. */
import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import { newId } from '../../kernel/ids.ts';
import { type Collection, keysOfType } from '../collections/collection.ts';
import { isStorable } from '../query/text.ts';
import { checkedValue } from './values.ts';

export interface SentItem {
  readonly id?: unknown;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Who writes, and when: what the system fields are made of. */
export interface Stamp {
  readonly owner: string;
  readonly now: Date;
  /** an `_owner` that is sent counts */
  readonly maySetOwner: boolean;
}

/** A row of an item table. `json` is the item's text, system fields included. */
export interface NewRow {
  readonly id: string;
  readonly owner: string;
  readonly json: string;
}

/** A row that replaces a stored one. `owner` null: the stored one stays. */
export interface ChangedRow extends Omit<NewRow, 'owner'> {
  readonly owner: string | null;
}

/** The row of a new item; without an id it gets one. @throws AppError as idOf and checkedValue do, WDE0009 where too large */
export function prepareInsert(collection: Collection, item: SentItem, stamp: Stamp): NewRow {
  return prepareRow(collection, item, stamp, idOf(item) ?? newId());
}

/** The row that replaces a stored item. @throws AppError WDE0007 without an id, else as prepareInsert */
export function prepareUpdate(collection: Collection, item: SentItem, stamp: Stamp): ChangedRow {
  const id = idOf(item);
  if (id === null) throw new AppError('WDE0007');
  const { json } = prepareRow(collection, item, stamp, id);
  return { id, owner: stamp.maySetOwner ? sentOwner(item) : null, json };
}

/**
 * The id that an item names, in one of two places or both.
 * @throws AppError WDE0079 for what cannot be an id, WDE0080 where the two places differ
 */
export function idOf({ id, data }: SentItem): string | null {
  const inside = data && Object.hasOwn(data, '_id') ? data._id : undefined;
  for (const given of [id, inside]) if (given !== undefined) assertItemId(given);
  if (id !== undefined && inside !== undefined && id !== inside) {
    throw new AppError('WDE0080', { reason: 'dataItem.id and dataItem.data._id differ', field: 'dataItem.id' });
  }
  return ((id ?? inside) as string | undefined) ?? null;
}

/** @throws AppError WDE0079 */
export function assertItemId(id: unknown): asserts id is string {
  const limit = dataLimits.itemIdLength;
  if (typeof id !== 'string' || id === '')
    throw new AppError('WDE0079', { reason: 'an id is a text that is not empty' });
  if (id.length > limit) throw new AppError('WDE0079', { reason: `an id has at most ${limit} characters`, limit });
  if (!isStorable(id)) throw new AppError('WDE0079', { reason: 'the id holds characters that cannot be stored' });
}

function prepareRow(collection: Collection, item: SentItem, stamp: Stamp, id: string): NewRow {
  const owner = (stamp.maySetOwner ? sentOwner(item) : null) ?? stamp.owner;
  const now = { $date: stamp.now.toISOString() };
  const fields = checkedValue(withoutLinks(collection, item.data ?? {}), 'dataItem.data') as object;
  const json = JSON.stringify({ ...fields, _id: id, _owner: owner, _createdDate: now, _updatedDate: now });
  const limitBytes = dataLimits.itemBytes;
  if (Buffer.byteLength(json) > limitBytes) throw new AppError('WDE0009', { limitBytes });
  return { id, owner, json };
}

/** Links are kept apart from the item (data contract section 2.3); a single reference is kept as the id it names. */
function withoutLinks(collection: Collection, data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const out = { ...data };
  for (const key of keysOfType(collection, 'MULTI_REFERENCE')) delete out[key];
  for (const key of keysOfType(collection, 'REFERENCE')) {
    const value = Object.hasOwn(out, key) ? out[key] : undefined;
    if (typeof value === 'object' && value !== null && '_id' in value && typeof value._id === 'string')
      out[key] = value._id;
  }
  return out;
}

function sentOwner({ data }: SentItem): string | null {
  const owner = data && Object.hasOwn(data, '_owner') ? data._owner : null;
  if (owner === null || owner === undefined) return null;
  if (typeof owner === 'string' && owner !== '' && owner.length <= 256 && isStorable(owner)) return owner;
  throw new AppError('WDE0080', { reason: 'dataItem.data._owner: an owner is an id', field: 'dataItem.data._owner' });
}
