import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type SiteEvent } from '../../events/index.ts';
import { codeOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { login, newEmail, register, signedInMember } from '../testing/client.ts';
import { allCallers, CALLERS, type CallerName, callsOf, expectNoSession, NOT_THERE } from '../testing/members.ts';

let t: TestServer;
let calls: ReturnType<typeof callsOf>;
let callers: Record<CallerName, string>;
const events: SiteEvent[] = [];
const TYPES = (['updated', 'approved', 'blocked'] as const).map((what) => `wix.members.v1.member_${what}` as const);
const unlisten = listen(TYPES, async (_db, event) => {
  events.push(event);
});
beforeAll(async () => {
  t = await testServer();
  calls = callsOf(t);
  callers = await allCallers(t, t.member, t.otherMember);
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

describe('200', () => {
  it.each(STAFF)('lets %s do all of it', async (name) => {
    const { id } = await signedInMember(t);
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
    const written = await calls.audited(id);
    expect(written.map(({ action }) => action)).toEqual(
      ['block', 'approve', 'disconnect', 'approve', 'mute', 'unmute'].map((verb) => `identity.members.${verb}`),
    );
    expect(written[0]).toMatchObject({ before: { status: 'ACTIVE' }, after: { status: 'BLOCKED' } });
    await expect
      .poll(() => eventsOf(id), { timeout: 10_000 })
      .toEqual(['blocked', 'approved', 'updated', 'approved', 'updated', 'updated']);
  });

  it('lets a waiting member in, who is told by mail and can then sign in', async () => {
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

  it('takes only the owner’s word off what a waiting member owes', async () => {
    const { id, email } = await signedInMember(t);
    await setStatus(id, 'PENDING', ['EMAIL_VERIFICATION', 'ADMIN_APPROVAL']);
    expect((await act(id, 'approve')).body.member.status).toBe('PENDING');
    expect((await calls.row(id)).status_reasons).toEqual(['EMAIL_VERIFICATION']);
    // Once more: there is nothing left that the owner could say.
    expect((await act(id, 'approve')).body.member.status).toBe('PENDING');
    expect(await calls.mailsTo(email)).toEqual([]);
    expect(await calls.audited(id)).toHaveLength(1);
  });

  it.each(['block', 'disconnect'])('does not let %s and approve stand for a proved address', async (verb) => {
    const { id } = await signedInMember(t);
    await setStatus(id, 'PENDING', ['EMAIL_VERIFICATION']);
    await act(id, verb);
    expect((await act(id, 'approve')).body.member.status).toBe('PENDING');
    expect((await calls.row(id)).status_reasons).toEqual(['EMAIL_VERIFICATION']);
  });

  it.each([
    ['block', 'BLOCKED'],
    ['disconnect', 'OFFLINE'],
  ])('%s ends every session, and no new one begins', async (verb, status) => {
    const member = await signedInMember(t);
    expect((await calls.get('/my', member.accessToken)).status).toBe(200);
    expect((await act(member.id, verb)).body.member.status).toBe(status);
    await expectNoSession(t, member);
    expect((await login(t, member.email)).status).toBe(403);
  });

  it('changes nothing when repeated, and tells nobody', async () => {
    const { id } = await signedInMember(t);
    for (const verb of ['block', 'block', 'approve', 'approve', 'mute', 'mute', 'disconnect', 'disconnect']) {
      expect((await act(id, verb)).status).toBe(200);
    }
    expect(await calls.audited(id)).toHaveLength(4);
  });
});

describe('401', () => {
  it.each(VERBS)('%s needs a token', async (verb) => {
    expect((await t.call({ method: 'POST', path: `/v1/members/${t.memberId}/${verb}`, body: {} })).status).toBe(401);
  });
});

describe('403', () => {
  const others = CALLERS.filter((name) => !STAFF.includes(name));
  it.each(VERBS.flatMap((verb) => others.map((name) => [verb, name] as const)))('%s: not %s', async (verb, name) => {
    expect((await act(t.memberId, verb, callers[name])).status).toBe(403);
    expect(await calls.row(t.memberId)).toMatchObject({ status: 'ACTIVE', activity_status: 'ACTIVE' });
  });
});

describe('404', () => {
  it.each(VERBS)('%s finds nobody who is not there, or of another site', async (verb) => {
    expect(codeOf(await act(NOT_THERE, verb))).toBe('MEMBER_NOT_FOUND');
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

describe('409', () => {
  it('refuses what the table of transitions does not name', async () => {
    const { id } = await signedInMember(t);
    await act(id, 'block');
    const refused = await act(id, 'disconnect');
    expect(refused.status).toBe(409);
    expect(refused.body.details.applicationError).toMatchObject({
      code: 'MEMBER_STATUS_TRANSITION',
      data: { from: 'BLOCKED', to: 'OFFLINE' },
    });
    expect((await calls.row(id)).status).toBe('BLOCKED');
  });
});
