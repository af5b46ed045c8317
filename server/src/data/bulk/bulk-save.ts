import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { loadCollection } from '../collections/cache.ts';
import { stampOf } from '../collections/reach.ts';
import { openForSave, saveRows } from '../items/save-rows.ts';
import { NO_ROW_LINKS, readRowLinks, writeRowsWithLinks } from '../links/bulk-links.ts';
import { prepareSave, type SavedRow } from '../values/prepare.ts';
import { assertBulkSize, bulkResponse } from './bulk-result.ts';
import { prepareAll, type RowOrError, writeInRounds } from './bulk-rows.ts';

/** Inserts up to 1,000 items, or replaces stored ones. Of two items with the same id, the later one wins. */
export async function bulkSave(
  ctx: SiteCtx,
  { body }: Input<(typeof bulkEndpoints)['bulkSaveItems']>,
): Promise<HttpResponse> {
  assertBulkSize(body.dataItems, 'dataItems');
  const [reach, stamp] = [await openForSave(ctx, body), stampOf(ctx)];
  const { collection } = reach;
  const prepared = await prepareAll(
    ctx,
    reach,
    body.dataItems,
    (item, options) => prepareSave(collection, item, stamp, options),
    ({ insert }) => ({ row: insert, isNew: true }),
  );
  const rowsWithIds = prepared.map(
    (row): RowOrError<SavedRow & { id: string }> => (row instanceof AppError ? row : { ...row, id: row.insert.id }),
  );
  const links = body.saveReferences ? await readRowLinks(ctx, reach, body.dataItems, rowsWithIds) : NO_ROW_LINKS;
  const options = { returnItems: body.returnEntity ?? false };
  const outcomes = await writeInRounds(ctx, rowsWithIds, async (rows) => {
    const collection = await loadCollection(ctx, body.dataCollectionId);
    return writeRowsWithLinks(ctx, reach, links, rows, (ctx) => saveRows(ctx, collection, rows, options));
  });
  return bulkResponse('UPDATE', collection.id, body.returnEntity ? outcomes : outcomes.map(withoutData));
}

const withoutData = ({ data, ...outcome }: { data?: string }) => outcome;
