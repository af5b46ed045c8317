import { randomBytes } from 'node:crypto';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { withConnection } from '../database.ts';
import { startEmbedded } from '../db/embedded/index.ts';
import { migrate } from '../db/migrate.ts';
import type { ConnectionSettings } from '../db/pool.ts';
import {
  type ClusterNode,
  closeDatabase,
  createMigratedDatabase,
  dropDatabase,
  listNodes,
  startCluster,
  withClient,
} from './cluster.ts';
import { makeRunFolder, preparedFolderIn } from './run-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `nodes` are those of a Citus cluster; none on a single server. */
    cluster: { settings: ConnectionSettings; template: string; nodes: readonly ClusterNode[] };
  }
}

/**
 * Starts one cluster per run, with a migrated database that each test file clones, and prepares a data folder for tests
 * that start a separate cluster.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = makeRunFolder();
  await prepare(preparedFolderIn(runFolder));
  const cluster = await startCluster();
  const template = `portico_template_${randomBytes(4).toString('hex')}`;
  await createMigratedDatabase(cluster.settings, template);
  await closeDatabase(cluster.settings, template);
  project.provide('cluster', { settings: cluster.settings, template, nodes: await listNodes(cluster.settings) });
  return async () => {
    const remaining = await withClient(cluster.settings, null, (client) =>
      client.query<{ datname: string }>('select datname from pg_database where datname like $1', [`${template}%`]),
    );
    for (const { datname } of remaining.rows) await dropDatabase(cluster.settings, datname);
    await cluster.stop();
    rmSync(runFolder, { recursive: true, force: true });
  };
}

async function prepare(dataDir: string): Promise<void> {
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) };
  const { connection, stop } = await startEmbedded({ dataDir, log, isExclusive: false, supervise: false });
  await withConnection(connection, migrate);
  await stop();
  const cluster = join(dataDir, 'postgres');
  // This file names the socket folder of the original cluster, which a copy must not remove.
  rmSync(join(cluster, 'postmaster.opts'));
  // The default of 1 GB of WAL per copy is too much for a folder in memory.
  appendFileSync(join(cluster, 'postgresql.conf'), 'max_wal_size = 256MB\n');
}
