import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input } from '@portico/contract/endpoint';
import type { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import { stampOf } from '../collections/reach.ts';
import { openForSave, saveRows } from '../items/save-rows.ts';
import { linksOfItems, NO_ROW_LINKS, withRowLinks } from '../links/bulk-links.ts';
import { prepareSave, type SavedRow } from '../values/prepare.ts';
import { assertBulkSize, bulkAnswer } from './bulk-result.ts';
import { inRounds, type Prepared, prepareAll } from './bulk-rows.ts';

/** Inserts up to 1,000 items, or replaces those that have their ids. Of two with one id the later one stays. */
export async function bulkSave(
  ctx: SiteCtx,
  { body }: Input<(typeof bulkEndpoints)['bulkSaveItems']>,
): Promise<Answer> {
  assertBulkSize(body.dataItems, 'dataItems');
  const [reach, stamp] = [await openForSave(ctx, body), stampOf(ctx)];
  const { collection } = reach;
  const prepared = await prepareAll(
    ctx,
    reach,
    body.dataItems,
    (item, manner) => prepareSave(collection, item, stamp, manner),
    ({ insert }) => ({ row: insert, isNew: true }),
  );
  const named = prepared.map(
    (row): Prepared<SavedRow & { id: string }> => (row instanceof AppError ? row : { ...row, id: row.insert.id }),
  );
  const links = body.saveReferences ? await linksOfItems(ctx, reach, body.dataItems, named) : NO_ROW_LINKS;
  const answering = { answer: body.returnEntity ?? false };
  const outcomes = await inRounds(ctx, named, async (rows) => {
    const collection = await loadCollection(ctx, body.dataCollectionId);
    return withRowLinks(ctx, reach, links, rows, (ctx) => saveRows(ctx, collection, rows, answering));
  });
  return bulkAnswer('UPDATE', collection.id, body.returnEntity ? outcomes : outcomes.map(withoutData));
}

const withoutData = ({ data, ...outcome }: { data?: string }) => outcome;
