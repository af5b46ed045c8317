import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactForm } from '../../forms/testing/sample-forms.ts';
import { newId } from '../../kernel/ids.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf, violationsOf } from '../../testing/responses.ts';
import { codeFor, login, newEmail, PASSWORD, register, signInNewMember } from '../testing/client.ts';
import { authorizationsByCaller, type CallerName, callsOf, expectNoSession, MISSING_ID } from '../testing/members.ts';

const NIL_ID = '00000000-0000-0000-0000-000000000000';

let t: TestServer;
let calls: ReturnType<typeof callsOf>;
let callers: Record<CallerName, string>;
let formId: string;
beforeAll(async () => {
  t = await testServer();
  calls = callsOf(t);
  callers = await authorizationsByCaller(t, t.member, t.otherMember);
  const permissions = { insert: 'ANYONE', read: 'ANYONE', update: 'SITE_MEMBER_AUTHOR', remove: 'SITE_MEMBER_AUTHOR' };
  for (const id of ['notes', 'posts']) {
    const collection = { id, displayName: id, permissions, fields: [{ key: 'text', type: 'TEXT' }] };
    await t.call({ method: 'POST', path: '/wix-data/v2/collections', body: { collection }, as: t.key });
  }
  const created = await t.call({ method: 'POST', path: '/v4/forms', body: { form: contactForm() }, as: t.key });
  formId = created.body.form.id;
});
afterAll(() => t.stop());

const ownersOf = async (ids: readonly string[]): Promise<unknown[]> => {
  const query = { filter: { _id: { $in: ids } }, sort: [{ fieldName: '_id' }] };
  const owners: unknown[] = [];
  for (const dataCollectionId of ['notes', 'posts']) {
    const body = { dataCollectionId, query };
    const { body: found } = await t.call({ method: 'POST', path: '/wix-data/v2/items/query', body, as: t.key });
    for (const item of found.dataItems) owners.push(item.data._owner);
  }
  return owners;
};

const insert = async (dataCollectionId: string, as: string): Promise<string> => {
  const body = { dataCollectionId, dataItem: { data: { text: 'mine' } } };
  return (await t.call({ method: 'POST', path: '/wix-data/v2/items', body, as })).body.dataItem.id;
};

const submit = async (as: string): Promise<string> => {
  const body = { submission: { formId, submissions: { name: 'Ada', email: 'ada@example.org' } } };
  return (await t.call({ method: 'POST', path: '/v4/submissions', body, as })).body.submission.id;
};

const listSubmitters = (ids: readonly string[]) =>
  t.db
    .selectFrom('submissions')
    .select(['submitter_kind', 'submitter_id'])
    .where('id', 'in', [...ids])
    .execute();

/** Registers a member who has created items and submissions before and after signing up. */
async function registerCreator() {
  const visitorId = newId();
  const visitor = await t.ctx.env.tokenSigner.sign(
    'access',
    { site: t.site.id, kind: 'visitor', subject: visitorId, session: newId(), app: t.app.clientId },
    3_600,
    new Date(),
  );
  const items = [await insert('notes', visitor)];
  const submissions = [await submit(visitor)];
  const email = newEmail();
  const body = { loginId: { email }, password: PASSWORD, profile: { nickname: 'Ada', firstName: 'Ada' } };
  const registered = await t.call({ method: 'POST', path: '/v2/register', body, as: visitor });
  const id: string = registered.body.identity.id;
  const member = await t.ctx.env.tokenSigner.sign(
    'access',
    { site: t.site.id, kind: 'member', subject: id, session: newId(), app: t.app.clientId },
    3_600,
    new Date(),
  );
  items.push(await insert('notes', member), await insert('posts', member));
  submissions.push(await submit(member));
  return { id, email, visitorId, member, items, submissions, sessionToken: registered.body.sessionToken as string };
}

