import { randomBytes } from 'node:crypto';
import { DatabaseClient } from '../client.ts';
import { inDatabase } from '../database-url.ts';
import { type ConnectionSettings, clientConfigOf } from '../pool.ts';
import { BackupError } from './errors.ts';
import { quoteName } from './names.ts';

/**
 * Runs `work` with a new, empty database on the same server, and drops it afterwards.
 * @throws BackupError if the user may not create databases
 */
export async function withScratchDatabase<R>(
  settings: ConnectionSettings,
  work: (scratch: ConnectionSettings) => Promise<R>,
): Promise<R> {
  const name = `portico_scratch_${randomBytes(6).toString('hex')}`;
  await run(settings, `create database ${quoteName(name)} template template0`).catch((error: unknown) => {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new BackupError(
      'The user of DATABASE_URL may not create databases: name an empty one with --database postgres://….',
    );
  });
  try {
    return await work('connectionString' in settings ? inDatabase(settings, name) : { ...settings, database: name });
  } finally {
    await run(settings, `drop database if exists ${quoteName(name)} with (force)`);
  }
}

async function run(settings: ConnectionSettings, statement: string): Promise<void> {
  const client = new DatabaseClient({ ...clientConfigOf(settings), statement_timeout: 0 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}
