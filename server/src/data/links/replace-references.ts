import type { referencesEndpoints } from '@portico/contract/data/references';
import type { Input, Output } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection } from '../collections/reach.ts';
import { assertItemId } from '../values/prepare.ts';
import { errorsOfMissingItems } from './items-not-found.ts';
import { writableLinksOf } from './reference.ts';
import { requireKeys } from './require-keys.ts';
import { replaceLinks } from './save-links.ts';
import { lockItemsInReach } from './store.ts';

type Endpoint = (typeof referencesEndpoints)['replaceReferences'];

/** Replaces the links of an item with links to these items, in this order. */
export async function replaceReferences(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const {
    referringItemId: id,
    referringItemFieldName: key,
    newReferencedItemIds: newIds,
  } = requireKeys(body, ['referringItemFieldName', 'referringItemId', 'newReferencedItemIds']);
  const limit = dataLimits.bulkItems;
  if (newIds.length > limit) {
    throw new AppError('WDE0080', {
      reason: `newReferencedItemIds may contain at most ${limit} ids`,
      field: 'newReferencedItemIds',
      limit,
    });
  }
  const reach = await openCollection(ctx, body, 'update');
  assertItemId(id, 'referringItemId');
  for (const [i, newId] of newIds.entries()) assertItemId(newId, `newReferencedItemIds[${i}]`);
  const ids = [...new Set(newIds)];
  await transaction(ctx, async (ctx) => {
    const links = await writableLinksOf(ctx, reach, key);
    // The exclusive lock serializes concurrent replacements of the same item.
    if (!(await lockItemsInReach(ctx.db, reach, [id], 'EXCLUSIVE')).has(id)) {
      throw (await errorsOfMissingItems(ctx, reach, [id], 'update')).get(id);
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
