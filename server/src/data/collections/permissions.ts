/**
 * Decides what a caller may do with a collection and its items (specification section 6). No other module decides this.
 */

import {
  type AccessLevel,
  type CollectionRole,
  draftPluginTypes,
  type FieldLevel,
  type ItemOperation,
  type PluginType,
} from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { Caller } from '../../kernel/caller.ts';
import { may } from '../../sites/index.ts';

/** The access level of each operation. */
export type Levels = Readonly<Record<ItemOperation, AccessLevel>>;

/** The rows that a caller may access: none, all, or those whose `_owner` is this id. */
export type Access = 'none' | 'all' | { readonly owner: string };

/** The properties of a collection on which permissions depend. */
export interface ProtectedCollection {
  readonly id: string;
  readonly levels: Levels;
  readonly special: readonly SpecialRights[];
  readonly plugins: readonly { readonly type: PluginType }[];
}

/** Operations that one user may do regardless of the levels. */
export interface SpecialRights {
  readonly id: string;
  readonly userId: string;
  readonly allowed: readonly ItemOperation[];
}

/**
 * Returns the rows on which the caller may do the operation. Site permissions are checked first, then the special
 * permissions of this user, then the level. ANYONE includes every caller. SITE_MEMBER and SITE_MEMBER_AUTHOR require a
 * member; an author reaches only their own rows, but may always insert. Options of the request (suppressAuth) have no
 * effect, because the server never reads them.
 */
export function accessTo(
  caller: Caller,
  { levels, special, plugins }: ProtectedCollection,
  operation: ItemOperation,
): Access {
  const level = levels[operation];
  if (may(caller, 'items:all')) return 'all';
  if (operation === 'read' && may(caller, 'items:read')) return 'all';
  if (level !== 'PRIVILEGED' && may(caller, 'items:edit')) return 'all';
  if (operation === 'read' && mayHoldDrafts(plugins)) return 'none';
  if (special.length > 0 && hasSpecialPermission(caller, special, operation)) return 'all';
  switch (level) {
    case 'ANYONE':
      return 'all';
    case 'SITE_MEMBER':
      return caller.kind === 'member' ? 'all' : 'none';
    case 'SITE_MEMBER_AUTHOR':
      if (caller.kind !== 'member') return 'none';
      return operation === 'insert' ? 'all' : { owner: caller.id };
    case 'CMS_EDITOR':
    case 'PRIVILEGED':
      return 'none';
  }
}

/**
 * Earlier versions accepted the draft plugins and published every item. Nobody knows which items of such a collection
 * are drafts, so only staff may read it until the plugin is deleted (disclosure of drafts).
 */
const mayHoldDrafts = (plugins: ProtectedCollection['plugins']): boolean =>
  plugins.some(({ type }) => draftPluginTypes.includes(type));

/**
 * Special permissions apply only to members and dashboard users, who have signed in. A visitor's id identifies nobody,
 * because visitors obtain it without signing in.
 */
const hasSpecialPermission = (caller: Caller, special: readonly SpecialRights[], operation: ItemOperation): boolean =>
  (caller.kind === 'member' || caller.kind === 'user') &&
  special.some(({ userId, allowed }) => userId === caller.id && allowed.includes(operation));

/**
 * Returns the owner to whose rows the caller is restricted, or null if the caller may access every row.
 * @throws AppError WDE0027 if the caller may not access any row
 */
export function requireAccess(
  caller: Caller,
  collection: ProtectedCollection,
  operation: ItemOperation,
): string | null {
  const access = accessTo(caller, collection, operation);
  if (access === 'none') throw permissionDenied(collection.id, operation);
  return access === 'all' ? null : access.owner;
}

/** A field with access restrictions. */
interface ProtectedField {
  readonly key: string;
  readonly access?: { readonly read?: FieldLevel; readonly write?: FieldLevel };
}

/**
 * Returns the keys of the fields that the caller may not see. Reads treat them as missing in every item: in results,
 * filter, sort, search, distinct and aggregate alike, so that no query reveals anything about a value (side channel).
 */
export const listHiddenFields = (caller: Caller, fields: readonly ProtectedField[]): readonly string[] =>
  listRestrictedFields(caller, fields, 'read');

