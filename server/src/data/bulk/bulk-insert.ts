import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input } from '@portico/contract/endpoint';
import type { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import { openCollection, type Reach, stampOf } from '../collections/reach.ts';
import { linksOfItems, NO_ROW_LINKS, withRowLinks } from '../links/bulk-links.ts';
import { insertItems } from '../table/write-store.ts';
import type { Outcome } from '../values/outcome.ts';
import { type ItemInput, jsonWithout, prepareInsert } from '../values/prepare.ts';
import { assertBulkSize, bulkAnswer } from './bulk-result.ts';
import { inRounds, prepareAll } from './bulk-rows.ts';

/** Adds up to 1,000 items in one statement. Not atomic in the caller's eyes: an item that is refused stops no other. */
export async function bulkInsert(
  ctx: SiteCtx,
  { body }: Input<(typeof bulkEndpoints)['bulkInsertItems']>,
): Promise<Answer> {
  assertBulkSize(body.dataItems, 'dataItems');
  const reach = await openCollection(ctx, body, 'insert');
  const outcomes = await insertAll(ctx, reach, body.dataItems, {
    answer: body.returnEntity,
    saveReferences: body.saveReferences,
  });
  return bulkAnswer('INSERT', reach.collection.id, outcomes);
}

/** Inserts what can be inserted; one outcome for each item. */
export async function insertAll(
  ctx: SiteCtx,
  reach: Reach,
  items: readonly ItemInput[],
  { answer = false, saveReferences = false }: { readonly answer?: boolean; readonly saveReferences?: boolean } = {},
): Promise<Outcome[]> {
  const { id: collectionName } = reach.collection;
  const stamp = stampOf(ctx);
  const prepared = await prepareAll(
    ctx,
    reach,
    items,
    (item, manner) => prepareInsert(reach.collection, item, stamp, manner),
    (row) => ({ row, isNew: true }),
  );
  const links = saveReferences ? await linksOfItems(ctx, reach, items, prepared) : NO_ROW_LINKS;
  return inRounds(ctx, prepared, async (rows) => {
    const collection = await loadCollection(ctx, collectionName);
    return withRowLinks(ctx, reach, links, rows, async (ctx) => {
      const inserted = await insertItems(ctx.db, collection, rows, ctx.now);
      return rows.map((row): Outcome => {
        const { id } = row;
        if (!inserted.has(id)) return { id, error: new AppError('WDE0074', { itemId: id, collectionName }) };
        return answer ? { id, data: jsonWithout(reach.hidden, row) } : { id };
      });
    });
  });
}
