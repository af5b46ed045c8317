import { describe, expect, it } from 'vitest';
import type { Caller } from '../kernel/caller.ts';
import { type Action, type CallerKind, callerKind, may, permissionTable } from './permissions.ts';

const callers: Record<CallerKind, Caller> = {
  nobody: { kind: 'nobody' },
  visitor: { kind: 'visitor', id: 'v', appId: 'a' },
  member: { kind: 'member', id: 'm', sessionId: 's', appId: 'a' },
  owner: { kind: 'user', id: 'u', role: 'owner' },
  admin: { kind: 'user', id: 'u', role: 'admin' },
  editor: { kind: 'user', id: 'u', role: 'editor' },
  viewer: { kind: 'user', id: 'u', role: 'viewer' },
  app: { kind: 'app', id: 'a' },
  key: { kind: 'key', id: 'k', accountId: 'c', scopes: ['*'] },
};
const actions = Object.keys(permissionTable) as Action[];

it('maps callers to their kind, and site users to their role', () => {
  for (const [kind, caller] of Object.entries(callers)) expect(callerKind(caller)).toBe(kind);
});

describe('the permission table decides for every caller and action', () => {
  it.each(actions)('%s', (action) => {
    const allowed = Object.entries(callers).filter(([, caller]) => may(caller, action));
    expect(allowed.map(([kind]) => kind).toSorted()).toEqual([...permissionTable[action]].toSorted());
  });
});

describe('an API key also needs the scope', () => {
  const withScopes = (...scopes: string[]): Caller => ({ kind: 'key', id: 'k', accountId: 'c', scopes });

  it.each(actions.filter((action) => (permissionTable[action] as readonly string[]).includes('key')))(
    '%s',
    (action) => {
      const slice = action.split(':')[0];
      expect(may(withScopes(action), action)).toBe(true);
      expect(may(withScopes(`${slice}:*`), action)).toBe(true);
      expect(may(withScopes(), action)).toBe(false);
      for (const other of actions.filter((name) => name !== action)) expect(may(withScopes(other), action)).toBe(false);
    },
  );

  it('gets no more from a scope than the table allows', () => {
    expect(may(withScopes('site:manage', '*'), 'site:manage')).toBe(false);
  });
});

it('allows an unauthenticated caller nothing, and lets only staff read submissions', () => {
  expect(actions.filter((action) => may(callers.nobody, action))).toEqual([]);
  expect(may(callers.member, 'submissions:read') || may(callers.visitor, 'submissions:read')).toBe(false);
});
