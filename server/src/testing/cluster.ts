import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { DatabaseClient } from '../db/client.ts';
import { hasCitus } from '../db/cluster/layout.ts';
import { migrate } from '../db/migrate.ts';
import { type ConnectionSettings, clientConfigOf } from '../db/pool.ts';
import { copyPrepared, makeTemporaryFolder } from './run-folder.ts';

/**
 * A PostgreSQL for one run of tests or tools: the one at DATABASE_URL, or an embedded one that is removed afterwards.
 */
export interface Cluster {
  readonly settings: ConnectionSettings;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const url = process.env.DATABASE_URL;
  if (url) return { settings: { connectionString: url }, stop: async () => undefined };
  const folder = makeTemporaryFolder('portico-test-');
  const dataDir = join(folder, 'data');
  copyPrepared(dataDir);
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) };
  const { startEmbedded } = await import('../db/embedded/index.ts');
  const embedded = await startEmbedded({ dataDir, log, isExclusive: false, supervise: false });
  return {
    settings: embedded.connection,
    async stop() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs `work` on a new connection to the named database of the cluster. */
export async function withClient<R>(
  settings: ConnectionSettings,
  database: string | null,
  work: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const client = new DatabaseClient(clientConfigOf(database ? settingsForDatabase(settings, database) : settings));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the settings of another database of the same server. */
export function settingsForDatabase(settings: ConnectionSettings, database: string): ConnectionSettings {
  if (!('connectionString' in settings)) return { ...settings, database };
  const url = new URL(settings.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** Creates an empty database and migrates it. */
export async function createMigratedDatabase(settings: ConnectionSettings, database: string): Promise<void> {
  await createDatabase(settings, database);
  await withClient(settings, database, async (client) => {
    // Copying a database of a Citus cluster takes longer the more shards it has. PostgreSQL ignores the setting.
    await client.query('set citus.shard_count to 4');
    await migrate(client);
  });
}

/** Creates an empty database; on a Citus cluster, on every node, with the nodes registered. */
export async function createDatabase(settings: ConnectionSettings, database: string): Promise<void> {
  const nodes = await listNodes(settings);
  await onEachServer(settings, nodes, null, `create database ${database}`);
  if (nodes.length === 0) return;
  await onEachServer(settings, nodes, database, 'create extension citus');
  await withClient(settings, database, async (client) => {
    for (const { host, port, isCoordinator } of nodes)
      await client.query(
        isCoordinator ? 'select citus_set_coordinator_host($1, $2)' : 'select citus_add_node($1, $2)',
        [host, port],
      );
  });
}

/** Ends the connections to a database and permits no new ones, so that it can be copied. */
export async function closeDatabase(settings: ConnectionSettings, database: string): Promise<void> {
  const nodes = await listNodes(settings);
  await onEachServer(settings, nodes, null, `alter database ${database} with allow_connections false`);
  const end = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`;
  await onEachServer(settings, nodes, null, end);
}

/** Makes one node unreachable for a database while `work` runs, as if the node were down. */
export async function withoutNode<R>(
  settings: ConnectionSettings,
  database: string,
  node: ClusterNode,
  work: () => Promise<R>,
): Promise<R> {
  const set = (permitted: boolean) => `alter database ${database} with allow_connections ${permitted}`;
  const end = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`;
  for (const statement of [set(false), end]) await onEachServer(settings, [node], null, statement);
  try {
    return await work();
  } finally {
    await onEachServer(settings, [node], null, set(true));
  }
}

/** Creates a database as a copy of a closed one. */
export async function copyDatabase(settings: ConnectionSettings, template: string, database: string): Promise<void> {
  const nodes = await listNodes(settings);
  await onEachServer(settings, nodes, null, `create database ${database} template ${template}`);
  // The copy lacks the setting that `ensureDistributed` made for the template.
  if (nodes.length > 0)
    await onEachServer(settings, nodes, null, `alter role current_user in database ${database} set jit = off`);
}

/** Drops a database and ends its remaining connections. */
export async function dropDatabase(settings: ConnectionSettings, database: string): Promise<void> {
  await onEachServer(settings, await listNodes(settings), null, `drop database if exists ${database} with (force)`);
}

export interface ClusterNode {
  readonly host: string;
  readonly port: number;
  readonly isCoordinator: boolean;
}

const nodesByServer = new Map<string, Promise<readonly ClusterNode[]>>();

/** Returns the nodes of a Citus cluster, the coordinator first; none for a single server. */
export function listNodes(settings: ConnectionSettings): Promise<readonly ClusterNode[]> {
  const key = JSON.stringify(settings);
  const nodes = nodesByServer.get(key) ?? withClient(settings, null, readNodes);
  nodesByServer.set(key, nodes);
  return nodes;
}

async function readNodes(client: pg.Client): Promise<ClusterNode[]> {
  if (!(await hasCitus(client))) return [];
  const { rows } = await client.query<ClusterNode>(
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node
      where noderole = 'primary' order by groupid`,
  );
  return rows;
}

/** Runs a statement on every node, or on the single server. */
async function onEachServer(
  settings: ConnectionSettings,
  nodes: readonly ClusterNode[],
  database: string | null,
  statement: string,
): Promise<void> {
  const servers = nodes.length === 0 ? [settings] : nodes.map((node) => settingsForNode(settings, node));
  await Promise.all(servers.map((server) => withClient(server, database, (client) => client.query(statement))));
}

/** Returns the settings of another node of the cluster. */
export function settingsForNode(
  settings: ConnectionSettings,
  { host, port }: Pick<ClusterNode, 'host' | 'port'>,
): ConnectionSettings {
  if (!('connectionString' in settings)) return { ...settings, host, port };
  const url = new URL(settings.connectionString);
  url.hostname = host;
  url.port = String(port);
  return { connectionString: url.href };
}
