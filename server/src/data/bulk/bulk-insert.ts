import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { loadCollection } from '../collections/cache.ts';
import { openCollection, type Reach, stampOf } from '../collections/reach.ts';
import { NO_ROW_LINKS, readRowLinks, writeRowsWithLinks } from '../links/bulk-links.ts';
import { insertItems } from '../table/write-store.ts';
import type { Outcome } from '../values/outcome.ts';
import { type ItemInput, omitFromJson, prepareInsert } from '../values/prepare.ts';
import { assertBulkSize, bulkResponse } from './bulk-result.ts';
import { prepareAll, writeInRounds } from './bulk-rows.ts';

/** Inserts up to 1,000 items in one statement. Invalid items are reported one by one; the others are inserted. */
export async function bulkInsert(
  ctx: SiteCtx,
  { body }: Input<(typeof bulkEndpoints)['bulkInsertItems']>,
): Promise<HttpResponse> {
  assertBulkSize(body.dataItems, 'dataItems');
  const reach = await openCollection(ctx, body, 'insert');
  const outcomes = await insertAll(ctx, reach, body.dataItems, {
    returnItems: body.returnEntity,
    saveReferences: body.saveReferences,
  });
  return bulkResponse('INSERT', reach.collection.id, outcomes);
}

/** Inserts the items that can be inserted and returns an outcome for each item. */
export async function insertAll(
  ctx: SiteCtx,
  reach: Reach,
  items: readonly ItemInput[],
  {
    returnItems = false,
    saveReferences = false,
  }: { readonly returnItems?: boolean; readonly saveReferences?: boolean } = {},
): Promise<Outcome[]> {
  const { id: collectionName } = reach.collection;
  const stamp = stampOf(ctx);
  const preparedRows = await prepareAll(
    ctx,
    reach,
    items,
    (item, options) => prepareInsert(reach.collection, item, stamp, options),
    (row) => ({ row, isNew: true }),
  );
  const links = saveReferences ? await readRowLinks(ctx, reach, items, preparedRows) : NO_ROW_LINKS;
  return writeInRounds(ctx, preparedRows, async (rows) => {
    const collection = await loadCollection(ctx, collectionName);
    return writeRowsWithLinks(ctx, reach, links, rows, async (ctx) => {
      const inserted = await insertItems(ctx.db, collection, rows, ctx.now);
      return rows.map((row): Outcome => {
        const { id } = row;
        if (!inserted.has(id)) return { id, error: new AppError('WDE0074', { itemId: id, collectionName }) };
        return returnItems ? { id, data: omitFromJson(reach.hidden, row) } : { id };
      });
    });
  });
}
