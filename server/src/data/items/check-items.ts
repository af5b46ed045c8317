/** The part of validation that asks the database: whether referenced items are there. */
import { AppError, type FieldViolation } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { accessTo } from '../collections/permissions.ts';
import { buildReach, planWriteFilter } from '../collections/reach.ts';
import { listIds } from '../table/read-store.ts';
import type { Item } from '../values/patch.ts';
import { brokenReference, type Reference, referencesOf, violationsOf } from '../values/validate.ts';

/** An item as it would be stored, and what its writer answers for. */
export interface Checked {
  readonly id: string;
  readonly item: Item;
  /** top-level fields that are not the writer's: locked ones, and hidden ones that were not sent */
  readonly skip: readonly string[];
  /** where the item's data stands in the request */
  readonly at: string;
}

/** Everything that is wrong with each item, in the order given; nothing where the collection is not validated. */
export async function checkItems(
  ctx: SiteCtx,
  collection: Collection,
  items: readonly Checked[],
): Promise<FieldViolation[][]> {
  if (!collection.validated) return items.map(() => []);
  const { fields } = collection;
  const found = items.map(({ item, skip, at }) => violationsOf(fields, item, skip, at));
  const references = items.map(({ item, skip, at }) => referencesOf(fields, item, skip, at));
  const broken = await brokenOf(ctx, collection, items, references.flat());
  return found.map((violations, i) => [
    ...violations,
    ...(references[i] as Reference[]).filter((reference) => broken.has(reference)).map(brokenReference),
  ]);
}

async function brokenOf(
  ctx: SiteCtx,
  collection: Collection,
  items: readonly Checked[],
  references: readonly Reference[],
): Promise<Set<Reference>> {
  const broken = new Set<Reference>();
  for (const [collectionId, wanted] of Map.groupBy(references, (reference) => reference.collectionId)) {
    const there = await idsThatAreThere(ctx, collectionId, [...new Set(wanted.map(({ id }) => id))]);
    // Items of one call may refer to each other, and to themselves.
    const here = new Set(collectionId === collection.id ? items.map(({ id }) => id) : []);
    for (const reference of wanted)
      if (there && !there.has(reference.id) && !here.has(reference.id)) broken.add(reference);
  }
  return broken;
}

/**
 * Those of the ids that the caller may read. Null where they may read nothing: refusing ids would tell which items there
 * are (side channel), so any id is taken.
 */
async function idsThatAreThere(
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
    // The other collection is gone: nothing of it can be referred to.
    if (error instanceof AppError && (error.code === 'WDE0025' || error.code === 'WDE0026')) return new Set();
    throw error;
  }
}
