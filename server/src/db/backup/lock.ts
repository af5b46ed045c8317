import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { DatabaseClient } from '../client.ts';
import { type ConnectionSettings, clientConfigOf } from '../pool.ts';

/**
 * Runs `work` while this process holds the lock for backups on a separate connection. PostgreSQL releases the lock if
 * the process dies. Returns undefined without running `work` if another process holds the lock.
 */
export async function withBackupLock<R>(settings: ConnectionSettings, work: () => Promise<R>): Promise<R | undefined> {
  const client = new DatabaseClient(clientConfigOf(settings));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [ADVISORY_LOCKS.backup]);
    return rows[0].held === true ? await work() : undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
