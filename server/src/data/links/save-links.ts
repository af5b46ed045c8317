/** Links that come and go with items: saved with them, changed by patches, cleared when they are removed. */
import { dataLimits } from '@portico/domain';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import type { Reach } from '../collections/reach.ts';
import { isStorable } from '../query/text.ts';
import { brokenLinks, requireOther } from './broken-links.ts';
import { type Links, referenceOf } from './reference.ts';
import * as store from './store.ts';

/** The ids to which an item is to link, by the key of the field. */
export type SentLinks = ReadonlyMap<string, readonly string[]>;

/** An item says nothing of links, or is not asked. */
export const NO_LINKS: SentLinks = new Map();

/**
 * What an item says of its multi-references, for `saveReferences`. A field that is not named keeps its links, and so does
 * one that the caller may not write; null means none.
 * @throws AppError WDE0303 for what is not a list of ids, or of items with an `_id`
 */
export function sentLinks(
  { collection, hidden, locked }: Pick<Reach, 'collection' | 'hidden' | 'locked'>,
  data: Readonly<Record<string, unknown>>,
): SentLinks {
  const sent = new Map<string, readonly string[]>();
  for (const { key, type } of collection.fields) {
    if (type !== 'MULTI_REFERENCE' || !Object.hasOwn(data, key)) continue;
    const value = data[key];
    if (value === undefined || hidden.includes(key) || locked.includes(key)) continue;
    sent.set(key, value === null ? [] : idsOf(value, key));
  }
  return sent;
}

/**
 * Replaces the links of items that were just written, in the same transaction.
 * @throws AppError as brokenLinks tells
 */
export async function saveLinks(
  ctx: SiteCtx,
  reach: Reach,
  items: readonly { readonly id: string; readonly links: SentLinks }[],
): Promise<void> {
  const keys = new Set(items.flatMap(({ links }) => [...links.keys()]));
  for (const key of keys) {
    const links = (await referenceOf(ctx, reach, key)) as Links;
    const wanted = items.flatMap((item) => {
      const ids = item.links.get(key);
      return ids ? [[item.id, ids] as const] : [];
    });
    await replaceLinks(ctx, reach.collection, links, new Map(wanted));
  }
}

/** Links items to exactly these. In a transaction that holds the items. */
export async function replaceLinks(
  ctx: SiteCtx,
  collection: Collection,
  links: Links,
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  await store.deleteLinksOf(ctx.db, collection, links.links, [...wanted.keys()]);
  await addLinks(ctx, collection, links, wanted);
}

/** Links items to these too. In a transaction that holds the items. */
export async function addLinks(
  ctx: SiteCtx,
  collection: Collection,
  links: Links,
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const pairs = pairsOf(wanted);
  if (pairs.length === 0) return;
  const broken = await brokenLinks(ctx, collection, links, pairs);
  for (const error of broken.values()) throw error;
  await store.insertLinks(ctx.db, collection, links.links, requireOther(links), pairs);
}

/** Takes these links of items away. */
export async function dropLinks(
  ctx: SiteCtx,
  collection: Collection,
  { links }: Links,
  unwanted: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const pairs = pairsOf(unwanted);
  if (pairs.length > 0) await store.deleteLinks(ctx.db, collection, links, pairs);
}

/** Clears the links from and to items that were just removed: after them, in the same transaction. */
async function clearLinks(ctx: SiteCtx, collection: Collection, ids: readonly string[]): Promise<void> {
  if (collection.layout.linked && ids.length > 0) await store.deleteLinksOfItems(ctx.db, collection, ids);
}

/** Clears the links from and to every item of a collection: after its items, in the same transaction. */
export async function clearAllLinks(ctx: SiteCtx, collection: Collection): Promise<void> {
  if (collection.layout.linked) await store.deleteAllLinks(ctx.db, collection);
}

const pairsOf = (wanted: ReadonlyMap<string, readonly string[]>): store.Link[] =>
  [...wanted].flatMap(([near, ids]) => [...new Set(ids)].map((far) => ({ near, far })));

/** @throws AppError WDE0303 */
export function idsOf(value: unknown, fieldKey: string): string[] {
  if (!Array.isArray(value) || value.length > dataLimits.bulkItems) throw new AppError('WDE0303', { fieldKey });
  return value.map((one) => idOf(one, fieldKey));
}

/** The id, or that of an item. @throws AppError WDE0303 */
export function idOf(value: unknown, fieldKey: string): string {
  const id = typeof value === 'object' && value !== null && '_id' in value ? value._id : value;
  const isId = typeof id === 'string' && id !== '' && id.length <= dataLimits.itemIdLength && isStorable(id);
  if (!isId) throw new AppError('WDE0303', { fieldKey });
  return id;
}

/** Removes items, and with them the links from and to them: in one transaction where there may be any. */
export function withLinks<C extends SiteCtx, Row extends { readonly id: string }>(
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

/** Writes an item and then its links: in one transaction, where it says something of them. */
export function withSavedLinks<C extends SiteCtx, R>(
  ctx: C,
  reach: Reach,
  { id, links }: { readonly id: string; readonly links: SentLinks },
  write: (ctx: C) => Promise<R>,
): Promise<R> {
  if (links.size === 0) return write(ctx);
  return transaction(ctx, async (ctx) => {
    const written = await write(ctx);
    if (written) await saveLinks(ctx, reach, [{ id, links }]);
    return written;
  });
}
