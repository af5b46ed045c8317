import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type SiteEvent } from '../../events/index.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { login, newEmail, register, signInNewMember } from '../testing/client.ts';
import {
  authorizationsByCaller,
  CALLERS,
  type CallerName,
  callsOf,
  expectNoSession,
  MISSING_ID,
} from '../testing/members.ts';

let t: TestServer;
let calls: ReturnType<typeof callsOf>;
let callers: Record<CallerName, string>;
const events: SiteEvent[] = [];
const TYPES = (['updated', 'approved', 'blocked'] as const).map((change) => `wix.members.v1.member_${change}` as const);
const unlisten = listen(TYPES, async (_db, event) => {
  events.push(event);
});
beforeAll(async () => {
  t = await testServer();
  calls = callsOf(t);
  callers = await authorizationsByCaller(t, t.member, t.otherMember);
});
afterAll(async () => {
  unlisten();
  await t.stop();
});

const VERBS = ['approve', 'block', 'disconnect', 'mute', 'unmute'] as const;
const STAFF: readonly CallerName[] = ['admin', 'owner', 'key'];
const act = (id: string, verb: string, as = t.key) => calls.post(`/${id}/${verb}`, { id }, as);
const setStatus = (id: string, status: string, status_reasons: string[] = []) =>
  t.db.updateTable('members').set({ status, status_reasons }).where('id', '=', id).execute();
const eventsOf = (id: string) =>
  events.filter(({ entityId }) => entityId === id).map(({ type }) => type.split('_').at(-1));

describe('responses with status 200', () => {
  it.each(STAFF)('lets %s block, approve, disconnect, mute and unmute a member', async (name) => {
    const { id } = await signInNewMember(t);
    const statuses: string[] = [];
    for (const verb of ['block', 'approve', 'disconnect', 'approve', 'mute', 'unmute']) {
      const { status, body } = await act(id, verb, callers[name]);
      expect(status).toBe(200);
      statuses.push(`${body.member.status} ${body.member.activityStatus}`);
    }
    expect(statuses).toEqual([
      'BLOCKED ACTIVE',
      'APPROVED ACTIVE',
      'OFFLINE ACTIVE',
      'APPROVED ACTIVE',
      'APPROVED MUTED',
      'APPROVED ACTIVE',
    ]);
    const auditEntries = await calls.audited(id);
    expect(auditEntries.map(({ action }) => action)).toEqual(
      ['block', 'approve', 'disconnect', 'approve', 'mute', 'unmute'].map((verb) => `identity.members.${verb}`),
    );
    expect(auditEntries[0]).toMatchObject({ before: { status: 'ACTIVE' }, after: { status: 'BLOCKED' } });
    await expect
      .poll(() => eventsOf(id), { timeout: 10_000 })
      .toEqual(['blocked', 'approved', 'updated', 'approved', 'updated', 'updated']);
  });

  it('approves a waiting member, who gets a mail and can then sign in', async () => {
    await t.configure({ signIn: { requireOwnerApproval: true } });
    const email = newEmail();
    const { body } = await register(t, email);
    await t.configure({ signIn: { requireOwnerApproval: false } });
    const id = body.identity.id;
    expect(body.state).toBe('REQUIRE_OWNER_APPROVAL');
    expect((await calls.get(`/${id}?fieldsets=EXTENDED`, t.key)).body.member.status).toBe('PENDING');

    expect((await act(id, 'approve')).body.member.status).toBe('APPROVED');
    expect(await calls.mailsTo(email)).toEqual(['APPROVED']);
    expect((await login(t, email)).body.state).toBe('SUCCESS');
  });

  it('removes only the approval from the missing steps of a waiting member', async () => {
    const { id, email } = await signInNewMember(t);
    await setStatus(id, 'PENDING', ['EMAIL_VERIFICATION', 'ADMIN_APPROVAL']);
    expect((await act(id, 'approve')).body.member.status).toBe('PENDING');
    expect((await calls.row(id)).status_reasons).toEqual(['EMAIL_VERIFICATION']);
    // A second approval changes nothing.
    expect((await act(id, 'approve')).body.member.status).toBe('PENDING');
    expect(await calls.mailsTo(email)).toEqual([]);
    expect(await calls.audited(id)).toHaveLength(1);
  });

  it.each(['block', 'disconnect'])('still requires a verified address after %s and approve', async (verb) => {
    const { id } = await signInNewMember(t);
    await setStatus(id, 'PENDING', ['EMAIL_VERIFICATION']);
    await act(id, verb);
    expect((await act(id, 'approve')).body.member.status).toBe('PENDING');
    expect((await calls.row(id)).status_reasons).toEqual(['EMAIL_VERIFICATION']);
  });

  it.each([
    ['block', 'BLOCKED'],
    ['disconnect', 'OFFLINE'],
  ])('%s ends every session and prevents new ones', async (verb, status) => {
    const member = await signInNewMember(t);
    expect((await calls.get('/my', member.accessToken)).status).toBe(200);
    expect((await act(member.id, verb)).body.member.status).toBe(status);
    await expectNoSession(t, member);
    expect((await login(t, member.email)).status).toBe(403);
  });

  it('changes and audits nothing when repeated', async () => {
    const { id } = await signInNewMember(t);
    for (const verb of ['block', 'block', 'approve', 'approve', 'mute', 'mute', 'disconnect', 'disconnect']) {
      expect((await act(id, verb)).status).toBe(200);
    }
    expect(await calls.audited(id)).toHaveLength(4);
  });
});

describe('responses with status 401', () => {
  it.each(VERBS)('%s needs a token', async (verb) => {
    expect((await t.call({ method: 'POST', path: `/v1/members/${t.memberId}/${verb}`, body: {} })).status).toBe(401);
  });
});

describe('responses with status 403', () => {
  const others = CALLERS.filter((name) => !STAFF.includes(name));
  const pairs = VERBS.flatMap((verb) => others.map((name) => [verb, name] as const));
  it.each(pairs)('%s by %s is rejected', async (verb, name) => {
    expect((await act(t.memberId, verb, callers[name])).status).toBe(403);
    expect(await calls.row(t.memberId)).toMatchObject({ status: 'ACTIVE', activity_status: 'ACTIVE' });
  });
});

describe('responses with status 404', () => {
  it.each(VERBS)('%s returns MEMBER_NOT_FOUND for a missing member and for a member of another site', async (verb) => {
    expect(codeOf(await act(MISSING_ID, verb))).toBe('MEMBER_NOT_FOUND');
    const second = await t.secondSite();
    const foreign = await t.call({
      method: 'POST',
      path: `/members/v1/members/${t.memberId}/${verb}`,
      body: {},
      headers: { authorization: second.key },
    });
    expect(foreign.status).toBe(404);
  });
});

describe('responses with status 409', () => {
  it('rejects a transition that is not allowed', async () => {
    const { id } = await signInNewMember(t);
    await act(id, 'block');
    const rejected = await act(id, 'disconnect');
    expect(rejected.status).toBe(409);
    expect(rejected.body.details.applicationError).toMatchObject({
      code: 'MEMBER_STATUS_TRANSITION',
      data: { from: 'BLOCKED', to: 'OFFLINE' },
    });
    expect((await calls.row(id)).status).toBe('BLOCKED');
  });
});
