/** Special permissions grant operations to single users regardless of the levels (data contract section 7.3). */
import { MAX_SPECIAL_PERMISSIONS, type permissionsEndpoints } from '@portico/contract/data/permissions';
import type { Input, Output } from '@portico/contract/endpoint';
import { type ItemOperation, itemOperations } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { audit } from '../../sites/index.ts';
import type { Collection } from '../collections/collection.ts';
import { requirePermissionManager, type SpecialRights } from '../collections/permissions.ts';
import { findIdBySpecialPermissions, replaceSpecialPermissions } from '../collections/store.ts';
import { isStorable } from '../query/text.ts';
import { withCollectionLock } from './change-definition.ts';

type Endpoints = typeof permissionsEndpoints;
type Wire = Output<Endpoints['createSpecialPermissions']>['specialPermissions'];
type PermissionsInput = Input<Endpoints['updateSpecialPermissions']>['body']['specialPermissions'];

/**
 * Grants special permissions to a user.
 * @throws AppError WDE0144; ALREADY_EXISTS if the user already has special permissions; WDE0080 if the collection has
 * too many
 */
export async function createSpecialPermissions(
  ctx: SiteCtx,
  { body }: Input<Endpoints['createSpecialPermissions']>,
): Promise<{ specialPermissions: Wire }> {
  const { userId } = body.specialPermissions;
  requirePermissionManager(ctx.caller);
  if (!isStorable(userId))
    throw new AppError('WDE0080', { reason: 'userId must be the id of a user', field: 'userId' });
  const createdRights: SpecialRights = { id: newId(), userId, allowed: allowedOperationsOf(body.specialPermissions) };
  await change(ctx, body.dataCollectionId, 'create', ({ special }) => {
    if (special.some((other) => other.userId === userId)) throw new AppError('ALREADY_EXISTS', { userId });
    if (special.length >= MAX_SPECIAL_PERMISSIONS)
      throw new AppError('WDE0080', {
        reason: `a collection must have at most ${MAX_SPECIAL_PERMISSIONS} special permissions`,
      });
    return [...special, createdRights];
  });
  return { specialPermissions: specialPermissionsToWire(createdRights) };
}

/**
 * Replaces the special permissions of a user. Operations that the request omits are revoked.
 * @throws AppError WDE0144, NOT_FOUND
 */
export async function updateSpecialPermissions(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateSpecialPermissions']>,
): Promise<{ specialPermissions: Wire }> {
  const id = query.specialPermissionsId;
  requirePermissionManager(ctx.caller);
  const after = await change(ctx, await collectionOf(ctx, id, body.dataCollectionId), 'update', ({ special }) => {
    if (!special.some((other) => other.id === id)) throw specialPermissionsNotFound(id);
    const allowed = allowedOperationsOf(body.specialPermissions);
    return special.map((other) => (other.id === id ? { ...other, allowed } : other));
  });
  return { specialPermissions: specialPermissionsToWire(after.find((other) => other.id === id) as SpecialRights) };
}

/** Revokes the special permissions of a user. @throws AppError WDE0144, NOT_FOUND */
export async function deleteSpecialPermissions(
  ctx: SiteCtx,
  { query }: Input<Endpoints['deleteSpecialPermissions']>,
): Promise<Record<string, never>> {
  const id = query.specialPermissionsId;
  requirePermissionManager(ctx.caller);
  await change(ctx, await collectionOf(ctx, id, query.dataCollectionId), 'delete', ({ special }) => {
    if (!special.some((other) => other.id === id)) throw specialPermissionsNotFound(id);
    return special.filter((other) => other.id !== id);
  });
  return {};
}

export const specialPermissionsToWire = ({ id, userId, allowed }: SpecialRights): Wire => {
  const grant = (operation: ItemOperation) => (allowed.includes(operation) ? 'ALLOWED' : 'UNSPECIFIED');
  return {
    id,
    userId,
    itemRead: grant('read'),
    itemInsert: grant('insert'),
    itemUpdate: grant('update'),
    itemRemove: grant('remove'),
  };
};

function allowedOperationsOf(input: PermissionsInput): ItemOperation[] {
  const grants = {
    insert: input.itemInsert,
    read: input.itemRead,
    update: input.itemUpdate,
    remove: input.itemRemove,
  };
  return itemOperations.filter((operation) => grants[operation] === 'ALLOWED');
}

/**
 * Returns the id of the collection that the special permissions belong to. The vendor's client sends only the id of the
 * special permissions.
 */
async function collectionOf(
  ctx: SiteCtx,
  specialPermissionsId: string,
  collectionId: string | undefined,
): Promise<string> {
  if (collectionId !== undefined) return collectionId;
  const id = isStorable(specialPermissionsId)
    ? await findIdBySpecialPermissions(ctx.db, ctx.site, specialPermissionsId)
    : undefined;
  if (id === undefined) throw specialPermissionsNotFound(specialPermissionsId);
  return id;
}

const specialPermissionsNotFound = (id: string): AppError =>
  new AppError('NOT_FOUND', { path: `special permissions ${id}` });

function change(
  ctx: SiteCtx,
  collectionId: string,
  act: string,
  decide: (collection: Collection) => readonly SpecialRights[],
): Promise<readonly SpecialRights[]> {
  return withCollectionLock(ctx, collectionId, async (ctx, collection) => {
    const special = decide(collection);
    await replaceSpecialPermissions(ctx.db, ctx.site, collection.id, special);
    const entry = { siteId: ctx.site.id, action: `data.permissions.${act}Special`, target: collection.id };
    await audit(ctx, { ...entry, before: collection.special, after: special });
    return special;
  });
}
