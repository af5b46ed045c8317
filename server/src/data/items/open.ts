import type { ItemOperation } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import { type Collection, keysOfType } from '../collections/collection.ts';
import { ownerOf, ownsEverything, requireAccess } from '../permissions.ts';
import { parseFilter } from '../query/parse.ts';
import { type Place, planFilter } from '../query/plan.ts';
import { type Filter, matchAll } from '../query/tree.ts';
import type { Stamp } from './prepare.ts';

export interface Opened {
  readonly collection: Collection;
  /** the owner whose rows alone the caller may touch; null for every row */
  readonly owner: string | null;
}

/**
 * The collection of an item call, once the caller may do the operation on it.
 * @throws AppError WDE0025 no such collection, WDE0027 no permission, WDE0179 there is no sandbox
 */
export async function open(
  ctx: SiteCtx,
  call: { readonly dataCollectionId: string; readonly environment?: string },
  operation: ItemOperation,
): Promise<Opened> {
  // SANDBOX_PREFERRED falls back to the live items.
  if (call.environment === 'SANDBOX') throw new AppError('WDE0179');
  const collection = await loadCollection(ctx, call.dataCollectionId);
  return { collection, owner: requireAccess(ctx.caller, collection, operation) };
}

/** The rows that a write may touch: the caller's, and of those the ones that match its condition. */
export function rowsOf(owner: string | null, condition?: { readonly filter?: unknown }): Filter<Place> {
  return planFilter(condition?.filter ? parseFilter(condition.filter, 'condition.filter') : matchAll, owner);
}

export function stampOf(ctx: SiteCtx): Stamp {
  return { owner: ownerOf(ctx.caller, ctx.paired), now: ctx.now, maySetOwner: ownsEverything(ctx.caller) };
}

/**
 * References are not served yet: a call that needs them is refused rather than answered as if they were not asked for.
 * @throws AppError NOT_IMPLEMENTED
 */
export function refuseReferences(
  collection: Collection,
  asked: { includeReferencedItems?: boolean; saveReferences?: boolean; includeReferences?: readonly unknown[] },
): void {
  const later = (reason: string) => new AppError('NOT_IMPLEMENTED', { reason });
  if (asked.includeReferences?.length) throw later('includeReferences');
  const links = keysOfType(collection, 'MULTI_REFERENCE');
  if (asked.saveReferences && links.length > 0) throw later('saveReferences');
  if (asked.includeReferencedItems && links.length + keysOfType(collection, 'REFERENCE').length > 0) {
    throw later('includeReferencedItems');
  }
}