/** Returns the keys of the fields that the caller may not write. Like system fields, they keep their stored value. */
export const listLockedFields = (caller: Caller, fields: readonly ProtectedField[]): readonly string[] =>
  listRestrictedFields(caller, fields, 'write');

const NO_KEYS: readonly string[] = [];

function listRestrictedFields(
  caller: Caller,
  fields: readonly ProtectedField[],
  accessKind: 'read' | 'write',
): readonly string[] {
  if (!fields.some((field) => field.access)) return NO_KEYS;
  return fields
    .filter(({ access }) => access && !satisfiesLevel(caller, access[accessKind] ?? 'ANYONE', accessKind))
    .map(({ key }) => key);
}

function satisfiesLevel(caller: Caller, level: FieldLevel, accessKind: 'read' | 'write'): boolean {
  if (may(caller, 'items:all')) return true;
  if (accessKind === 'read' && may(caller, 'items:read')) return true;
  if (level !== 'PRIVILEGED' && may(caller, 'items:edit')) return true;
  return level === 'ANYONE' || (level === 'SITE_MEMBER' && caller.kind === 'member');
}

export const permissionDenied = (collectionName: string, operation: string): AppError =>
  new AppError('WDE0027', { collectionName, operation });

/** @throws AppError WDE0027 if the caller may not manage collections */
export function requireManager(caller: Caller, collectionId: string, operation: string): void {
  if (!may(caller, 'collections:manage')) throw permissionDenied(collectionId, operation);
}

/** @throws AppError WDE0144 if the caller may not manage collections, which includes their permissions */
export function requirePermissionManager(caller: Caller): void {
  if (!may(caller, 'collections:manage')) throw new AppError('WDE0144');
}

/** Returns true if the caller may see the full definition. Visitors get a reduced version from `getCollection`. */
export const canSeeDefinition = (caller: Caller): boolean => may(caller, 'collections:read');

/**
 * Returns true if the caller may see the fields: visitors must be allowed to read or insert items, because field names
 * can be secret.
 */
export const canSeeFields = (caller: Caller, collection: ProtectedCollection): boolean =>
  accessTo(caller, collection, 'read') !== 'none' || accessTo(caller, collection, 'insert') !== 'none';

/**
 * Requires permission to edit the site's content. Bulk changes keep a copy of the previous values for 30 days; without
 * this check, a visitor with write access could fill the disk.
 * @throws AppError WDE0027
 */
export function requireBulkEditor(caller: Caller, collectionId: string, operation: ItemOperation): void {
  if (!may(caller, 'items:edit')) throw permissionDenied(collectionId, operation);
}

/** Returns true if the caller may set `_owner` and truncate the collection. */
export const hasFullItemAccess = (caller: Caller): boolean => may(caller, 'items:all');

/**
 * Returns the `_owner` of items that the caller creates: the member, visitor or dashboard user, even if an API key is
 * sent as well; for an API key alone, the account that owns the key.
 * @throws AppError UNAUTHENTICATED for an unauthenticated caller, which the HTTP layer has already rejected
 */
export function ownerOf(caller: Caller, paired: Caller | null): string {
  const actor = paired ?? caller;
  if (actor.kind === 'unauthenticated') throw new AppError('UNAUTHENTICATED');
  return actor.kind === 'key' ? actor.accountId : actor.id;
}

/**
 * Returns the stored level for a role of the collections service, which has four roles where the permissions service
 * has five levels. ADMIN becomes PRIVILEGED. Since reads return ADMIN for CMS_EDITOR, too, a current level CMS_EDITOR
 * is kept if the request contains ADMIN.
 */
export function levelOf(role: CollectionRole | undefined, current?: AccessLevel): AccessLevel {
  if (role !== undefined && role !== 'ADMIN') return role;
  return current === 'CMS_EDITOR' && role === 'ADMIN' ? 'CMS_EDITOR' : 'PRIVILEGED';
}

export const roleOf = (level: AccessLevel): CollectionRole =>
  level === 'CMS_EDITOR' || level === 'PRIVILEGED' ? 'ADMIN' : level;
