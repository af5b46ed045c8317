import { type CallerKind, type Permission, permissionTable } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../kernel/caller.ts';
import { callerKindOf, may, mayCall } from './permissions.ts';

const callers: Record<CallerKind, Caller> = {
  unauthenticated: { kind: 'unauthenticated' },
  visitor: { kind: 'visitor', id: 'v', appId: 'a' },
  member: { kind: 'member', id: 'm', sessionId: 's', appId: 'a' },
  owner: { kind: 'user', id: 'u', role: 'owner' },
  admin: { kind: 'user', id: 'u', role: 'admin' },
  editor: { kind: 'user', id: 'u', role: 'editor' },
  viewer: { kind: 'user', id: 'u', role: 'viewer' },
  app: { kind: 'app', id: 'a' },
  key: { kind: 'key', id: 'k', accountId: 'c', scopes: ['*'] },
};
const permissions = Object.keys(permissionTable) as Permission[];

it('maps callers to their kind, and site users to their role', () => {
  for (const [kind, caller] of Object.entries(callers)) expect(callerKindOf(caller)).toBe(kind);
});

describe('the permission table decides for every caller and permission', () => {
  it.each(permissions)('%s', (permission) => {
    const allowed = Object.entries(callers).filter(([, caller]) => may(caller, permission));
    expect(allowed.map(([kind]) => kind).toSorted()).toEqual([...permissionTable[permission]].toSorted());
  });
});

describe('an API key also needs the scope', () => {
  const withScopes = (...scopes: string[]): Caller => ({ kind: 'key', id: 'k', accountId: 'c', scopes });

  it.each(permissions.filter((permission) => (permissionTable[permission] as readonly string[]).includes('key')))(
    '%s',
    (permission) => {
      const slice = permission.split(':')[0];
      expect(may(withScopes(permission), permission)).toBe(true);
      expect(may(withScopes(`${slice}:*`), permission)).toBe(true);
      expect(may(withScopes(), permission)).toBe(false);
      for (const other of permissions.filter((name) => name !== permission))
        expect(may(withScopes(other), permission)).toBe(false);
    },
  );

  it('gets no more from a scope than the table allows', () => {
    expect(may(withScopes('site:manage', '*'), 'site:manage')).toBe(false);
  });
});

it('allows an unauthenticated caller nothing, and lets only staff read submissions', () => {
  expect(permissions.filter((permission) => may(callers.unauthenticated, permission))).toEqual([]);
  expect(may(callers.member, 'submissions:read') || may(callers.visitor, 'submissions:read')).toBe(false);
});

describe('the access that an endpoint declares', () => {
  it('includes callers with the permission, and no others', () => {
    expect(mayCall(callers.editor, 'forms:manage')).toBe(true);
    expect(mayCall(callers.viewer, 'forms:manage')).toBe(false);
  });

  it('includes only members, or only dashboard users', () => {
    expect(mayCall(callers.member, 'member')).toBe(true);
    expect(mayCall(callers.key, 'member')).toBe(false);
    expect(mayCall(callers.owner, 'user')).toBe(true);
  });

  it('includes unauthenticated callers only if no token is needed', () => {
    expect(mayCall(callers.unauthenticated, 'open')).toBe(true);
    expect(mayCall(callers.unauthenticated, 'token')).toBe(false);
    expect(mayCall(callers.visitor, 'token')).toBe(true);
  });
});
