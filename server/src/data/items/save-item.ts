import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import type { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { accessTo, refused } from '../permissions.ts';
import { reachInto, rowsOf, stampOf } from './open.ts';
import { idOf, type NewRow, prepareInsert, prepareUpdate } from './prepare.ts';
import type { ItemRow } from './run.ts';
import { itemAnswer } from './wire.ts';
import * as store from './write-store.ts';

/** Inserts the item, or replaces the one with its id; it takes the right to do what then happens (data contract 7.4). */
export async function saveItem(ctx: SiteCtx, { body }: Input<(typeof itemsEndpoints)['saveItem']>): Promise<Answer> {
  if (body.environment === 'SANDBOX') throw new AppError('WDE0179');
  const collection = await loadCollection(ctx, body.dataCollectionId);
  const stamp = stampOf(ctx);
  const row = prepareInsert(collection, body.dataItem, stamp);
  const newOwner = idOf(body.dataItem) === null ? null : prepareUpdate(collection, body.dataItem, stamp).owner;
  const { inserted, ...item } = await save(ctx, collection, row, newOwner);
  return itemAnswer(collection.id, item, { action: inserted ? 'INSERTED' : 'UPDATED' });
}

async function save(
  ctx: SiteCtx,
  collection: Collection,
  row: NewRow,
  newOwner: string | null,
): Promise<ItemRow & { inserted: boolean }> {
  const mayInsert = accessTo(ctx.caller, collection, 'insert') !== 'none';
  const updates = accessTo(ctx.caller, collection, 'update');
  const reach = reachInto(ctx, collection, typeof updates === 'object' ? updates.owner : null);
  if (mayInsert && updates !== 'none') {
    const saved = await store.saveItem(ctx.db, reach, row, newOwner, ctx.now);
    if (!saved) throw refused(collection.id, 'update');
    return saved;
  }
  if (mayInsert) {
    if (!(await store.insertItem(ctx.db, collection, row, ctx.now))) throw refused(collection.id, 'update');
    return { id: row.id, data: row.json, inserted: true };
  }
  if (updates === 'none') throw refused(collection.id, 'insert');
  const updated = await store.updateItem(ctx.db, reach, { ...row, owner: newOwner }, rowsOf(reach));
  if (!updated) throw refused(collection.id, 'insert');
  return { ...updated, inserted: false };
}
