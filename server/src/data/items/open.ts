import type { ItemOperation } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { hiddenFields, lockedFields, ownerOf, ownsEverything, requireAccess } from '../permissions.ts';
import { parseFilter } from '../query/parse.ts';
import { type Place, planFilter, type Scope } from '../query/plan.ts';
import { type Filter, matchAll } from '../query/tree.ts';
import type { Stamp } from './prepare.ts';

/** A collection, and how far the caller may reach into it: which rows, which fields. */
export interface Reach extends Scope {
  readonly collection: Collection;
  /** keys of fields that the caller may not write */
  readonly locked: readonly string[];
}

/**
 * The collection of an item call, once the caller may do the operation on it.
 * @throws AppError WDE0025 no such collection, WDE0026 deleted, WDE0027 no permission, WDE0179 there is no sandbox
 */
export async function open(
  ctx: SiteCtx,
  call: { readonly dataCollectionId: string; readonly environment?: string },
  operation: ItemOperation,
): Promise<Reach> {
  // SANDBOX_PREFERRED falls back to the live items.
  if (call.environment === 'SANDBOX') throw new AppError('WDE0179');
  const collection = await loadCollection(ctx, call.dataCollectionId);
  return reachInto(ctx, collection, requireAccess(ctx.caller, collection, operation));
}

/** How far the caller reaches, with rows already decided: `owner` null for every row. */
export const reachInto = (ctx: SiteCtx, collection: Collection, owner: string | null): Reach => ({
  collection,
  owner,
  hidden: hiddenFields(ctx.caller, collection.fields),
  locked: lockedFields(ctx.caller, collection.fields),
  columns: collection.layout.columns,
});

/** The rows that a write may touch: the caller's, and of those the ones that match its condition. */
export function rowsOf(scope: Scope, condition?: { readonly filter?: unknown }): Filter<Place> {
  return planFilter(condition?.filter ? parseFilter(condition.filter, 'condition.filter') : matchAll, scope);
}

export function stampOf(ctx: SiteCtx): Stamp {
  return { owner: ownerOf(ctx.caller, ctx.paired), now: ctx.now, maySetOwner: ownsEverything(ctx.caller) };
}
