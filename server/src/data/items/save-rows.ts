import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { accessTo, permissionDenied } from '../collections/permissions.ts';
import { buildReach, planWriteFilter, type Reach } from '../collections/reach.ts';
import { withReshapedItems } from '../schema-changes/reshape-items.ts';
import * as store from '../table/write-store.ts';
import type { Outcome } from '../values/outcome.ts';
import { type ChangedRow, omitFromJson, type SavedRow } from '../values/prepare.ts';

/**
 * Returns the collection of a save if the caller may insert or update items. Call it before items are validated,
 * because their errors reveal fields of the collection.
 * @throws AppError like openCollection
 */
export async function openForSave(
  ctx: SiteCtx,
  call: { readonly dataCollectionId: string; readonly environment?: string },
): Promise<Reach> {
  if (call.environment === 'SANDBOX') throw new AppError('WDE0179');
  const collection = await loadCollection(ctx, call.dataCollectionId);
  const accesses = (['insert', 'update'] as const).map((operation) => accessTo(ctx.caller, collection, operation));
  if (accesses.every((access) => access === 'none')) throw permissionDenied(collection.id, 'insert');
  return buildReach(ctx, collection, null);
}

/**
 * Inserts rows, or replaces those whose ids exist. For each row, the caller needs permission to insert or to update,
 * depending on whether its id exists (data contract section 7.4). The rows must have different ids.
 */
export async function saveRows(
  ctx: SiteCtx,
  collection: Collection,
  rows: readonly SavedRow[],
  options: store.WriteOptions,
): Promise<Outcome[]> {
  const mayInsert = accessTo(ctx.caller, collection, 'insert') !== 'none';
  const updateAccess = accessTo(ctx.caller, collection, 'update');
  const reach = buildReach(ctx, collection, typeof updateAccess === 'object' ? updateAccess.owner : null);
  const ids = rows.map(({ insert }) => insert.id);
  if (mayInsert && updateAccess !== 'none')
    return withReshapedItems(ctx, collection, ids, (ctx) => save(ctx, reach, rows, options));
  if (mayInsert) return insert(ctx, reach, rows, options);
  if (updateAccess === 'none') throw permissionDenied(collection.id, 'insert');
  return withReshapedItems(ctx, collection, ids, (ctx) => update(ctx, reach, rows, options));
}

async function save(ctx: SiteCtx, reach: Reach, rows: readonly SavedRow[], options: store.WriteOptions) {
  const saved = byId(await store.saveItems(ctx.db, reach, rows, ctx.now, options));
  return rows.map(({ insert }): Outcome => {
    const savedRow = saved.get(insert.id);
    if (!savedRow) return { id: insert.id, action: 'UPDATE', error: permissionDenied(reach.collection.id, 'update') };
    if (!savedRow.inserted) return { id: insert.id, action: 'UPDATE', data: savedRow.data };
    return { id: insert.id, action: 'INSERT', data: omitFromJson(reach.hidden, insert) };
  });
}

async function insert(ctx: SiteCtx, reach: Reach, rows: readonly SavedRow[], { returnItems }: store.WriteOptions) {
  const inserts = rows.map(({ insert }) => insert);
  const inserted = await store.insertItems(ctx.db, reach.collection, inserts, ctx.now);
  return inserts.map((row): Outcome => {
    if (!inserted.has(row.id))
      return { id: row.id, action: 'UPDATE', error: permissionDenied(reach.collection.id, 'update') };
    return { id: row.id, action: 'INSERT', ...(returnItems ? { data: omitFromJson(reach.hidden, row) } : {}) };
  });
}

async function update(ctx: SiteCtx, reach: Reach, rows: readonly SavedRow[], options: store.WriteOptions) {
  const changes = rows.map(({ update }) => update).filter((row): row is ChangedRow => row !== null);
  const updated = byId(await store.updateItems(ctx.db, reach, changes, planWriteFilter(reach), options));
  return rows.map(({ insert: { id } }): Outcome => {
    const updatedRow = updated.get(id);
    if (!updatedRow) return { id, action: 'INSERT', error: permissionDenied(reach.collection.id, 'insert') };
    return { id, action: 'UPDATE', data: updatedRow.data };
  });
}

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));
