import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { codeOf, violationsOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { newEmail, signedInMember } from '../testing/client.ts';
import { allCallers, CALLERS, type CallerName, callsOf } from '../testing/members.ts';
import { continueMemberJob, MEMBER_JOB_DUE } from './bulk-by-filter.ts';

let t: TestServer;
let calls: ReturnType<typeof callsOf>;
let callers: Record<CallerName, string>;
beforeAll(async () => {
  t = await testServer();
  calls = callsOf(t);
  callers = await allCallers(t, t.member, t.otherMember);
});
afterAll(() => t.stop());

const PATHS = ['/bulk/delete-by-filter', '/bulk/approve-by-filter', '/bulk/block-by-filter'] as const;
const job = async (id: string) =>
  (await t.call({ method: 'GET', path: `/portico/v1/members/jobs/${id}`, as: t.key })).body.job;
const finished = async (id: string) => {
  await expect.poll(async () => (await job(id)).status, { timeout: 20_000 }).toBe('FINISHED');
  return job(id);
};

/** Members made straight in the database, who share a first name. */
async function many(count: number, firstName: string, columns: { status?: string; status_reasons?: string[] } = {}) {
  const rows = Array.from({ length: count }, () => ({ id: newId(), site_id: t.site.id }));
  await t.db
    .insertInto('members')
    .values(
      rows.map(({ id, site_id }) => ({
        id,
        site_id,
        login_email: newEmail(),
        slug: id,
        details: JSON.stringify({ firstName }) as never,
        ...columns,
      })),
    )
    .execute();
  return rows.map(({ id }) => id);
}
const statuses = async (ids: readonly string[]) => {
  const rows = await t.db
    .selectFrom('members')
    .select('status')
    .where('id', 'in', [...ids])
    .execute();
  return Object.fromEntries(
    [...new Set(rows.map(({ status }) => status))].map((status) => [
      status,
      rows.filter((row) => row.status === status).length,
    ]),
  );
};

describe('200', () => {
  it('blocks 250 members in three stretches, writes down each, and leaves the others', async () => {
    const [named, others] = [await many(250, 'Eve'), await many(3, 'Ada')];
    const { status, body } = await calls.post(PATHS[2], { filter: { 'contact.firstName': 'Eve' } }, callers.admin);
    expect(status).toBe(200);
    expect(await finished(body.jobId)).toMatchObject({ act: 'BLOCK', succeeded: 250, failed: 0 });
    expect(await statuses(named)).toEqual({ BLOCKED: 250 });
    expect(await statuses(others)).toEqual({ ACTIVE: 3 });
    const { count } = await t.db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('action', '=', 'identity.members.block')
      .where('actor_kind', '=', 'user')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(250);
  });

  it('approves those who wait, and lets the owner’s word stand for nothing else', async () => {
    const waiting = await many(5, 'Wait', { status: 'PENDING', status_reasons: ['ADMIN_APPROVAL'] });
    const unproved = await many(2, 'Wait', {
      status: 'PENDING',
      status_reasons: ['ADMIN_APPROVAL', 'EMAIL_VERIFICATION'],
    });
    const { body } = await calls.post(PATHS[1], { filter: { status: 'PENDING' } });
    expect(await finished(body.jobId)).toMatchObject({ succeeded: 7, failed: 0 });
    expect(await statuses(waiting)).toEqual({ ACTIVE: 5 });
    expect(await statuses(unproved)).toEqual({ PENDING: 2 });
  });

  it('deletes those whom a search finds, but not the one who takes their content over', async () => {
    const leaving = await many(3, 'Zenobia');
    const heir = await signedInMember(t, { firstName: 'Zenobia' });
    const asked = { filter: {}, search: { expression: 'zenob' }, contentAssigneeId: heir.id };
    const { body } = await calls.post(PATHS[0], asked);
    expect(await finished(body.jobId)).toMatchObject({ act: 'DELETE', succeeded: 3, failed: 1 });
    expect(await statuses(leaving)).toEqual({ DELETED: 3 });
    expect((await calls.row(heir.id)).status).toBe('ACTIVE');
  });

  it('counts those who cannot go there', async () => {
    const blocked = await many(2, 'Both', { status: 'BLOCKED' });
    await many(3, 'Both');
    await t.db
      .updateTable('members')
      .set({ status: 'OFFLINE' })
      .where('id', '=', blocked[0] as string)
      .execute();
    const { body } = await calls.post(PATHS[2], { filter: { 'contact.firstName': 'Both' } });
    // One was blocked already: nothing is left to do, which is no failure.
    expect(await finished(body.jobId)).toMatchObject({ succeeded: 5, failed: 0 });
  });

  it('is taken up where it stopped, and a stretch that is repeated does no harm', async () => {
    const ids = await many(150, 'Again');
    const { body } = await calls.post(PATHS[2], { filter: { 'contact.firstName': 'Again' } });
    const done = await finished(body.jobId);
    // As after a crash between the acts and the note of how far they came.
    await t.db
      .updateTable('member_jobs')
      .set({ after_id: null, finished_at: null, succeeded: 0 })
      .where('id', '=', body.jobId)
      .execute();
    const event = {
      siteId: t.site.id,
      type: MEMBER_JOB_DUE,
      entityId: body.jobId,
      payload: {},
      occurredAt: new Date(),
    };
    await continueMemberJob(() => t.ctx)(t.db, event);
    expect(await finished(body.jobId)).toMatchObject({ succeeded: done.succeeded });
    expect(await statuses(ids)).toEqual({ BLOCKED: 150 });
    const audited = await calls.audited(ids[0] as string);
    expect(audited).toHaveLength(1);
  });
});

describe('400', () => {
  it.each(PATHS)('%s refuses a filter that cannot be, before anything is noted', async (path) => {
    const refused = await calls.post(path, { filter: { password_hash: 'x' } });
    expect(refused.status).toBe(400);
    expect(violationsOf(refused)[0]?.field).toContain('filter');
    expect((await calls.post(path, {})).status).toBe(400);
  });
});

describe('401', () => {
  it.each(PATHS)('%s needs a token', async (path) => {
    expect((await t.call({ method: 'POST', path: `/v1/members${path}`, body: { filter: {} } })).status).toBe(401);
  });
});

describe('403', () => {
  const others = CALLERS.filter((name) => !['admin', 'owner', 'key'].includes(name));
  it.each(others)('%s may not, nor ask how far it is', async (name) => {
    for (const path of PATHS) expect((await calls.post(path, { filter: {} }, callers[name])).status).toBe(403);
    const asked = await t.call({ method: 'GET', path: `/portico/v1/members/jobs/${newId()}`, as: callers[name] });
    expect(asked.status).toBe(403);
  });
});

describe('404', () => {
  it('knows no such job', async () => {
    expect(codeOf(await t.call({ method: 'GET', path: `/portico/v1/members/jobs/${newId()}`, as: t.key }))).toBe(
      'MEMBER_JOB_NOT_FOUND',
    );
  });
});
