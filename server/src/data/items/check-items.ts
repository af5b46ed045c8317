/** Validates items, and checks in the database that referenced items exist. */
import { AppError, type FieldViolation } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { accessTo } from '../collections/permissions.ts';
import { buildReach, planWriteFilter } from '../collections/reach.ts';
import { listIds } from '../table/read-store.ts';
import type { Item } from '../values/patch.ts';
import { brokenReference, type Reference, referencesOf, violationsOf } from '../values/validate.ts';

/** An item to validate, as it would be stored. */
export interface CheckedItem {
  readonly id: string;
  readonly item: Item;
  /** Top-level fields that are not validated, because the caller did not write them: locked and hidden ones. */
  readonly skip: readonly string[];
  /** Path of the item's data in the request, for errors. */
  readonly at: string;
}

/** Returns the violations of each item, in order; none if the collection is not validated. */
export async function checkItems(
  ctx: SiteCtx,
  collection: Collection,
  items: readonly CheckedItem[],
): Promise<FieldViolation[][]> {
  if (!collection.validated) return items.map(() => []);
  const { fields } = collection;
  const found = items.map(({ item, skip, at }) => violationsOf(fields, item, skip, at));
  const references = items.map(({ item, skip, at }) => referencesOf(fields, item, skip, at));
  const broken = await findBrokenReferences(ctx, collection, items, references.flat());
  return found.map((violations, i) => [
    ...violations,
    ...(references[i] as Reference[]).filter((reference) => broken.has(reference)).map(brokenReference),
  ]);
}

async function findBrokenReferences(
  ctx: SiteCtx,
  collection: Collection,
  items: readonly CheckedItem[],
  references: readonly Reference[],
): Promise<Set<Reference>> {
  const broken = new Set<Reference>();
  for (const [collectionId, collectionReferences] of Map.groupBy(references, (reference) => reference.collectionId)) {
    const existing = await listReadableIds(ctx, collectionId, [...new Set(collectionReferences.map(({ id }) => id))]);
    // Items of the same call may reference each other and themselves, so their ids count as existing.
    const idsOfCall = new Set(collectionId === collection.id ? items.map(({ id }) => id) : []);
    for (const reference of collectionReferences)
      if (existing && !existing.has(reference.id) && !idsOfCall.has(reference.id)) broken.add(reference);
  }
  return broken;
}

/**
 * Filters the ids to those of items that the caller may read. Returns null if the caller has no permission to read;
 * every id is then accepted, because an error would reveal which items exist (side channel).
 */
async function listReadableIds(
  ctx: SiteCtx,
  collectionId: string,
  ids: readonly string[],
): Promise<Set<string> | null> {
  try {
    const other = await loadCollection(ctx, collectionId);
    const access = accessTo(ctx.caller, other, 'read');
    if (access === 'none') return null;
    const reach = buildReach(ctx, other, access === 'all' ? null : access.owner);
    return await listIds(ctx.db, reach, ids, planWriteFilter(reach));
  } catch (error) {
    // The other collection does not exist, so none of its items do.
    if (error instanceof AppError && (error.code === 'WDE0025' || error.code === 'WDE0026')) return new Set();
    throw error;
  }
}
