import type { referencesEndpoints } from '@portico/contract/data/references';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { permissionDenied } from '../collections/permissions.ts';
import { openCollection } from '../collections/reach.ts';
import { assertItemId } from '../values/prepare.ts';
import { listReferencedIds } from './page-store.ts';
import { readReach, referenceOf } from './reference.ts';
import { requireKeys } from './require-keys.ts';
import { hasLink, listIdsWithin } from './store.ts';

type Endpoint = (typeof referencesEndpoints)['isReferenced'];

/**
 * Whether one item refers to another, where the caller may read both; an item that they may not read, or that is not
 * there, is referred to by none.
 */
export async function isReferenced(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const reach = await openCollection(ctx, body, 'read');
  const {
    referringItemId: near,
    referencedItemId: far,
    referringItemFieldName: key,
  } = requireKeys(body, ['referringItemFieldName', 'referringItemId', 'referencedItemId']);
  assertItemId(near, 'referringItemId');
  assertItemId(far, 'referencedItemId');
  const { links, other } = await referenceOf(ctx, reach, key);
  if (!other) return { isReferenced: false };
  const target = readReach(ctx, other);
  if (!target) throw permissionDenied(other.id, 'read');
  const isThere =
    (await listIdsWithin(ctx.db, reach, [near])).has(near) && (await listIdsWithin(ctx.db, target, [far])).has(far);
  if (!isThere) return { isReferenced: false };
  if (links) return { isReferenced: await hasLink(ctx.db, reach.collection, links, other, { near, far }) };
  return { isReferenced: (await listReferencedIds(ctx.db, reach, key, [near])).includes(far) };
}