describe('responses with status 200', () => {
  it('deletes the own account with sessions, links, devices and roles, and frees the address', async () => {
    const member = await signInNewMember(t, { nickname: 'Ada', slug: 'ada' });
    await login(t, member.email);
    await t.call({ method: 'POST', path: `/v1/roles/members/${member.id}`, body: { roleKey: 'gold' }, as: t.key });
    const link = { email: member.email };
    await t.call({ method: 'POST', path: '/_api/iam/recovery/v1/send-email', body: link, as: t.visitor });
    await expect.poll(() => calls.mailsTo(member.email), { timeout: 10_000 }).toContain('RECOVERY');

    expect(await calls.remove('/my', member.accessToken)).toMatchObject({ status: 200, body: {} });

    await expectNoSession(t, member);
    expect((await login(t, member.email)).status).toBe(401);
    expect(await calls.mailsTo(member.email)).toContain('ACCOUNT_DELETED');
    for (const table of ['recovery_tokens', 'member_devices', 'member_roles', 'session_tokens'] as const) {
      expect(await t.db.selectFrom(table).select('site_id').where('member_id', '=', member.id).execute()).toEqual([]);
    }
    const sessions = await t.db.selectFrom('member_sessions').selectAll().where('member_id', '=', member.id).execute();
    expect(sessions.length).toBeGreaterThan(0);
    for (const session of sessions) {
      expect(session).toMatchObject({ user_agent: '', address: '', ended_at: expect.any(Date) });
    }
    const again = await register(t, member.email, { profile: { slug: 'ada' } });
    expect(again.status).toBe(200);
    expect(again.body.identity.id).not.toBe(member.id);
  });

  it('leaves an anonymous row', async () => {
    const { id } = await registerCreator();
    await calls.remove(`/${id}`);
    expect(await calls.row(id)).toMatchObject({
      status: 'DELETED',
      status_reasons: [],
      login_email: `deleted:${id}`,
      login_email_verified: false,
      password_hash: null,
      visitor_id: null,
      slug: `deleted-${id}`,
      privacy_status: 'PRIVATE',
      details: {},
      language: null,
      last_login_at: null,
    });
  });

  it('removes personal data from audit log and activity, but not the entries', async () => {
    const member = await signInNewMember(t, { nickname: 'Ada the First' });
    await calls.patch(member.id, { contact: { company: 'Engines' } });
    const listActivity = () => t.db.selectFrom('activity').selectAll().where('entity_id', '=', member.id).execute();
    await expect.poll(listActivity, { timeout: 10_000 }).toMatchObject([{ summary: { nickname: 'Ada the First' } }]);
    await calls.remove(`/${member.id}`);
    const audited = await calls.audited(member.id);
    expect(audited.map(({ action }) => action)).toEqual(['identity.members.update', 'identity.members.delete']);
    expect(audited[0]).toMatchObject({ before: null, after: null });
    expect(JSON.stringify(audited)).not.toContain(member.email);
    expect(await listActivity()).toMatchObject([{ summary: {} }]);
  });

  it.each(['admin', 'owner', 'key'] as const)('lets %s delete a member', async (name) => {
    const { id } = await signInNewMember(t);
    expect((await calls.remove(`/${id}?id=${id}`, callers[name])).status).toBe(200);
    expect((await calls.audited(id)).map(({ action }) => action)).toEqual(['identity.members.delete']);
  });

  it('anonymises the content of the member by default', async () => {
    const { id, items, submissions, member } = await registerCreator();
    expect(await ownersOf(items)).toContain(id);
    await calls.remove('/my', member);
    await expect.poll(() => ownersOf(items), { timeout: 10_000 }).toEqual([NIL_ID, NIL_ID, NIL_ID]);
    await expect
      .poll(() => listSubmitters(submissions), { timeout: 10_000 })
      .toEqual(
        expect.arrayContaining([
          { submitter_kind: 'visitor', submitter_id: NIL_ID },
          { submitter_kind: 'member', submitter_id: NIL_ID },
        ]),
      );
  });

  it('deletes the content of the member, and of no other, if the site is configured so', async () => {
    await t.configure({ members: { contentOfDeleted: 'DELETE' } });
    const [leavingCreator, otherCreator] = [await registerCreator(), await registerCreator()];
    await calls.remove('/my', leavingCreator.member);
    await expect.poll(() => ownersOf(leavingCreator.items), { timeout: 10_000 }).toEqual([]);
    await expect.poll(() => listSubmitters(leavingCreator.submissions), { timeout: 10_000 }).toEqual([]);
    expect(await ownersOf(otherCreator.items)).toHaveLength(3);
    expect(await listSubmitters(otherCreator.submissions)).toHaveLength(2);
    await t.configure({ members: { contentOfDeleted: 'ANONYMISE' } });
  });

  it('transfers the content to the assignee, regardless of the setting', async () => {
    await t.configure({ members: { contentOfDeleted: 'DELETE' } });
    const assignee = await signInNewMember(t, { privacyStatus: 'PUBLIC' });
    const { items, submissions, member } = await registerCreator();
    expect((await calls.remove(`/my?contentAssigneeId=${assignee.id}`, member)).status).toBe(200);
    await expect.poll(() => ownersOf(items), { timeout: 10_000 }).toEqual([assignee.id, assignee.id, assignee.id]);
    await expect
      .poll(() => listSubmitters(submissions), { timeout: 10_000 })
      .toEqual(Array(2).fill({ submitter_kind: 'member', submitter_id: assignee.id }));
    await t.configure({ members: { contentOfDeleted: 'ANONYMISE' } });
  });

  it('changes the content only once when the event arrives twice', async () => {
    const { id, visitorId, items } = await registerCreator();
    const other = await registerCreator();
    await calls.remove(`/${id}`);
    await expect.poll(() => ownersOf(items), { timeout: 10_000 }).toEqual([NIL_ID, NIL_ID, NIL_ID]);
    const payload = { memberId: id, visitorId, content: 'DELETE', contentAssigneeId: null };
    await t.db
      .insertInto('outbox')
      .values({
        site_id: t.site.id,
        type: 'wix.members.v1.member_deleted',
        entity_id: id,
        payload: JSON.stringify(payload) as never,
      })
      .execute();
    await expect.poll(() => t.db.selectFrom('outbox').selectAll().execute(), { timeout: 10_000 }).toEqual([]);
    expect(await ownersOf(items)).toEqual([NIL_ID, NIL_ID, NIL_ID]);
    expect(await ownersOf(other.items)).toHaveLength(3);
  });

  it('deletes several members and returns a result for each', async () => {
    const [one, two] = [await signInNewMember(t), await signInNewMember(t)];
    const { status, body } = await calls.post('/bulk/delete', { memberIds: [one.id, MISSING_ID, two.id, one.id] });
    expect(status).toBe(200);
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 2 });
    expect(body.results.map((result: { itemMetadata: unknown }) => result.itemMetadata)).toMatchObject([
      { id: one.id, originalIndex: 0, success: true },
      { id: MISSING_ID, originalIndex: 1, success: false, error: { code: 'MEMBER_NOT_FOUND' } },
      { id: two.id, originalIndex: 2, success: true },
      { id: one.id, originalIndex: 3, success: false },
    ]);
  });
});

