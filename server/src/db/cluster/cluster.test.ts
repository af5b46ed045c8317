/** Runs on a Citus cluster only (CONTRIBUTING.md); the last test covers PostgreSQL without Citus. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { loadCollection } from '../../data/collections/cache.ts';
import { createCollection } from '../../data/index.ts';
import { createMember } from '../../identity/index.ts';
import type { Site } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { insertSiteUser } from '../../sites/store.ts';
import { insertUser } from '../../sites/users/store.ts';
import {
  type ClusterNode,
  createDatabase,
  dropDatabase,
  settingsForDatabase,
  withClient,
  withoutNode,
} from '../../testing/cluster.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { parseDatabaseUrl } from '../database-url.ts';
import type { ConnectionSettings } from '../pool.ts';
import { ensureDistributed, readPlacements } from './distribute.ts';
import { LAYOUT } from './layout.ts';
import type { ClusterStatus } from './status.ts';

const { settings: server, nodes } = inject('cluster');
const workers = nodes.filter(({ isCoordinator }) => !isCoordinator);
const addressOf = ({ host, port }: ClusterNode): string => `${host}:${port}`;

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const LAUNCHER = fileURLToPath(new URL('../../../../bin/portico.js', import.meta.url));

const urlOf = (settings: ConnectionSettings): string =>
  'connectionString' in settings ? settings.connectionString : '';

/** Runs the command line on the database of the test server. */
const portico = (...args: string[]): Promise<string> => porticoOn(urlOf(t.settings), t.dataDir, ...args);

async function porticoOn(url: string, dataDir: string, ...args: string[]): Promise<string> {
  const env = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORTICO_DATA_DIR: dataDir, DATABASE_URL: url },
    PORTICO_SECRET: 'test secret of more than thirty-two characters',
  };
  const { stdout } = await promisify(execFile)(process.execPath, [LAUNCHER, ...args], { env });
  return stdout;
}

const readStatus = async (): Promise<ClusterStatus> => JSON.parse(await portico('cluster', 'status', '--json'));

interface OwnSite {
  readonly site: Site;
  readonly key: string;
  readonly visitor: string;
}

const callOn = ({ site }: OwnSite, as: string, path: string, body: object) =>
  t.call({ method: 'POST', path, as, body, headers: { 'wix-site-id': site.id } });
const insert = (own: OwnSite, data: object) =>
  callOn(own, own.key, '/v2/items', { dataCollectionId: 'C', dataItem: { data } });
const query = (own: OwnSite) => callOn(own, own.key, '/v2/items/query', { dataCollectionId: 'C', query: {} });

async function createSiteWithItems(count: number): Promise<OwnSite> {
  const own = await t.secondSite();
  await createCollection({ ...t.ctx, site: own.site }, { id: 'C' });
  for (let n = 0; n < count; n++) expect((await insert(own, { _id: `first ${n}`, n })).status).toBe(200);
  return own;
}

