import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { openCollection } from '../collections/reach.ts';
import { includeReferences } from '../links/include.ts';
import { getItemById } from '../table/batched-reads.ts';
import { project } from '../table/project.ts';
import type { ItemRow } from '../table/statement.ts';
import { buildItemResponse } from '../table/wire.ts';
import { assertItemId } from '../values/prepare.ts';

/** Returns an item by id. An item that the caller may not read looks as if it did not exist. */
export async function getItem(
  ctx: SiteCtx,
  { query }: Input<(typeof itemsEndpoints)['getItem']>,
): Promise<HttpResponse> {
  const reach = await openCollection(ctx, query, 'read');
  assertItemId(query.dataItemId);
  const item = await getItemById(ctx, reach, query.dataItemId);
  if (!item) throw new AppError('WDE0073', { itemId: query.dataItemId, collectionName: reach.collection.id });
  const [itemWithReferences] = await includeReferences(
    ctx,
    reach,
    [project(item, query.fields ?? [])],
    query.includeReferences ?? [],
  );
  return buildItemResponse(reach.collection.id, itemWithReferences as ItemRow);
}
