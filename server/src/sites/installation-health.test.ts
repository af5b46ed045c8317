import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/index.ts';
import { createSite } from './sites.ts';

let t: TestServer;
let owner: string;
beforeAll(async () => {
  t = await testServer();
  owner = await t.userToken('owner');
});
afterAll(() => t.stop());

const read = (as: string, headers: Record<string, string> = {}) =>
  t.call({ method: 'GET', path: '/portico/v1/installation/health', as, headers });

it('reports on the process, the database, the queues, the disk, mails and backups', async () => {
  const mail = { site_id: t.site.id, kind: 'VERIFY_EMAIL', recipient: 'x@example.org', language: 'en', subject: 'x' };
  const minuteAgo = new Date(Date.now() - 60_000);
  const rows = [
    { ...mail, id: t.memberId, status: 'FAILED' },
    { ...mail, id: t.otherMemberId, status: 'SENT', created_at: new Date(Date.now() - 2 * 86_400_000) },
    { ...mail, id: t.visitorId, next_attempt_at: minuteAgo, leased_until: 'infinity' as never },
  ];
  for (const row of rows)
    await t.db
      .insertInto('mails')
      .values({ give_up_at: new Date(), ...row })
      .execute();
  const { status, body } = await read(owner);
  expect(status).toBe(200);
  const { health } = body;
  expect(health.process).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    startedDate: expect.any(String),
    pages: expect.stringMatching(/^(ready|building|failed)$/),
  });
  expect(health.process.memoryBytes).toBeGreaterThan(10_000_000);
  expect(health.process.pools.map(({ pool }: { pool: string }) => pool).toSorted()).toEqual(['main', 'slow']);
  expect(health.database.sizeBytes).toBeGreaterThan(1_000_000);
  expect(health.database.connections).toBeGreaterThan(0);
  const mails = health.queues.find(({ queue }: { queue: string }) => queue === 'mails');
  expect(mails.rows).toBe(1);
  expect(mails.oldestDueSeconds).toBeGreaterThanOrEqual(60);
  expect(health.disk.freeBytes).toBeLessThanOrEqual(health.disk.totalBytes);
  expect(health.mail).toEqual({ hasServer: false, acceptedCount: 0, failedCount: 1 });
  expect(health.backups).toEqual([]);
  await t.db
    .insertInto('backup_runs')
    .values({
      id: t.memberId,
      kind: 'ARCHIVE',
      name: 'x',
      started_at: new Date(),
      finished_at: new Date(),
      bytes: '42',
    })
    .execute();
  expect((await read(owner)).body.health.backups).toMatchObject([{ kind: 'ARCHIVE', sizeBytes: 42, failure: null }]);
});

it('returns 403 for everyone but owners of the first site', async () => {
  for (const caller of [await t.userToken('admin'), await t.userToken('viewer'), t.key, t.member, t.visitor])
    expect((await read(caller)).status).toBe(403);
  const second = await createSite(t.ctx, { name: 'Second', slug: 'second-site' });
  // The owners of the first site also become owners of the second, and call the endpoint there.
  const owners = await t.db.selectFrom('site_users').selectAll().where('role', '=', 'owner').execute();
  for (const { user_id } of owners)
    await t.db
      .insertInto('site_users')
      .values({ site_id: second.id, user_id, role: 'owner' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  expect((await read(owner, { 'wix-site-id': second.id })).status).toBe(403);
  expect((await read(owner)).status).toBe(200);
});
