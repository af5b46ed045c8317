import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import { assertBulkSize, attempt, type BulkResult, bulkResult, type Outcome } from './bulk-result.ts';
import { insertMany } from './insert-many.ts';
import { open, stampOf } from './open.ts';
import { type NewRow, prepareInsert, type SentItem } from './prepare.ts';

/** Adds up to 1,000 items in one statement. Not atomic in the caller's eyes: an item that is refused stops no other. */
export async function bulkInsert(
  ctx: SiteCtx,
  { body }: Input<(typeof bulkEndpoints)['bulkInsertItems']>,
): Promise<BulkResult> {
  assertBulkSize(body.dataItems, 'dataItems');
  const { collection } = await open(ctx, body, 'insert');
  return bulkResult('INSERT', await insertAll(ctx, collection, body.dataItems));
}

/** Inserts what can be inserted; one outcome for each item. */
export async function insertAll(ctx: SiteCtx, collection: Collection, items: readonly SentItem[]): Promise<Outcome[]> {
  const stamp = stampOf(ctx);
  const prepared = items.map((item) => attempt(() => prepareInsert(collection, item, stamp)));
  const rows = prepared.filter((row): row is NewRow => !(row instanceof AppError));
  const inserted = await insertMany(ctx, collection, rows);
  return prepared.map((row) => {
    if (row instanceof AppError) return { error: row };
    // Deleted from the set when told, so that a second item with the same id is told that it is taken.
    if (inserted.ids.delete(row.id)) return { id: row.id };
    const refusal = inserted.refused.get(row);
    if (refusal) return { id: row.id, error: refusal };
    return { id: row.id, error: new AppError('WDE0074', { itemId: row.id, collectionName: collection.id }) };
  });
}