describe('a deleted member is not found by', () => {
  let id: string;
  let email: string;
  beforeAll(async () => {
    ({ id, email } = await signInNewMember(t, { privacyStatus: 'PUBLIC' }));
    await calls.remove(`/${id}`);
  });

  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
  const endpoints: [Method, string, unknown][] = [
    ['GET', '', undefined],
    ['PATCH', '', { member: { contact: { firstName: 'X' } } }],
    ['DELETE', '', undefined],
    ...['approve', 'block', 'disconnect', 'mute', 'unmute'].map((verb): [Method, string, unknown] => [
      'POST',
      `/${verb}`,
      {},
    ]),
    ['POST', '/slug', { slug: 'risen' }],
    ...['phones', 'emails', 'addresses'].map((part): [Method, string, unknown] => ['DELETE', `/${part}`, undefined]),
  ];
  it.each(endpoints)('%s /v1/members/{id}%s', async (method, rest, body) => {
    const response = await t.call({ method, path: `/v1/members/${id}${rest}`, body, as: t.key });
    expect(codeOf(response)).toBe('MEMBER_NOT_FOUND');
    expect((await calls.row(id)).status).toBe('DELETED');
  });

  it.each([
    ['the list', async () => (await calls.get('?fieldsets=FULL&paging.limit=1000', t.key)).body],
    ['a query by id', async () => (await calls.post('/query', { query: { filter: { id } } })).body],
    ['a query by status', async () => (await calls.post('/query', { query: { filter: { status: 'DELETED' } } })).body],
    ['a search', async () => (await calls.post('/query', { search: { expression: 'deleted' } })).body],
    ['roles', async () => (await t.call({ method: 'GET', path: `/v1/roles/members/${id}`, as: t.key })).body],
    ['sign-in', async () => (await login(t, email)).body],
  ])('%s', async (_name, read) => {
    expect(JSON.stringify(await read())).not.toContain(id);
  });

  it('a session token issued before the deletion', async () => {
    const deleted = await registerCreator();
    await calls.remove(`/${deleted.id}`);
    await expect(codeFor(t, deleted.sessionToken)).rejects.toThrow();
  });
});

