import type { ItemOperation } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { linkTables } from '../query/link-fields.ts';
import { parseFilter } from '../query/parse.ts';
import { planFilter } from '../query/plan.ts';
import type { FilterTarget, Scope } from '../query/scope.ts';
import { type Filter, matchAll } from '../query/tree.ts';
import { loadCollection } from './cache.ts';
import { type Collection, listKeysOfType } from './collection.ts';
import {
  type Access,
  accessTo,
  hasFullItemAccess,
  listHiddenFields,
  listLockedFields,
  ownerOf,
  permissionDenied,
  requireAccess,
} from './permissions.ts';
import { listAffectedKeys } from './schema-change.ts';

/** A collection with the rows and fields that the caller may access. */
export interface Reach extends Scope {
  readonly collection: Collection;
  /** Keys of the fields that the caller may not write. */
  readonly locked: readonly string[];
  /** Rows that the caller may read. A write returns only such rows, and its condition matches only such rows. */
  readonly readable: Access;
}

/**
 * Returns the collection of an item call if the caller may do the operation.
 * @throws AppError WDE0025 if it does not exist, WDE0026 if it was deleted, WDE0027 without permission, WDE0179 if
 * the request asks for the vendor's sandbox environment, which is not supported
 */
export async function openCollection(
  ctx: SiteCtx,
  call: { readonly dataCollectionId: string; readonly environment?: string },
  operation: ItemOperation,
): Promise<Reach> {
  // SANDBOX_PREFERRED is accepted, because it falls back to the live items.
  if (call.environment === 'SANDBOX') throw new AppError('WDE0179');
  const collection = await loadCollection(ctx, call.dataCollectionId);
  return buildReach(ctx, collection, requireAccess(ctx.caller, collection, operation));
}

/**
 * Returns the caller's reach without checking that the caller may access these rows.
 * @param owner limits the reach to this owner's rows; null if it covers all rows
 */
export const buildReach = (ctx: SiteCtx, collection: Collection, owner: string | null): Reach => ({
  collection,
  owner,
  hidden: listHiddenFields(ctx.caller, collection.fields),
  locked: listLockedFields(ctx.caller, collection.fields),
  readable: accessTo(ctx.caller, collection, 'read'),
  columns: ctx.env.fastPaths.promotedColumns ? listUsableColumns(collection) : [],
  links: linkTables(collection),
  dates: listKeysOfType(collection, 'DATETIME'),
});

/**
 * During a schema change, columns of the affected fields are not used, because they may lack the values of older rows.
 */
function listUsableColumns({ layout, pending }: Collection): Scope['columns'] {
  if (pending.length === 0) return layout.columns;
  const affectedKeys = pending.flatMap(listAffectedKeys);
  return layout.columns.filter(({ path }) => !affectedKeys.includes(path[0]));
}

/**
 * Returns the filter for the rows that a write may change: the rows in reach that match the condition. A condition
 * reveals stored values, so it requires permission to read them (side channel).
 * @throws AppError WDE0027 for a condition of a caller without permission to read, otherwise like parseFilter
 */
export function planWriteFilter(
  reach: Reach,
  condition?: { readonly filter?: unknown },
  inputPath = 'condition.filter',
): Filter<FilterTarget> {
  const rows = planFilter(matchAll, reach);
  if (!condition?.filter) return rows;
  const { readable } = reach;
  const parsed = parseFilter(condition.filter, inputPath);
  if (parsed.kind === 'and' && parsed.parts.length === 0) return rows;
  if (readable === 'none') throw permissionDenied(reach.collection.id, 'read');
  const scope = readable === 'all' ? { ...reach, owner: null } : { ...reach, owner: readable.owner };
  return { kind: 'and', parts: [rows, planFilter(parsed, scope)] };
}

/** The author and time of a write, from which system fields are set. */
export interface Stamp {
  readonly owner: string;
  readonly now: Date;
  /** The caller may set `_owner` explicitly. */
  readonly maySetOwner: boolean;
}

export function stampOf(ctx: SiteCtx): Stamp {
  return { owner: ownerOf(ctx.caller, ctx.paired), now: ctx.now, maySetOwner: hasFullItemAccess(ctx.caller) };
}
