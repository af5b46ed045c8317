import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, violationsOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { allCallers, CALLERS, type CallerName, callsOf, NOT_THERE } from '../testing/members.ts';

let t: TestServer;
let callers: Record<CallerName, string>;
beforeAll(async () => {
  t = await testServer();
  callers = await allCallers(t, t.member, t.otherMember);
});
afterAll(() => t.stop());

const path = (id: string) => `/members/v1/roles/members/${id}`;
const assign = (id: string, roleKey: unknown, as = t.key) =>
  t.call({ method: 'POST', path: path(id), body: { roleKey }, as });
const unassign = (id: string, roleKey: string, as = t.key) =>
  t.call({ method: 'DELETE', path: `${path(id)}?roleKey=${encodeURIComponent(roleKey)}`, as });
const roles = (id: string, as = t.key) => t.call({ method: 'GET', path: path(id), as });
const query = (filter: unknown, as = t.key) =>
  t.call({ method: 'POST', path: '/members/v1/roles/members/query', body: { query: { filter } }, as });

describe('200', () => {
  it.each(['admin', 'owner', 'key'] as const)('lets %s give and take roles, once each', async (name) => {
    const as = callers[name];
    const roleKey = `role of ${name}: ✓`;
    for (let times = 0; times < 2; times += 1)
      expect((await assign(t.memberId, roleKey, as)).body).toEqual({ roleKey });
    expect((await roles(t.memberId, as)).body).toEqual({ roles: [{ roleKey, title: roleKey }] });
    for (let times = 0; times < 2; times += 1)
      expect((await unassign(t.memberId, roleKey, as)).body).toEqual({ roleKey });
    expect((await roles(t.memberId, as)).body).toEqual({ roles: [] });
    const written = (await callsOf(t).audited(t.memberId)).filter(
      ({ actor_kind }) => (name === 'key') === (actor_kind === 'key'),
    );
    expect(written.slice(-2)).toMatchObject([
      { action: 'identity.roles.assign', after: { roleKey } },
      { action: 'identity.roles.unassign', before: { roleKey } },
    ]);
  });

  it('tells members their own roles, and staff those of many', async () => {
    await assign(t.memberId, 'gold');
    await assign(t.memberId, 'writer');
    await assign(t.otherMemberId, 'gold');
    expect((await roles(t.memberId, t.member)).body.roles).toHaveLength(2);
    const two = {
      [t.memberId]: { roles: [{ roleKey: 'gold' }, { roleKey: 'writer' }] },
      [t.otherMemberId]: { roles: [{ roleKey: 'gold' }] },
    };
    for (const filter of [undefined, {}, { roleKey: 'gold' }, { roleKey: { $in: ['gold', 'none'] } }]) {
      expect((await query(filter)).body.rolesByMemberId).toMatchObject(two);
    }
    for (const filter of [
      { memberId: t.memberId },
      { memberId: { $in: [t.memberId, NOT_THERE] } },
      { roleKey: { $eq: 'writer' } },
    ]) {
      expect(Object.keys((await query(filter, callers.viewer)).body.rolesByMemberId)).toEqual([t.memberId]);
    }
    expect((await query({ memberId: { $in: [] } })).body.rolesByMemberId).toEqual({});
  });
});

describe('400', () => {
  it.each([undefined, '', 7, 'x'.repeat(101)])('refuses the role %j', async (roleKey) => {
    expect((await assign(t.memberId, roleKey)).status).toBe(400);
  });

  it('refuses the 101st role', async () => {
    for (let number = 0; number < 100; number += 1) await assign(t.otherMemberId, `r${number}`);
    const refused = await assign(t.otherMemberId, 'one more');
    expect(violationsOf(refused)[0]).toMatchObject({ field: 'roleKey' });
  });

  it.each([
    [],
    'x',
    { member: 'x' },
    { memberId: 'x' },
    { memberId: { $gt: 'x' } },
    { memberId: { $in: 'x' } },
    { memberId: { $in: ['x'] } },
    { roleKey: { $in: [7] } },
    { roleKey: null },
    { roleKey: 'a\u0000' },
  ])('refuses the filter %j', async (filter) => {
    const refused = await query(filter);
    expect(refused.status).toBe(400);
    expect(violationsOf(refused)[0]?.field).toContain('query.filter');
  });
});

describe('401', () => {
  it('needs a token', async () => {
    expect((await t.call({ method: 'GET', path: path(t.memberId) })).status).toBe(401);
  });
});

describe('403', () => {
  it.each(CALLERS.filter((name) => !['admin', 'owner', 'key'].includes(name)))(
    '%s gives and takes no roles',
    async (name) => {
      expect((await assign(t.memberId, 'mine', callers[name])).status).toBe(403);
      expect((await unassign(t.memberId, 'gold', callers[name])).status).toBe(403);
    },
  );

  it.each(['visitor', 'member', 'other member'] as const)('%s asks nothing about many', async (name) => {
    expect((await query({}, callers[name])).status).toBe(403);
  });
});

describe('404', () => {
  it('finds nobody who is not there, nor who may not be seen', async () => {
    for (const answer of [await assign(NOT_THERE, 'gold'), await unassign(NOT_THERE, 'gold'), await roles(NOT_THERE)]) {
      expect(codeOf(answer)).toBe('MEMBER_NOT_FOUND');
    }
    for (const as of [t.visitor, t.otherMember]) expect((await roles(t.memberId, as)).status).toBe(404);
  });
});
