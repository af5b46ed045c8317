import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf, violationsOf } from '../../testing/responses.ts';
import { authorizationsByCaller, CALLERS, type CallerName, callsOf, MISSING_ID } from '../testing/members.ts';

let t: TestServer;
let callers: Record<CallerName, string>;
beforeAll(async () => {
  t = await testServer();
  callers = await authorizationsByCaller(t, t.member, t.otherMember);
});
afterAll(() => t.stop());

const pathOf = (id: string) => `/members/v1/roles/members/${id}`;
const assign = (id: string, roleKey: unknown, as = t.key) =>
  t.call({ method: 'POST', path: pathOf(id), body: { roleKey }, as });
const unassign = (id: string, roleKey: string, as = t.key) =>
  t.call({ method: 'DELETE', path: `${pathOf(id)}?roleKey=${encodeURIComponent(roleKey)}`, as });
const getRoles = (id: string, as = t.key) => t.call({ method: 'GET', path: pathOf(id), as });
const query = (filter: unknown, as = t.key) =>
  t.call({ method: 'POST', path: '/members/v1/roles/members/query', body: { query: { filter } }, as });

describe('responses with status 200', () => {
  it.each(['admin', 'owner', 'key'] as const)(
    'lets %s assign and unassign roles, and audits each once',
    async (name) => {
      const as = callers[name];
      const roleKey = `role of ${name}: ✓`;
      for (let times = 0; times < 2; times += 1)
        expect((await assign(t.memberId, roleKey, as)).body).toEqual({ roleKey });
      expect((await getRoles(t.memberId, as)).body).toEqual({ roles: [{ roleKey, title: roleKey }] });
      for (let times = 0; times < 2; times += 1)
        expect((await unassign(t.memberId, roleKey, as)).body).toEqual({ roleKey });
      expect((await getRoles(t.memberId, as)).body).toEqual({ roles: [] });
      const audited = (await callsOf(t).audited(t.memberId)).filter(
        ({ actor_kind }) => (name === 'key') === (actor_kind === 'key'),
      );
      expect(audited.slice(-2)).toMatchObject([
        { action: 'identity.roles.assign', after: { roleKey } },
        { action: 'identity.roles.unassign', before: { roleKey } },
      ]);
    },
  );

  it('returns roles to the member, and roles of several members to staff', async () => {
    await assign(t.memberId, 'gold');
    await assign(t.memberId, 'writer');
    await assign(t.otherMemberId, 'gold');
    expect((await getRoles(t.memberId, t.member)).body.roles).toHaveLength(2);
    const two = {
      [t.memberId]: { roles: [{ roleKey: 'gold' }, { roleKey: 'writer' }] },
      [t.otherMemberId]: { roles: [{ roleKey: 'gold' }] },
    };
    for (const filter of [undefined, {}, { roleKey: 'gold' }, { roleKey: { $in: ['gold', 'none'] } }]) {
      expect((await query(filter)).body.rolesByMemberId).toMatchObject(two);
    }
    for (const filter of [
      { memberId: t.memberId },
      { memberId: { $in: [t.memberId, MISSING_ID] } },
      { roleKey: { $eq: 'writer' } },
    ]) {
      expect(Object.keys((await query(filter, callers.viewer)).body.rolesByMemberId)).toEqual([t.memberId]);
    }
    expect((await query({ memberId: { $in: [] } })).body.rolesByMemberId).toEqual({});
  });
});

describe('responses with status 400', () => {
  it.each([undefined, '', 7, 'x'.repeat(101)])('rejects the role %j', async (roleKey) => {
    expect((await assign(t.memberId, roleKey)).status).toBe(400);
  });

  it('rejects the 101st role', async () => {
    for (let number = 0; number < 100; number += 1) await assign(t.otherMemberId, `r${number}`);
    const rejected = await assign(t.otherMemberId, 'one more');
    expect(violationsOf(rejected)[0]).toMatchObject({ field: 'roleKey' });
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
  ])('rejects the filter %j', async (filter) => {
    const rejected = await query(filter);
    expect(rejected.status).toBe(400);
    expect(violationsOf(rejected)[0]?.field).toContain('query.filter');
  });
});

describe('the reason is named for', () => {
  it.each<[unknown, string]>([
    [{ memberId: 'x' }, 'may only contain ids'],
    [{ memberId: { $in: [MISSING_ID, 'x'] } }, 'may only contain ids'],
    [{ roleKey: 7 }, 'may only contain texts without null characters'],
    [{ roleKey: { $in: ['a\u0000'] } }, 'may only contain texts without null characters'],
    [{ roleKey: { $in: Array(1_001).fill('a') } }, 'must be one value, or up to 1000 in $in'],
    [{ roleKey: { $gt: 'a' } }, 'must be one value, or up to 1000 in $in'],
  ])('the filter %j', async (filter, description) => {
    expect(violationsOf(await query(filter))).toMatchObject([{ description }]);
  });
});

describe('responses with status 401', () => {
  it('needs a token', async () => {
    expect((await t.call({ method: 'GET', path: pathOf(t.memberId) })).status).toBe(401);
  });
});

describe('responses with status 403', () => {
  it.each(CALLERS.filter((name) => !['admin', 'owner', 'key'].includes(name)))(
    '%s cannot assign or unassign roles',
    async (name) => {
      expect((await assign(t.memberId, 'mine', callers[name])).status).toBe(403);
      expect((await unassign(t.memberId, 'gold', callers[name])).status).toBe(403);
    },
  );

  it.each(['visitor', 'member', 'other member'] as const)('%s cannot query roles', async (name) => {
    expect((await query({}, callers[name])).status).toBe(403);
  });
});

describe('responses with status 404', () => {
  it('returns MEMBER_NOT_FOUND for a missing member and for one that the caller may not see', async () => {
    for (const response of [
      await assign(MISSING_ID, 'gold'),
      await unassign(MISSING_ID, 'gold'),
      await getRoles(MISSING_ID),
    ]) {
      expect(codeOf(response)).toBe('MEMBER_NOT_FOUND');
    }
    for (const as of [t.visitor, t.otherMember]) expect((await getRoles(t.memberId, as)).status).toBe(404);
  });
});
