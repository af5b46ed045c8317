import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf, violationsOf } from '../../testing/responses.ts';
import { newEmail, signInNewMember } from '../testing/client.ts';
import { authorizationsByCaller, CALLERS, type CallerName, callsOf } from '../testing/members.ts';
import { continueMemberJob, MEMBER_JOB_DUE } from './bulk-by-filter.ts';

let t: TestServer;
let calls: ReturnType<typeof callsOf>;
let callers: Record<CallerName, string>;
beforeAll(async () => {
  t = await testServer();
  calls = callsOf(t);
  callers = await authorizationsByCaller(t, t.member, t.otherMember);
});
afterAll(() => t.stop());

const PATHS = ['/bulk/delete-by-filter', '/bulk/approve-by-filter', '/bulk/block-by-filter'] as const;
const getJob = async (id: string) =>
  (await t.call({ method: 'GET', path: `/portico/v1/members/jobs/${id}`, as: t.key })).body.job;
const waitUntilFinished = async (id: string) => {
  await expect.poll(async () => (await getJob(id)).status, { timeout: 20_000 }).toBe('FINISHED');
  return getJob(id);
};

/** Inserts members with the same first name. */
async function insertMembers(
  count: number,
  firstName: string,
  columns: { status?: string; status_reasons?: string[] } = {},
) {
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
const readStatuses = async (ids: readonly string[]) => {
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

describe('responses with status 200', () => {
  it('blocks 250 members in three batches, audits each, and does not change others', async () => {
    const [selected, others] = [await insertMembers(250, 'Eve'), await insertMembers(3, 'Ada')];
    const { status, body } = await calls.post(PATHS[2], { filter: { 'contact.firstName': 'Eve' } }, callers.admin);
    expect(status).toBe(200);
    expect(await waitUntilFinished(body.jobId)).toMatchObject({ act: 'BLOCK', succeeded: 250, failed: 0 });
    expect(await readStatuses(selected)).toEqual({ BLOCKED: 250 });
    expect(await readStatuses(others)).toEqual({ ACTIVE: 3 });
    const { count } = await t.db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('action', '=', 'identity.members.block')
      .where('actor_kind', '=', 'user')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(250);
  });

  it('approves waiting members, but does not verify their addresses', async () => {
    const waitingIds = await insertMembers(5, 'Wait', { status: 'PENDING', status_reasons: ['ADMIN_APPROVAL'] });
    const unverifiedIds = await insertMembers(2, 'Wait', {
      status: 'PENDING',
      status_reasons: ['ADMIN_APPROVAL', 'EMAIL_VERIFICATION'],
    });
    const { body } = await calls.post(PATHS[1], { filter: { status: 'PENDING' } });
    expect(await waitUntilFinished(body.jobId)).toMatchObject({ succeeded: 7, failed: 0 });
    expect(await readStatuses(waitingIds)).toEqual({ ACTIVE: 5 });
    expect(await readStatuses(unverifiedIds)).toEqual({ PENDING: 2 });
  });

  it('deletes the members that a search finds, except the assignee of their content', async () => {
    const deletedIds = await insertMembers(3, 'Zenobia');
    const assignee = await signInNewMember(t, { firstName: 'Zenobia' });
    const request = { filter: {}, search: { expression: 'zenob' }, contentAssigneeId: assignee.id };
    const { body } = await calls.post(PATHS[0], request);
    expect(await waitUntilFinished(body.jobId)).toMatchObject({ act: 'DELETE', succeeded: 3, failed: 1 });
    expect(await readStatuses(deletedIds)).toEqual({ DELETED: 3 });
    expect((await calls.row(assignee.id)).status).toBe('ACTIVE');
  });

  it('counts members who have the status already as succeeded', async () => {
    const blocked = await insertMembers(2, 'Both', { status: 'BLOCKED' });
    await insertMembers(3, 'Both');
    await t.db
      .updateTable('members')
      .set({ status: 'OFFLINE' })
      .where('id', '=', blocked[0] as string)
      .execute();
    const { body } = await calls.post(PATHS[2], { filter: { 'contact.firstName': 'Both' } });
    expect(await waitUntilFinished(body.jobId)).toMatchObject({ succeeded: 5, failed: 0 });
  });

  it('continues after a crash, and a repeated batch changes nothing', async () => {
    const ids = await insertMembers(150, 'Again');
    const { body } = await calls.post(PATHS[2], { filter: { 'contact.firstName': 'Again' } });
    const done = await waitUntilFinished(body.jobId);
    // Simulates a crash after the changes and before the progress is stored.
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
    expect(await waitUntilFinished(body.jobId)).toMatchObject({ succeeded: done.succeeded });
    expect(await readStatuses(ids)).toEqual({ BLOCKED: 150 });
    const audited = await calls.audited(ids[0] as string);
    expect(audited).toHaveLength(1);
  });
});

describe('responses with status 400', () => {
  it.each(PATHS)('%s rejects an invalid filter, and a missing one', async (path) => {
    const rejected = await calls.post(path, { filter: { password_hash: 'x' } });
    expect(rejected.status).toBe(400);
    expect(violationsOf(rejected)[0]?.field).toContain('filter');
    expect((await calls.post(path, {})).status).toBe(400);
  });
});

describe('responses with status 401', () => {
  it.each(PATHS)('%s needs a token', async (path) => {
    expect((await t.call({ method: 'POST', path: `/v1/members${path}`, body: { filter: {} } })).status).toBe(401);
  });
});

describe('responses with status 403', () => {
  const others = CALLERS.filter((name) => !['admin', 'owner', 'key'].includes(name));
  it.each(others)('%s may neither start a job nor read its progress', async (name) => {
    for (const path of PATHS) expect((await calls.post(path, { filter: {} }, callers[name])).status).toBe(403);
    const progress = await t.call({ method: 'GET', path: `/portico/v1/members/jobs/${newId()}`, as: callers[name] });
    expect(progress.status).toBe(403);
  });
});

describe('responses with status 404', () => {
  it('returns MEMBER_JOB_NOT_FOUND for an unknown job', async () => {
    expect(codeOf(await t.call({ method: 'GET', path: `/portico/v1/members/jobs/${newId()}`, as: t.key }))).toBe(
      'MEMBER_JOB_NOT_FOUND',
    );
  });
});