describe('responses with status 400', () => {
  it('rejects an assignee who does not exist, is private, is blocked or is the member', async () => {
    const leaver = await signInNewMember(t);
    const [hidden, blocked] = [await signInNewMember(t), await signInNewMember(t, { privacyStatus: 'PUBLIC' })];
    await calls.post(`/${blocked.id}/block`);
    for (const id of [MISSING_ID, hidden.id, blocked.id, leaver.id]) {
      const rejected = await calls.remove(`/my?contentAssigneeId=${id}`, leaver.accessToken);
      expect(rejected.status).toBe(400);
      expect(violationsOf(rejected)[0]).toMatchObject({ field: 'contentAssigneeId' });
    }
    expect((await calls.row(leaver.id)).status).toBe('ACTIVE');
  });

  it.each([
    ['none', []],
    ['more than 100', Array.from({ length: 101 }, newId)],
    ['an invalid id', ['x']],
  ])('does not delete %s', async (_name, memberIds) => {
    expect((await calls.post('/bulk/delete', { memberIds })).status).toBe(400);
  });

  it('rejects a slug of a member that a deletion may need', async () => {
    const { id, accessToken } = await signInNewMember(t);
    const slug = `Deleted-${id}`;
    expect((await calls.post('/my/slug', { slug }, accessToken)).status).toBe(400);
    expect((await register(t, newEmail(), { profile: { slug } })).status).toBe(400);
  });
});

describe('responses with status 403', () => {
  it.each(['visitor', 'viewer', 'owner', 'key'] as const)('%s has no own account to delete', async (name) => {
    expect((await calls.remove('/my', callers[name])).status).toBe(403);
  });

  it.each(['visitor', 'member', 'other member', 'viewer', 'editor', 'reading key'] as const)(
    '%s deletes no member',
    async (name) => {
      expect((await calls.remove(`/${t.memberId}`, callers[name])).status).toBe(403);
      expect((await calls.post('/bulk/delete', { memberIds: [t.memberId] }, callers[name])).status).toBe(403);
      expect((await calls.row(t.memberId)).status).toBe('ACTIVE');
    },
  );
});

describe('a transaction that fails', () => {
  it('leaves the member unchanged', async () => {
    const { id, accessToken } = await signInNewMember(t, { nickname: 'Whole' });
    // The mail is the last step of a deletion; the constraint makes it fail.
    await sql`alter table mails add constraint no_farewell check (kind <> 'ACCOUNT_DELETED') not valid`.execute(t.db);
    const response = await calls.remove('/my', accessToken);
    expect(response.status).toBe(500);
    expect(await calls.row(id)).toMatchObject({ status: 'ACTIVE', details: { nickname: 'Whole' } });
    expect((await calls.get('/my', accessToken)).status).toBe(200);
  });
});
