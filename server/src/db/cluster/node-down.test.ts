/** Tests what works while a node of the cluster is down. Runs on a Citus cluster only (CONTRIBUTING.md). */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { emit } from '../../events/outbox/emit.ts';
import { type Receiver, startReceiver } from '../../events/testing/receiver.ts';
import { createWebhook } from '../../events/webhooks/webhooks.ts';
import { createMember } from '../../identity/index.ts';
import { newId } from '../../kernel/ids.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { insertSiteUser } from '../../sites/store.ts';
import { insertUser } from '../../sites/users/store.ts';
import { type ClusterNode, withClient, withoutNode } from '../../testing/cluster.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { createInstallation, type Installation } from '../../testing/installation-process.ts';
import { addressOf, createSiteOnNodes, type OwnSite } from '../../testing/sites-on-nodes.ts';
import { parseDatabaseUrl } from '../database-url.ts';
import { readClusterStatus } from './status.ts';

const { settings: server, nodes } = inject('cluster');
const [dead, live] = nodes.filter(({ isCoordinator }) => !isCoordinator) as [ClusterNode, ClusterNode];
const PASSWORD = 'a boat under the bridge';
const MAPPING_SKIPPED = 'wix.forms.v4.submission_submission_contact_mapping_skipped' as const;

