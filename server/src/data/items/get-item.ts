import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import type { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection } from '../collections/reach.ts';
import { includeReferences } from '../links/include.ts';
import { getItemById } from '../table/gathered-reads.ts';
import { project } from '../table/project.ts';
import type { ItemRow } from '../table/statement.ts';
import { itemAnswer } from '../table/wire.ts';
import { assertItemId } from '../values/prepare.ts';

/** An item by its id. Another's item in a collection of authors is as absent as one that was never there. */
export async function getItem(ctx: SiteCtx, { query }: Input<(typeof itemsEndpoints)['getItem']>): Promise<Answer> {
  const reach = await openCollection(ctx, query, 'read');
  assertItemId(query.dataItemId);
  const item = await getItemById(ctx, reach, query.dataItemId);
  if (!item) throw new AppError('WDE0073', { itemId: query.dataItemId, collectionName: reach.collection.id });
  const [shown] = await includeReferences(
    ctx,
    reach,
    [project(item, query.fields ?? [])],
    query.includeReferences ?? [],
  );
  return itemAnswer(reach.collection.id, shown as ItemRow);
}
