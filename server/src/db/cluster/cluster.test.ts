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
import { newId } from '../../kernel/ids.ts';
import {
  type ClusterNode,
  createDatabase,
  dropDatabase,
  settingsForDatabase,
  withClient,
} from '../../testing/cluster.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { addressOf, createSiteWithItems, type OwnSite } from '../../testing/sites-on-nodes.ts';
import { parseDatabaseUrl } from '../database-url.ts';
import { migrate } from '../migrate.ts';
import type { ConnectionSettings } from '../pool.ts';
import { ensureDistributed, readPlacements } from './distribute.ts';
import { LAYOUT } from './layout.ts';
import type { ClusterStatus } from './status.ts';

const { settings: server, nodes } = inject('cluster');
const workers = nodes.filter(({ isCoordinator }) => !isCoordinator);

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

const callOn = ({ site }: OwnSite, as: string, path: string, body: object) =>
  t.call({ method: 'POST', path, as, body, headers: { 'wix-site-id': site.id } });
const insert = (own: OwnSite, data: object) =>
  callOn(own, own.key, '/v2/items', { dataCollectionId: 'C', dataItem: { data } });
const query = (own: OwnSite) => callOn(own, own.key, '/v2/items/query', { dataCollectionId: 'C', query: {} });

describe.runIf(workers.length >= 2)('on a cluster', () => {
  it('places every table as the layout says', async () => {
    const placements = await withClient(t.settings, null, readPlacements);
    expect(Object.fromEntries(placements)).toEqual(LAYOUT);
  });

  it('compiles no statement just in time, on any node', async () => {
    const text = `select distinct result from run_command_on_shards('portico.members', $$select current_setting('jit')$$)`;
    const readJit = async () => (await withClient(t.settings, null, (client) => client.query(text))).rows;
    const { database } = parseDatabaseUrl(urlOf(t.settings)).config;
    await withClient(t.settings, null, (client) =>
      client.query(`alter role current_user in database ${database} reset jit`),
    );
    expect(await readJit()).toEqual([{ result: 'on' }]);
    await withClient(t.settings, null, (client) => migrate(client));
    expect(await readJit()).toEqual([{ result: 'off' }]);
  });

  it('distributes the schemas of sites over the workers', async () => {
    const sites = [await createSiteWithItems(t, 1), await createSiteWithItems(t, 1), await createSiteWithItems(t, 1)];
    const status = await readStatus();
    const used = new Set(
      sites.map(({ site }) => status.sites.find(({ siteId }) => siteId === site.id)?.itemsNode as string),
    );
    expect([...used].toSorted()).toEqual(workers.map(addressOf).toSorted());
    expect(status.nodes.map(({ node }) => node).toSorted()).toEqual(nodes.map(addressOf).toSorted());
    for (const { bytes } of status.sites.filter(({ itemsNode }) => itemsNode)) expect(bytes).toBeGreaterThan(0);
  });

  it('moves a site that is being read and written', async () => {
    const own = await createSiteWithItems(t, 20);
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

  it('spreads sites over the nodes', async () => {
    const own = await createSiteWithItems(t, 2);
    await portico('cluster', 'rebalance');
    expect((await query(own)).body.dataItems.length).toBe(2);
  });

  it('is backed up while it is distributed, restored, and distributed again', async () => {
    const own = await createSiteWithItems(t, 30);
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
    const own = await createSiteWithItems(t, 1);
    await expect(portico('cluster', 'move', own.site.id, 'nowhere:1')).rejects.toThrow('There is no node nowhere:1');
  });
});

describe.runIf(nodes.length === 0)('on PostgreSQL without Citus', () => {
  it('is refused with one sentence', async () => {
    const message = 'The database is not part of a Citus cluster';
    await expect(withClient(t.settings, null, (client) => ensureDistributed(client))).rejects.toThrow(message);
  });
});