describe.runIf(live)('while a worker is down', () => {
  let t: TestServer;
  let receiver: Receiver;
  let secondServer: Installation;
  let lost: OwnSite;
  let kept: OwnSite;
  let memberId: string;
  let ownerEmail: string;
  beforeAll(async () => {
    t = await testServer();
    receiver = await startReceiver();
    secondServer = await createInstallation({
      DATABASE_URL: urlOf(t),
      PORTICO_SECRET: 'test secret of more than thirty-two characters',
      PORTICO_WEBHOOK_ALLOW: '127.0.0.1',
    });
    // The first start of an installation creates what is missing, for which it needs all nodes.
    await (await secondServer.start()).stop();
    lost = await createSiteOnNodes(t, { items: dead, shared: dead });
    kept = await createSiteOnNodes(t, { items: live, shared: live });
    const passwordHash = await hashPassword(PASSWORD);
    ownerEmail = 'owner@example.org';
    const owner = await insertUser(t.db, { id: newId(), email: ownerEmail, password_hash: passwordHash });
    for (const site of [kept.site, t.site])
      await insertSiteUser(t.db, { site_id: site.id, user_id: owner.id, role: 'owner' });
    memberId = (await createMember({ ...t.ctx, site: kept.site }, { email: 'reader@example.org', passwordHash })).id;
  }, 300_000);
  afterAll(async () => {
    await secondServer?.remove();
    await receiver?.stop();
    await t?.stop();
  });

  const withoutWorker = (work: () => Promise<void>) => withoutNode(server, databaseOf(t), dead, work);

  /** Calls the second server. */
  async function call(method: string, path: string, { as, body, site = kept.site.id }: CallOptions = {}) {
    const response = await fetch(secondServer.origin + path, {
      method,
      headers: {
        origin: secondServer.origin,
        'wix-site-id': site,
        ...(as ? { authorization: as } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
    return { status: response.status, body: (await response.json()) as any };
  }
  const query = (own: OwnSite) =>
    call('POST', '/v2/items/query', { as: own.key, site: own.site.id, body: { dataCollectionId: 'C', query: {} } });

  /** Returns the access token of a new session of the member. The session has already ended if `endedAt` is a time. */
  async function createSession(endedAt: Date | null): Promise<string> {
    const session = newId();
    const [site, expires_at] = [kept.site.id, new Date(Date.now() + 3_600_000)];
    await t.db
      .insertInto('member_sessions')
      .values({ site_id: site, id: session, member_id: memberId, expires_at, ended_at: endedAt })
      .execute();
    return t.ctx.env.tokenSigner.sign(
      'access',
      { site, kind: 'member', subject: memberId, session },
      3_600,
      new Date(),
    );
  }

  it('a server starts, signs in owners and members of live sites, and accepts no session that has ended', async () => {
    const [ended, alive] = [await createSession(new Date()), await createSession(null)];
    const readMember = (as: string) => call('GET', '/v1/members/my', { as });
    await withoutWorker(async () => {
      await secondServer.start();
      const body = { email: ownerEmail, password: PASSWORD };
      const signIn = await call('POST', '/portico/v1/dashboard/sign-in', { body });
      expect(signIn.status).toBe(200);
      const login = { loginId: { email: 'reader@example.org' }, password: PASSWORD };
      const loggedIn = await call('POST', '/v2/login', { as: kept.visitor, body: login });
      expect(loggedIn).toMatchObject({ status: 200, body: { state: 'SUCCESS' } });
      expect((await readMember(alive)).status).toBe(200);
      expect((await readMember(ended)).status).toBe(401);
      const dataItem = { data: { _id: 'meanwhile' } };
      const inserted = await call('POST', '/v2/items', { as: kept.key, body: { dataCollectionId: 'C', dataItem } });
      expect(inserted.status).toBe(200);
      expect((await query(kept)).body.dataItems.length).toBe(2);
      expect((await query(lost)).status).toBe(503);

      const as = signIn.body.accessToken as string;
      const health = await call('GET', '/portico/v1/installation/health', { as, site: t.site.id });
      expect(health.status).toBe(200);
      expect(health.body.health.database.sizeBytes).toBeGreaterThan(1_000_000);
    });
    await expect.poll(async () => (await query(lost)).status).toBe(200);
    expect((await query(lost)).body.dataItems.length).toBe(1);
    expect((await query(kept)).body.dataItems.length).toBe(2);
    // All ended sessions are loaded by then; the loaded list must contain this one.
    expect((await readMember(ended)).status).toBe(401);
    expect((await readMember(alive)).status).toBe(200);
  }, 300_000);

  it('mails, webhooks and jobs of live sites go on, and those of other sites follow when the node is back', async () => {
    const callOf = (own: OwnSite, method: 'GET' | 'POST', path: string, body?: object) =>
      t.call({ method, path, as: own.key, headers: { 'wix-site-id': own.site.id }, ...(body ? { body } : {}) });
    for (const own of [lost, kept]) {
      const webhook = {
        url: receiver.url(`/${own.site.id}`),
        eventTypes: [MAPPING_SKIPPED],
        format: 'STANDARD' as const,
      };
      await createWebhook({ ...t.ctx, site: own.site }, { body: { webhook } });
    }
    const happen = (own: OwnSite, delayMs = 0) => {
      const payload = { formId: newId() } as never;
      const event = { type: MAPPING_SKIPPED, entityId: newId(), payload, delayMs } as const;
      return emit({ ...t.ctx, site: own.site, now: new Date() }, event);
    };
    const readMails = async ({ site }: OwnSite) =>
      (await t.db.selectFrom('mails').select('status').where('site_id', '=', site.id).execute()).map((m) => m.status);

    // The node goes down before the event is due.
    await happen(lost, 2_000);
    await withoutWorker(async () => {
      await happen(kept);
      await queueMail({ ...t.ctx, site: kept.site, now: new Date() }, { kind: 'VERIFY_EMAIL', to: 'a@example.org' });
      const started = await callOf(kept, 'POST', '/v2/bulk/items/async-patch-by-filter', {
        dataCollectionId: 'C',
        fieldModifications: [{ action: 'SET_FIELD', fieldPath: 'n', setFieldOptions: { value: 7 } }],
      });
      expect(started.status).toBe(200);
      const path = `/v2/async-jobs/${started.body.jobId}/status?jobId=${started.body.jobId}`;
      await expect.poll(async () => (await callOf(kept, 'GET', path)).body.status).toBe('SUCCEEDED');
      await expect.poll(() => readMails(kept)).toEqual(['KEPT']);
      await receiver.waitFor(`/${kept.site.id}`, 1);
    });
    await receiver.waitFor(`/${lost.site.id}`, 1);
    for (const { site } of [lost, kept]) expect(receiver.requestsTo(`/${site.id}`).length).toBe(1);
  }, 120_000);

  it('a job whose items are on the node is not given up, however often it was tried', async () => {
    const split = await createSiteOnNodes(t, { items: dead, shared: live });
    const job = t.db.updateTable('data_jobs').where('site_id', '=', split.site.id);
    const readJob = () =>
      t.db.selectFrom('data_jobs').selectAll().where('site_id', '=', split.site.id).executeTakeFirst();
    await withoutWorker(async () => {
      const { status } = await t.call({
        method: 'POST',
        path: '/v2/bulk/items/async-patch-by-filter',
        as: split.key,
        headers: { 'wix-site-id': split.site.id },
        body: {
          dataCollectionId: 'C',
          fieldModifications: [{ action: 'SET_FIELD', fieldPath: 'n', setFieldOptions: { value: 7 } }],
        },
      });
      expect(status).toBe(200);
      await expect.poll(async () => (await readJob())?.failure).toContain('connection');
      await job.set({ attempts: 100, next_at: new Date() }).execute();
      await expect.poll(async () => (await readJob())?.attempts).toBe(101);
      await expect.poll(async () => (await readJob())?.lease_id).toBeNull();
      expect((await readJob())?.status).toBe('PROCESSING');
    });
    await job.set({ next_at: new Date() }).execute();
    await expect.poll(async () => (await readJob())?.status).toBe('SUCCEEDED');
  }, 120_000);

  it('the status says what has stopped and what waits', async () => {
    await withoutWorker(async () => {
      const status = await withClient(t.settings, null, readClusterStatus);
      expect(status.nodes.find(({ node }) => node === addressOf(dead))?.isReachable).toBe(false);
      const { stdout } = await secondServer.command(['cluster', 'status']);
      expect(stdout).toContain('stopped');
      expect(stdout).toContain('Mails, webhooks and jobs of the stopped sites wait');
    });
  });
});

interface CallOptions {
  readonly as?: string;
  readonly body?: object;
  readonly site?: string;
}

const urlOf = ({ settings }: TestServer): string => (settings as { connectionString: string }).connectionString;
const databaseOf = (t: TestServer): string => parseDatabaseUrl(urlOf(t)).config.database as string;
