import type { referencesEndpoints } from '@portico/contract/data/references';
import type { Input, Output } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection } from '../collections/reach.ts';
import { assertItemId } from '../values/prepare.ts';
import { absentItems } from './absent-items.ts';
import { linksOf } from './reference.ts';
import { requireKeys } from './require-keys.ts';
import { replaceLinks } from './save-links.ts';
import { lockItems } from './store.ts';

type Endpoint = (typeof referencesEndpoints)['replaceReferences'];

/** Links an item to exactly these, in this order; to none where the list is empty. */
export async function replaceReferences(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const {
    referringItemId: id,
    referringItemFieldName: key,
    newReferencedItemIds: sent,
  } = requireKeys(body, ['referringItemFieldName', 'referringItemId', 'newReferencedItemIds']);
  const limit = dataLimits.bulkItems;
  if (sent.length > limit) {
    throw new AppError('WDE0080', {
      reason: `newReferencedItemIds: at most ${limit} at once`,
      field: 'newReferencedItemIds',
      limit,
    });
  }
  const reach = await openCollection(ctx, body, 'update');
  assertItemId(id, 'referringItemId');
  for (const [i, each] of sent.entries()) assertItemId(each, `newReferencedItemIds[${i}]`);
  const ids = [...new Set(sent)];
  await transaction(ctx, async (ctx) => {
    const links = await linksOf(ctx, reach, key);
    // Held alone: of two that replace at once, one comes after the other.
    if (!(await lockItems(ctx.db, reach, [id], 'EXCLUSIVE')).has(id)) {
      throw (await absentItems(ctx, reach, [id], 'update')).get(id);
    }
    await replaceLinks(ctx, reach.collection, links, new Map([[id, ids]]));
  });
  return {
    dataItemReferences: ids.map((referencedItemId) => ({
      referringItemFieldName: key,
      referringItemId: id,
      referencedItemId,
    })),
  };
}
