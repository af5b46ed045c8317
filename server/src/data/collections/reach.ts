import type { ItemOperation } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { linkTables } from '../query/link-fields.ts';
import { parseFilter } from '../query/parse.ts';
import { planFilter } from '../query/plan.ts';
import type { FilterTarget, Scope } from '../query/scope.ts';
import { type Filter, matchAll } from '../query/tree.ts';
import { loadCollection } from './cache.ts';
import { type Collection, keysOfType } from './collection.ts';
import {
  type Access,
  accessTo,
  hasFullItemAccess,
  hiddenFields,
  lockedFields,
  ownerOf,
  permissionDenied,
  requireAccess,
} from './permissions.ts';
import { affectedKeys } from './schema-change.ts';

/** A collection, and how far the caller may reach into it: which rows, which fields. */
export interface Reach extends Scope {
  readonly collection: Collection;
  /** keys of fields that the caller may not write */
  readonly locked: readonly string[];
  /** rows that the caller may read: all that a write tells, and that its condition may ask, is about these */
  readonly readable: Access;
}

/**
 * The collection of an item call, once the caller may do the operation on it.
 * @throws AppError WDE0025 no such collection, WDE0026 deleted, WDE0027 no permission, WDE0179 there is no sandbox
 */
export async function openCollection(
  ctx: SiteCtx,
  call: { readonly dataCollectionId: string; readonly environment?: string },
  operation: ItemOperation,
): Promise<Reach> {
  // SANDBOX_PREFERRED falls back to the live items.
  if (call.environment === 'SANDBOX') throw new AppError('WDE0179');
  const collection = await loadCollection(ctx, call.dataCollectionId);
  return buildReach(ctx, collection, requireAccess(ctx.caller, collection, operation));
}

/** How far the caller reaches, with rows already decided: `owner` null for every row. */
export const buildReach = (ctx: SiteCtx, collection: Collection, owner: string | null): Reach => ({
  collection,
  owner,
  hidden: hiddenFields(ctx.caller, collection.fields),
  locked: lockedFields(ctx.caller, collection.fields),
  readable: accessTo(ctx.caller, collection, 'read'),
  columns: ctx.env.fastPaths.promotedColumns ? usableColumns(collection) : [],
  links: linkTables(collection),
  dates: keysOfType(collection, 'DATETIME'),
});

/** While a schema change is under way, a column of a field that it touches may lack what older rows hold. */
function usableColumns({ layout, pending }: Collection): Scope['columns'] {
  if (pending.length === 0) return layout.columns;
  const touched = pending.flatMap(affectedKeys);
  return layout.columns.filter(({ path }) => !touched.includes(path[0]));
}

/**
 * The rows that a write may touch: the caller's, and of those the ones that match its condition. A condition asks what
 * stands in the rows, so it takes the right to read them (side channel).
 * @throws AppError WDE0027 for a condition of a caller who may read nothing, else as parseFilter does
 */
export function planWriteFilter(
  reach: Reach,
  condition?: { readonly filter?: unknown },
  at = 'condition.filter',
): Filter<FilterTarget> {
  const rows = planFilter(matchAll, reach);
  if (!condition?.filter) return rows;
  const { readable } = reach;
  const parsed = parseFilter(condition.filter, at);
  if (parsed.kind === 'and' && parsed.parts.length === 0) return rows;
  if (readable === 'none') throw permissionDenied(reach.collection.id, 'read');
  const scope = readable === 'all' ? { ...reach, owner: null } : { ...reach, owner: readable.owner };
  return { kind: 'and', parts: [rows, planFilter(parsed, scope)] };
}

/** Who writes, and when: what the system fields are made of. */
export interface Stamp {
  readonly owner: string;
  readonly now: Date;
  /** an `_owner` that is sent counts */
  readonly maySetOwner: boolean;
}

export function stampOf(ctx: SiteCtx): Stamp {
  return { owner: ownerOf(ctx.caller, ctx.paired), now: ctx.now, maySetOwner: hasFullItemAccess(ctx.caller) };
}
