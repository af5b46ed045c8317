/** Connects the process to its database: the one at DATABASE_URL, or the embedded one in the data folder. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from './config.ts';
import { DatabaseClient } from './db/client.ts';
import { startEmbedded } from './db/embedded/index.ts';
import { isUnavailable } from './db/errors.ts';
import { type ConnectionSettings, clientConfigOf } from './db/pool.ts';
import { assertNoTransactionPooler, describePoolerRejection } from './db/pooler.ts';
import { assertUsable } from './db/requirements.ts';
import { newSecret } from './kernel/ids.ts';

export interface ConnectedDatabase {
  readonly settings: ConnectionSettings;
  /**
   * Folder that contains the uploaded files and the secret. Differs from the configured folder if the system user that
   * runs PostgreSQL has no access to that folder.
   */
  readonly dataDir: string;
  readonly isEmbedded: boolean;
  stop(): Promise<void>;
}

export interface MessageLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface ConnectOptions {
  /**
   * A `server` uses the data folder exclusively and restarts PostgreSQL if that stops unexpectedly. A `tool` runs with
   * or without a server.
   */
  readonly use: 'server' | 'tool';
  /** Creates the embedded database if there is none. If false, a missing database is an error. */
  readonly create: boolean;
  readonly onLockLost?: (error: Error) => void;
}

/**
 * Connects to the database, and starts the embedded one if it does not run.
 * @throws Error with one sentence for the operator
 */
export async function connect(
  config: Config,
  log: MessageLog,
  { use, create, onLockLost }: ConnectOptions,
): Promise<ConnectedDatabase> {
  if (config.databaseUrl) {
    const settings = { connectionString: config.databaseUrl };
    let isConnected = false;
    await withConnection(settings, async (client) => {
      isConnected = true;
      await assertUsable(client);
      await assertNoTransactionPooler(client, () => openConnection(settings));
    }).catch((error: unknown) => {
      const rejection = describePoolerRejection(error);
      if (rejection) throw new Error(rejection);
      throw isConnected && !isUnavailable(error)
        ? error
        : new Error(`The database at DATABASE_URL cannot be used: ${(error as Error).message}.`);
    });
    return { settings, dataDir: config.dataDir, isEmbedded: false, stop: async () => undefined };
  }
  const isServer = use === 'server';
  const { dataDir } = config;
  const archiveWal = isServer ? config.backup.archivesWal : undefined;
  const options = { isExclusive: isServer, supervise: isServer, archiveWal };
  const embedded = await startEmbedded({ dataDir, create, log, onLockLost, ...options });
  return { settings: embedded.connection, dataDir: embedded.dataDir, isEmbedded: true, stop: () => embedded.stop() };
}

async function openConnection(settings: ConnectionSettings): Promise<pg.Client> {
  const client = new DatabaseClient(clientConfigOf(settings));
  // If a connection breaks between two statements, the next statement fails. Without a listener, the `error` event
  // would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs `work` on a connection outside of the pool, for migrations, checks and backups. */
export async function withConnection<R>(
  settings: ConnectionSettings,
  work: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const client = await openConnection(settings);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Returns the installation's secret, which is PORTICO_SECRET or the one that the first start stored in the data folder.
 * @throws Error with one sentence if there is none and `create` is false
 */
export function readSecret(config: Config, dataDir: string, { create }: { readonly create: boolean }): string {
  if (config.secret) return config.secret;
  const file = join(dataDir, 'secret');
  if (!create && !existsSync(file)) {
    throw new Error(
      `There is no secret in the data folder ${dataDir}: set PORTICO_SECRET or PORTICO_DATA_DIR to the value that the server uses (the server creates the secret at its first start).`,
    );
  }
  mkdirSync(dataDir, { recursive: true });
  try {
    // If two processes start at once, the second reads the file of the first. Only the file's owner may read it.
    if (create) writeFileSync(file, newSecret(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
