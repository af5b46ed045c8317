import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { accessTo, permissionDenied } from '../collections/permissions.ts';
import { buildReach, planWriteFilter, type Reach } from '../collections/reach.ts';
import { settled } from '../schema-changes/settle.ts';
import * as store from '../table/write-store.ts';
import type { Outcome } from '../values/outcome.ts';
import { type ChangedRow, jsonWithout, type SavedRow } from '../values/prepare.ts';

/**
 * The collection of a save, once the caller may do one of the two things it can come to. Asked before the items are
 * looked at: what is wrong with an item tells of the fields.
 * @throws AppError WDE0025, WDE0026, WDE0027, WDE0179
 */
export async function openForSave(
  ctx: SiteCtx,
  call: { readonly dataCollectionId: string; readonly environment?: string },
): Promise<Reach> {
  if (call.environment === 'SANDBOX') throw new AppError('WDE0179');
  const collection = await loadCollection(ctx, call.dataCollectionId);
  const rights = (['insert', 'update'] as const).map((operation) => accessTo(ctx.caller, collection, operation));
  if (rights.every((access) => access === 'none')) throw permissionDenied(collection.id, 'insert');
  return buildReach(ctx, collection, null);
}

/**
 * Inserts rows, or replaces those whose ids are taken; it takes the right to do what then happens (data contract 7.4).
 * No two rows have the same id.
 */
export async function saveRows(
  ctx: SiteCtx,
  collection: Collection,
  rows: readonly SavedRow[],
  answering: store.Answering,
): Promise<Outcome[]> {
  const mayInsert = accessTo(ctx.caller, collection, 'insert') !== 'none';
  const updates = accessTo(ctx.caller, collection, 'update');
  const reach = buildReach(ctx, collection, typeof updates === 'object' ? updates.owner : null);
  const ids = rows.map(({ insert }) => insert.id);
  if (mayInsert && updates !== 'none') return settled(ctx, collection, ids, (ctx) => save(ctx, reach, rows, answering));
  if (mayInsert) return insert(ctx, reach, rows, answering);
  if (updates === 'none') throw permissionDenied(collection.id, 'insert');
  return settled(ctx, collection, ids, (ctx) => update(ctx, reach, rows, answering));
}

async function save(ctx: SiteCtx, reach: Reach, rows: readonly SavedRow[], answering: store.Answering) {
  const saved = byId(await store.saveItems(ctx.db, reach, rows, ctx.now, answering));
  return rows.map(({ insert }): Outcome => {
    const done = saved.get(insert.id);
    if (!done) return { id: insert.id, action: 'UPDATE', error: permissionDenied(reach.collection.id, 'update') };
    if (!done.inserted) return { id: insert.id, action: 'UPDATE', data: done.data };
    return { id: insert.id, action: 'INSERT', data: jsonWithout(reach.hidden, insert) };
  });
}

async function insert(ctx: SiteCtx, reach: Reach, rows: readonly SavedRow[], { answer }: store.Answering) {
  const inserts = rows.map(({ insert }) => insert);
  const inserted = await store.insertItems(ctx.db, reach.collection, inserts, ctx.now);
  return inserts.map((row): Outcome => {
    if (!inserted.has(row.id))
      return { id: row.id, action: 'UPDATE', error: permissionDenied(reach.collection.id, 'update') };
    return { id: row.id, action: 'INSERT', ...(answer ? { data: jsonWithout(reach.hidden, row) } : {}) };
  });
}

async function update(ctx: SiteCtx, reach: Reach, rows: readonly SavedRow[], answering: store.Answering) {
  const changes = rows.map(({ update }) => update).filter((row): row is ChangedRow => row !== null);
  const updated = byId(await store.updateItems(ctx.db, reach, changes, planWriteFilter(reach), answering));
  return rows.map(({ insert: { id } }): Outcome => {
    const done = updated.get(id);
    if (!done) return { id, action: 'INSERT', error: permissionDenied(reach.collection.id, 'insert') };
    return { id, action: 'UPDATE', data: done.data };
  });
}

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));
