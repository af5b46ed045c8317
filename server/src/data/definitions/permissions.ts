/** The permissions service: the levels of a collection and the caller's own permissions (data contract section 7.3). */
import type { permissionsEndpoints } from '@portico/contract/data/permissions';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import { type Collection, definitionOf } from '../collections/collection.ts';
import { accessTo, canSeeDefinition, permissionDenied, requirePermissionManager } from '../collections/permissions.ts';
import { changeDefinition } from './change-definition.ts';
import { specialPermissionsToWire } from './special-permissions.ts';

type Endpoints = typeof permissionsEndpoints;
type PermissionsResponse = Output<Endpoints['getPermissions']>;

/** Returns levels and special permissions. Requires permission to see the definition. */
export async function getPermissions(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getPermissions']>,
): Promise<PermissionsResponse> {
  if (!canSeeDefinition(ctx.caller)) throw permissionDenied(query.dataCollectionId, 'read');
  return { dataPermissions: toWire(await loadCollection(ctx, query.dataCollectionId)) };
}

/** Changes the levels that the request contains. Special permissions have their own calls. */
export async function updatePermissions(
  ctx: SiteCtx,
  { body }: Input<Endpoints['updatePermissions']>,
): Promise<PermissionsResponse> {
  const { id, itemInsert, itemRead, itemUpdate, itemRemove } = body.dataPermissions;
  requirePermissionManager(ctx.caller);
  const collection = await changeDefinition(ctx, id, { act: 'permissions.update' }, (before) => {
    const { levels } = before;
    return {
      ...definitionOf(before),
      levels: {
        insert: itemInsert ?? levels.insert,
        read: itemRead ?? levels.read,
        update: itemUpdate ?? levels.update,
        remove: itemRemove ?? levels.remove,
      },
    };
  });
  return { dataPermissions: toWire(collection) };
}

/** Returns which operations the caller may perform, and whether on all rows or only on their own rows. */
export async function getCurrentPermissions(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getCurrentPermissions']>,
): Promise<Output<Endpoints['getCurrentPermissions']>> {
  const collection = await loadCollection(ctx, query.dataCollectionId);
  const isAllowed = (operation: Parameters<typeof accessTo>[2]): boolean =>
    accessTo(ctx.caller, collection, operation) !== 'none';
  return {
    itemRead: isAllowed('read'),
    itemInsert: isAllowed('insert'),
    itemUpdate: isAllowed('update'),
    itemRemove: isAllowed('remove'),
  };
}

const toWire = ({ id, levels, special }: Collection): PermissionsResponse['dataPermissions'] => ({
  id,
  itemRead: levels.read,
  itemInsert: levels.insert,
  itemUpdate: levels.update,
  itemRemove: levels.remove,
  specialPermissions: special.map(specialPermissionsToWire),
});
