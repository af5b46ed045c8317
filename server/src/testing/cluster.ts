import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { DatabaseClient } from '../db/client.ts';
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
  const embedded = await startEmbedded({ dataDir, log, exclusive: false, supervise: false });
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
  await withClient(settings, null, (client) => client.query(`create database ${database}`));
  await withClient(settings, database, (client) => migrate(client));
}

/** Drops a database and ends its remaining connections. */
export async function dropDatabase(settings: ConnectionSettings, database: string): Promise<void> {
  await withClient(settings, null, (client) => client.query(`drop database if exists ${database} with (force)`));
}
