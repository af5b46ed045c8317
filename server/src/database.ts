/** The database of the process: the one at DATABASE_URL, or the embedded one in the data folder. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from './config.ts';
import { startEmbedded } from './db/embedded/index.ts';
import { isUnavailable } from './db/errors.ts';
import { type ConnectionSettings, clientConfig } from './db/pool.ts';
import { assertUsable } from './db/requirements.ts';
import { randomSecret } from './kernel/ids.ts';

export interface Connected {
  readonly settings: ConnectionSettings;
  /** where files and the secret are; the embedded database may have had to move it */
  readonly dataDir: string;
  readonly embedded: boolean;
  stop(): Promise<void>;
}

export interface PlainLog {
  info(message: string): void;
  warn(message: string): void;
}

/**
 * Reaches the database, starting the embedded one if need be. `use` server: the only server on this data folder, and
 * the database is watched and restarted; tool: beside a running server or without one.
 * @throws Error with one sentence for the person at the terminal
 */
export async function connect(
  config: Config,
  log: PlainLog,
  use: 'server' | 'tool',
  onLockLost?: (error: Error) => void,
): Promise<Connected> {
  if (config.databaseUrl) {
    const settings = { connectionString: config.databaseUrl };
    await withConnection(settings, assertUsable).catch((error: unknown) => {
      throw isUnavailable(error) || isRefused(error)
        ? new Error(`The database at DATABASE_URL cannot be used: ${(error as Error).message}.`)
        : error;
    });
    return { settings, dataDir: config.dataDir, embedded: false, stop: async () => undefined };
  }
  const server = use === 'server';
  const { dataDir } = config;
  const embedded = await startEmbedded({ dataDir, log, exclusive: server, supervise: server, onLockLost });
  return { settings: embedded.connection, dataDir: embedded.dataDir, embedded: true, stop: () => embedded.stop() };
}

/** True for what a wrong name, password or database in DATABASE_URL brings (SQLSTATE classes 28 and 3D). */
const isRefused = (error: unknown): boolean => /^(28|3D)/.test(String((error as { code?: unknown }).code));

/** Runs `work` on one connection outside the pool: migrations, checks, backup. */
export async function withConnection<R>(
  settings: ConnectionSettings,
  work: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const client = new pg.Client(clientConfig(settings));
  // A connection that breaks between two statements fails the next one; unhandled, the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The installation's secret: PORTICO_SECRET, or the one made at the first start and kept in the data folder. */
export function readSecret(config: Config, dataDir: string): string {
  if (config.secret) return config.secret;
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'secret');
  try {
    // Exclusive: of two that start at once the second reads what the first wrote. Only the owner may read it.
    writeFileSync(file, randomSecret(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
