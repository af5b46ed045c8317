import type { referencesEndpoints } from '@portico/contract/data/references';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { itemReads } from '../collections/item-reads.ts';
import { permissionDenied } from '../collections/permissions.ts';
import { openCollection } from '../collections/reach.ts';
import { assertItemId } from '../values/prepare.ts';
import { listReferencedIds } from './page-store.ts';
import { readReach, referenceOf } from './reference.ts';
import { requireKeys } from './require-keys.ts';
import { hasLink, listIdsInReach } from './store.ts';

type Endpoint = (typeof referencesEndpoints)['isReferenced'];

/**
 * Returns whether one item references another. The result is false unless the caller may read both items.
 * @throws AppError WDE0027 if the caller may read no item of one of the collections
 */
export async function isReferenced(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const reach = await openCollection(ctx, body, 'read');
  const {
    referringItemId: referringId,
    referencedItemId: referencedId,
    referringItemFieldName: key,
  } = requireKeys(body, ['referringItemFieldName', 'referringItemId', 'referencedItemId']);
  assertItemId(referringId, 'referringItemId');
  assertItemId(referencedId, 'referencedItemId');
  const { links, other } = await referenceOf(ctx, reach, key);
  if (!other) return { isReferenced: false };
  const target = readReach(ctx, other);
  if (!target) throw permissionDenied(other.id, 'read');
  const { db } = itemReads(ctx, reach.collection, other);
  const areVisible =
    (await listIdsInReach(db, reach, [referringId])).has(referringId) &&
    (await listIdsInReach(db, target, [referencedId])).has(referencedId);
  if (!areVisible) return { isReferenced: false };
  if (links) return { isReferenced: await hasLink(db, reach.collection, links, other, { referringId, referencedId }) };
  return { isReferenced: (await listReferencedIds(db, reach, key, [referringId])).includes(referencedId) };
}
