import type { Access } from '@portico/contract/endpoint';
import { type CallerKind, type Permission, permissionTable } from '@portico/domain';
import type { Caller } from '../kernel/caller.ts';

const keyPermissions = Object.entries<readonly CallerKind[]>(permissionTable).flatMap(([permission, kinds]) =>
  kinds.includes('key') ? [permission] : [],
);

/** The scopes that an API key can have: `*`, all permissions with one prefix (`forms:*`), or a single permission. */
export const keyScopes: readonly string[] = [
  ...new Set(['*', ...keyPermissions, ...keyPermissions.map((permission) => `${permission.split(':')[0]}:*`)]),
];

/**
 * Returns true if the permission table grants the caller the permission. Access to single rows and fields is decided in
 * `data/collections/permissions.ts` and `forms/permissions.ts`.
 */
export function may(caller: Caller, permission: Permission): boolean {
  const allowed: readonly CallerKind[] = permissionTable[permission];
  if (!allowed.includes(callerKindOf(caller))) return false;
  return caller.kind !== 'key' || scopesCover(caller.scopes, permission);
}

/**
 * False if the declared access of an endpoint excludes the caller. Access that depends on more than the caller (a
 * cookie, a collection, a form, a file) excludes nobody here.
 */
export function mayCall(caller: Caller, access: Access): boolean {
  if (access in permissionTable) return may(caller, access as Permission);
  if (access === 'member' || access === 'user') return caller.kind === access;
  return access === 'open' || access === 'session' || caller.kind !== 'unauthenticated';
}

export const callerKindOf = (caller: Caller): CallerKind => (caller.kind === 'user' ? caller.role : caller.kind);

function scopesCover(scopes: readonly string[], permission: Permission): boolean {
  const slice = permission.slice(0, permission.indexOf(':'));
  return scopes.includes('*') || scopes.includes(`${slice}:*`) || scopes.includes(permission);
}
