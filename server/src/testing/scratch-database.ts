import { randomBytes } from 'node:crypto';
import type { ConnectionSettings } from '../db/pool.ts';
import { createMigratedDatabase, dropDatabase, settingsForDatabase, startCluster, withClient } from './cluster.ts';

export interface ScratchDatabase {
  readonly url: string;
  /** Drops the database, and stops its PostgreSQL if that is embedded. */
  drop(): Promise<void>;
}

/** Creates a migrated, empty database, passes its URL to `work`, and drops it afterwards. */
export async function withScratchDatabase<R>(work: (url: string) => Promise<R>): Promise<R> {
  const { url, drop } = await createDatabase(createMigratedDatabase);
  try {
    return await work(url);
  } finally {
    await drop();
  }
}

/** Creates a database without tables. */
export const createEmptyDatabase = (): Promise<ScratchDatabase> =>
  createDatabase(async (settings, database) => {
    await withClient(settings, null, (client) => client.query(`create database ${database}`));
  });

async function createDatabase(
  create: (settings: ConnectionSettings, database: string) => Promise<void>,
): Promise<ScratchDatabase> {
  const cluster = await startCluster();
  const database = `portico_scratch_${randomBytes(4).toString('hex')}`;
  const drop = async (): Promise<void> => {
    await dropDatabase(cluster.settings, database);
    await cluster.stop();
  };
  try {
    await create(cluster.settings, database);
  } catch (error) {
    await drop();
    throw error;
  }
  return { url: toUrl(settingsForDatabase(cluster.settings, database)), drop };
}

/** Returns the URL of a database, for DATABASE_URL. */
export function toUrl(settings: ReturnType<typeof settingsForDatabase>): string {
  if ('connectionString' in settings) return settings.connectionString;
  return `postgres://${settings.user}@localhost:${settings.port}/${settings.database}?host=${encodeURIComponent(settings.host)}`;
}
