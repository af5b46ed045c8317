/** Saves the links of written items, and deletes those of removed items. */
import { dataLimits } from '@portico/domain';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import type { Reach } from '../collections/reach.ts';
import { isStorable } from '../query/text.ts';
import { errorsOfBrokenLinks, requireReferencedCollection } from './broken-links.ts';
import { type MultiReferenceField, referenceOf } from './reference.ts';
import * as store from './store.ts';

/** The ids of the items to link to, by the key of the field. */
export type LinkedIds = ReadonlyMap<string, readonly string[]>;

export const NO_LINKS: LinkedIds = new Map();

/**
 * Reads the multi-references in an item's data, for `saveReferences`. A field that is missing, hidden or locked is not
 * part of the result and retains its links; null removes all links.
 * @throws AppError WDE0303 for a value that is neither a list of ids nor a list of items with an `_id`
 */
export function readLinkedIds(
  { collection, hidden, locked }: Pick<Reach, 'collection' | 'hidden' | 'locked'>,
  data: Readonly<Record<string, unknown>>,
): LinkedIds {
  const linkedIds = new Map<string, readonly string[]>();
  for (const { key, type } of collection.fields) {
    if (type !== 'MULTI_REFERENCE' || !Object.hasOwn(data, key)) continue;
    const value = data[key];
    if (value === undefined || hidden.includes(key) || locked.includes(key)) continue;
    linkedIds.set(key, value === null ? [] : idsOf(value, key));
  }
  return linkedIds;
}

/**
 * Replaces the links of items that the transaction has written.
 * @throws AppError like errorsOfBrokenLinks
 */
export async function saveLinks(
  ctx: SiteCtx,
  reach: Reach,
  items: readonly { readonly id: string; readonly links: LinkedIds }[],
): Promise<void> {
  const keys = new Set(items.flatMap(({ links }) => [...links.keys()]));
  for (const key of keys) {
    const links = (await referenceOf(ctx, reach, key)) as MultiReferenceField;
    const idsByItem = items.flatMap((item) => {
      const ids = item.links.get(key);
      return ids ? [[item.id, ids] as const] : [];
    });
    await replaceLinks(ctx, reach.collection, links, new Map(idsByItem));
  }
}

/** Replaces the links of items, which the transaction must have locked. */
export async function replaceLinks(
  ctx: SiteCtx,
  collection: Collection,
  links: MultiReferenceField,
  linkedIds: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  await store.deleteLinksOf(ctx.db, collection, links.links, [...linkedIds.keys()]);
  await addLinks(ctx, collection, links, linkedIds);
}

/** Adds links to items, which the transaction must have locked. */
export async function addLinks(
  ctx: SiteCtx,
  collection: Collection,
  links: MultiReferenceField,
  linkedIds: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const pairs = pairsOf(linkedIds);
  if (pairs.length === 0) return;
  const broken = await errorsOfBrokenLinks(ctx, collection, links, pairs);
  for (const error of broken.values()) throw error;
  await store.insertLinks(ctx.db, collection, links.links, requireReferencedCollection(links), pairs);
}

/** Removes the links from the given items to the given referenced items. */
export async function removeLinks(
  ctx: SiteCtx,
  collection: Collection,
  { links }: MultiReferenceField,
  linkedIds: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const pairs = pairsOf(linkedIds);
  if (pairs.length > 0) await store.deleteLinks(ctx.db, collection, links, pairs);
}

/** Deletes the links from and to items that the transaction has removed. */
async function clearLinks(ctx: SiteCtx, collection: Collection, ids: readonly string[]): Promise<void> {
  if (collection.layout.linked && ids.length > 0) await store.deleteLinksOfItems(ctx.db, collection, ids);
}

/** Deletes the links from and to every item of a collection, after the transaction has removed the items. */
export async function clearAllLinks(ctx: SiteCtx, collection: Collection): Promise<void> {
  if (collection.layout.linked) await store.deleteAllLinks(ctx.db, collection);
}

const pairsOf = (linkedIds: ReadonlyMap<string, readonly string[]>): store.Link[] =>
  [...linkedIds].flatMap(([referringId, ids]) =>
    [...new Set(ids)].map((referencedId) => ({ referringId, referencedId })),
  );

/** Returns the ids in a list of ids or items. @throws AppError WDE0303 for another value */
export function idsOf(value: unknown, fieldKey: string): string[] {
  if (!Array.isArray(value) || value.length > dataLimits.bulkItems) throw new AppError('WDE0303', { fieldKey });
  return value.map((element) => idOf(element, fieldKey));
}

/** Returns the id, or the `_id` of an item. @throws AppError WDE0303 for another value */
export function idOf(value: unknown, fieldKey: string): string {
  const id = typeof value === 'object' && value !== null && '_id' in value ? value._id : value;
  const isId = typeof id === 'string' && id !== '' && id.length <= dataLimits.itemIdLength && isStorable(id);
  if (!isId) throw new AppError('WDE0303', { fieldKey });
  return id;
}

/** Removes items with the links from and to them, in one transaction if the collection may have links. */
export function removeWithLinks<C extends SiteCtx, Row extends { readonly id: string }>(
  ctx: C,
  collection: Collection,
  remove: (ctx: C) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (!collection.layout.linked) return remove(ctx);
  return transaction(ctx, async (ctx) => {
    const removed = await remove(ctx);
    await clearLinks(
      ctx,
      collection,
      removed.map(({ id }) => id),
    );
    return removed;
  });
}

/** Writes an item and then its links, in one transaction if the item has links. */
export function writeWithLinks<C extends SiteCtx, R>(
  ctx: C,
  reach: Reach,
  { id, links }: { readonly id: string; readonly links: LinkedIds },
  write: (ctx: C) => Promise<R>,
): Promise<R> {
  if (links.size === 0) return write(ctx);
  return transaction(ctx, async (ctx) => {
    const result = await write(ctx);
    if (result) await saveLinks(ctx, reach, [{ id, links }]);
    return result;
  });
}