describe.runIf(workers.length >= 2)('on a cluster', () => {
  it('places every table as the layout says', async () => {
    const placements = await withClient(t.settings, null, readPlacements);
    expect(Object.fromEntries(placements)).toEqual(LAYOUT);
  });

  it('distributes the schemas of sites over the workers', async () => {
    const sites = [await createSiteWithItems(1), await createSiteWithItems(1), await createSiteWithItems(1)];
    const status = await readStatus();
    const used = new Set(
      sites.map(({ site }) => status.sites.find(({ siteId }) => siteId === site.id)?.itemsNode as string),
    );
    expect([...used].toSorted()).toEqual(workers.map(addressOf).toSorted());
    expect(status.nodes.map(({ node }) => node).toSorted()).toEqual(nodes.map(addressOf).toSorted());
    for (const { bytes } of status.sites.filter(({ itemsNode }) => itemsNode)) expect(bytes).toBeGreaterThan(0);
  });

  it('moves a site that is being read and written', async () => {
    const own = await createSiteWithItems(20);
    const findNode = async () => (await readStatus()).sites.find(({ siteId }) => siteId === own.site.id)?.itemsNode;
    const source = await findNode();
    const target = workers.map(addressOf).find((node) => node !== source) as string;
    let isMoving = true;
    const statuses = new Map<string, number>();
    const inserted: string[] = [];
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; isMoving; n++) {
        const id = `${writer} ${n}`;
        const { status } = await insert(own, { _id: id });
        const read = await query(own);
        for (const key of [`insert ${status}`, `query ${read.status}`]) statuses.set(key, (statuses.get(key) ?? 0) + 1);
        if (status === 200) inserted.push(id);
      }
    };
    const load = Promise.all([1, 2, 3, 4].map(write));
    await portico('cluster', 'move', own.site.id, target).finally(() => {
      isMoving = false;
    });
    await load;
    expect([...statuses.keys()].toSorted()).toEqual(['insert 200', 'query 200']);
    expect(await findNode()).toBe(target);
    const { body } = await callOn(own, own.key, '/v2/items/count', { dataCollectionId: 'C' });
    expect(body.totalCount).toBe(inserted.length + 20);
  });

  it('keeps sites of the other node and their owners and members signed in while a node is down', async () => {
    const [dead, live] = workers as [ClusterNode, ClusterNode];
    const onNode = async (node: ClusterNode): Promise<OwnSite> => {
      for (;;) {
        const own = await createSiteWithItems(1);
        const found = (await readStatus()).sites.find(({ siteId }) => siteId === own.site.id);
        if (found?.itemsNode === addressOf(node) && found.sharedNode === addressOf(node)) return own;
      }
    };
    const [lost, kept] = [await onNode(dead), await onNode(live)];
    const password = 'a boat under the bridge';
    const passwordHash = await hashPassword(password);
    const owner = await insertUser(t.db, { id: newId(), email: 'owner@example.org', password_hash: passwordHash });
    await insertSiteUser(t.db, { site_id: kept.site.id, user_id: owner.id, role: 'owner' });
    await createMember({ ...t.ctx, site: kept.site }, { email: 'reader@example.org', passwordHash });
    const { database } = parseDatabaseUrl((t.settings as { connectionString: string }).connectionString).config;

    await withoutNode(server, database as string, dead, async () => {
      const origin = t.ctx.env.dashboardOrigin;
      const body = { email: 'owner@example.org', password };
      const signIn = await t.call({ method: 'POST', path: '/portico/v1/dashboard/sign-in', body, headers: { origin } });
      expect(signIn.status).toBe(200);
      const login = { loginId: { email: 'reader@example.org' }, password };
      const loggedIn = await callOn(kept, kept.visitor, '/v2/login', login);
      expect(loggedIn).toMatchObject({ status: 200, body: { state: 'SUCCESS' } });
      expect((await insert(kept, { _id: 'meanwhile' })).status).toBe(200);
      expect((await query(kept)).body.dataItems.length).toBe(2);
      expect((await query(lost)).status).toBe(503);
      const status = await readStatus();
      expect(status.nodes.find(({ node }) => node === addressOf(dead))?.isReachable).toBe(false);
      expect(await portico('cluster', 'status')).toContain('stopped');
    });
    await expect.poll(async () => (await query(lost)).status).toBe(200);
    expect((await insert(lost, { _id: 'afterwards' })).status).toBe(200);
  });

  it('spreads sites over the nodes', async () => {
    const own = await createSiteWithItems(2);
    await portico('cluster', 'rebalance');
    expect((await query(own)).body.dataItems.length).toBe(2);
  });

  it('is backed up while it is distributed, restored, and distributed again', async () => {
    const own = await createSiteWithItems(30);
    const file = join(t.dataDir, 'cluster.backup');
    await portico('backup', file);
    const database = `portico_restored_${randomBytes(4).toString('hex')}`;
    const restored = settingsForDatabase(server, database);
    const folder = mkdtempSync(join(tmpdir(), 'portico-test-'));
    const count = async (settings: ConnectionSettings): Promise<string[]> => {
      const read = async (text: string): Promise<string> =>
        (await withClient(settings, null, (client) => client.query(text))).rows[0].count;
      const items = `select count(*) from portico.collections c where site_id = '${own.site.id}'`;
      return [await read(items), await read('select count(*) from portico.audit_log'), await read(itemsOf(own))];
    };
    const [{ tableName }] = [await loadCollection({ ...t.ctx, site: own.site }, 'C')];
    const itemsOf = ({ site }: OwnSite): string => `select count(*) from "${site.schema}"."${tableName}"`;
    await createDatabase(server, database);
    try {
      await porticoOn(urlOf(restored), folder, 'restore', file);
      const before = await count(t.settings);
      expect(await count(restored)).toEqual(before);
      const { steps } = JSON.parse(await porticoOn(urlOf(restored), folder, 'cluster', 'distribute', '--json'));
      expect(steps.length).toBeGreaterThan(Object.keys(LAYOUT).length / 2);
      expect(await count(restored)).toEqual(before);
      expect(Object.fromEntries(await withClient(restored, null, readPlacements))).toEqual(LAYOUT);
      expect(JSON.parse(await porticoOn(urlOf(restored), folder, 'cluster', 'distribute', '--json')).steps).toEqual([]);
    } finally {
      await dropDatabase(server, database);
      rmSync(folder, { recursive: true });
    }
  });

  it('names what is wrong with a move', async () => {
    await expect(portico('cluster', 'move', newId(), addressOf(workers[0] as ClusterNode))).rejects.toThrow('no site');
    const own = await createSiteWithItems(1);
    await expect(portico('cluster', 'move', own.site.id, 'nowhere:1')).rejects.toThrow('There is no node nowhere:1');
  });
});

describe.runIf(nodes.length === 0)('on PostgreSQL without Citus', () => {
  it('is refused with one sentence', async () => {
    const message = 'The database is not part of a Citus cluster';
    await expect(withClient(t.settings, null, (client) => ensureDistributed(client))).rejects.toThrow(message);
  });
});
