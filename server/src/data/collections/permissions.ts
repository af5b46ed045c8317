/** Who may do what with a collection and its items: the one place that decides (specification section 6). Pure. */

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

/** The access level of each operation: how a collection's permissions are stored. */
export type Levels = Readonly<Record<ItemOperation, AccessLevel>>;

/** What a caller may touch: no row, every row, or those whose `_owner` is this id. */
export type Access = 'none' | 'all' | { readonly owner: string };

/** What it takes of a collection to decide about it. */
export interface ProtectedCollection {
  readonly id: string;
  readonly levels: Levels;
  readonly special: readonly SpecialRights[];
  readonly plugins: readonly { readonly type: PluginType }[];
}

/** Operations that one user may do whatever the levels say. */
export interface SpecialRights {
  readonly id: string;
  readonly userId: string;
  readonly allowed: readonly ItemOperation[];
}

/**
 * The rows on which the caller may do the operation. Rights of the site come first, whatever the level; then rights
 * given to this one user; then the level: ANYONE is every caller, SITE_MEMBER and SITE_MEMBER_AUTHOR are members, the
 * author within their own rows (for insert there are no rows yet). Options of the request (suppressAuth) grant
 * nothing: the server never reads them.
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
  if (special.length > 0 && hasSpecial(caller, special, operation)) return 'all';
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
 * Earlier versions accepted the draft plugins and published everything. Which items of such a collection are drafts is
 * unknown, so only the people who work on the site read it until the plugin is deleted (disclosure of drafts).
 */
const mayHoldDrafts = (plugins: ProtectedCollection['plugins']): boolean =>
  plugins.some(({ type }) => draftPluginTypes.includes(type));

/** Only somebody whose id is proved: a visitor's id is anybody's who holds the token. */
const hasSpecial = (caller: Caller, special: readonly SpecialRights[], operation: ItemOperation): boolean =>
  (caller.kind === 'member' || caller.kind === 'user') &&
  special.some(({ userId, allowed }) => userId === caller.id && allowed.includes(operation));

/**
 * The owner whose rows alone the caller may touch, or null for every row.
 * @throws AppError WDE0027 where the caller may touch none
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

/** A field that some are kept from. */
interface ProtectedField {
  readonly key: string;
  readonly access?: { readonly read?: FieldLevel; readonly write?: FieldLevel };
}

/**
 * Keys of the fields that the caller may not see. Reads answer as if no item had them: in the answer, in filter, sort,
 * search, distinct and aggregate alike, so that nothing about a value can be asked in a roundabout way (side channel).
 */
export const hiddenFields = (caller: Caller, fields: readonly ProtectedField[]): readonly string[] =>
  restrictedFields(caller, fields, 'read');

/** Keys of the fields that the caller may not write: like system fields, they keep what they hold. */
export const lockedFields = (caller: Caller, fields: readonly ProtectedField[]): readonly string[] =>
  restrictedFields(caller, fields, 'write');

const NONE: readonly string[] = [];

function restrictedFields(
  caller: Caller,
  fields: readonly ProtectedField[],
  right: 'read' | 'write',
): readonly string[] {
  if (!fields.some((field) => field.access)) return NONE;
  return fields
    .filter(({ access }) => access && !passes(caller, access[right] ?? 'ANYONE', right))
    .map(({ key }) => key);
}

function passes(caller: Caller, level: FieldLevel, right: 'read' | 'write'): boolean {
  if (may(caller, 'items:all')) return true;
  if (right === 'read' && may(caller, 'items:read')) return true;
  if (level !== 'PRIVILEGED' && may(caller, 'items:edit')) return true;
  return level === 'ANYONE' || (level === 'SITE_MEMBER' && caller.kind === 'member');
}

export const permissionDenied = (collectionName: string, operation: string): AppError =>
  new AppError('WDE0027', { collectionName, operation });

/** @throws AppError WDE0027 unless the caller manages collections */
export function requireManager(caller: Caller, collectionId: string, operation: string): void {
  if (!may(caller, 'collections:manage')) throw permissionDenied(collectionId, operation);
}

/** @throws AppError WDE0144 unless the caller manages collections, and with them who may use them */
export function requirePermissionManager(caller: Caller): void {
  if (!may(caller, 'collections:manage')) throw new AppError('WDE0144');
}

/** Whole collections are for the people who work on the site; a visitor's `get` is answered in a reduced shape. */
export const canSeeDefinition = (caller: Caller): boolean => may(caller, 'collections:read');

/** A visitor learns the fields of a collection only where they may read or add items: names of fields can be secrets. */
export const canSeeFields = (caller: Caller, collection: ProtectedCollection): boolean =>
  accessTo(caller, collection, 'read') !== 'none' || accessTo(caller, collection, 'insert') !== 'none';

/**
 * Bulk changes keep a copy of what they take for 30 days, so they are for people and keys that edit the site's content:
 * a visitor with write access could otherwise fill the disk with copies.
 * @throws AppError WDE0027
 */
export function requireBulkEditor(caller: Caller, collectionId: string, operation: ItemOperation): void {
  if (!may(caller, 'items:edit')) throw refused(collectionId, operation);
}

/** May set `_owner`, and truncate. */
export const hasFullItemAccess = (caller: Caller): boolean => may(caller, 'items:all');

/**
 * The `_owner` of what the caller makes: the member or visitor who acts (also when a key of the site acts for them),
 * or the owner of the key.
 * @throws AppError UNAUTHENTICATED for nobody, whom http has turned away before
 */
export function ownerOf(caller: Caller, paired: Caller | null): string {
  const actor = paired ?? caller;
  if (actor.kind === 'nobody') throw new AppError('UNAUTHENTICATED');
  return actor.kind === 'key' ? actor.accountId : actor.id;
}

/**
 * The collections service knows four roles, the permissions service five levels; one store serves both. ADMIN is
 * PRIVILEGED, except that a level CMS_EDITOR, which also shows as ADMIN, survives being sent back.
 */
export function levelOf(role: CollectionRole | undefined, current?: AccessLevel): AccessLevel {
  if (role !== undefined && role !== 'ADMIN') return role;
  return current === 'CMS_EDITOR' && role === 'ADMIN' ? 'CMS_EDITOR' : 'PRIVILEGED';
}

export const roleOf = (level: AccessLevel): CollectionRole =>
  level === 'CMS_EDITOR' || level === 'PRIVILEGED' ? 'ADMIN' : level;
