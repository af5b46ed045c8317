import type pg from 'pg';
import { DatabaseClient } from '../client.ts';
import { type ConnectionSettings, clientConfigOf } from '../pool.ts';
import { useStableFormats } from './copy.ts';

/** The connections of a copy: both are in a transaction. */
export interface CopyClients {
  readonly source: pg.Client;
  readonly target: pg.Client;
}

/** Runs `work` in one transaction of each database. Commits in the target, or leaves it unchanged after an error. */
export async function withCopyTransaction<R>(
  sourceSettings: ConnectionSettings,
  targetSettings: ConnectionSettings,
  work: (clients: CopyClients) => Promise<R>,
): Promise<R> {
  const [source, target] = [openClient(sourceSettings), openClient(targetSettings)];
  try {
    await Promise.all([source.connect(), target.connect()]);
    await source.query('begin isolation level repeatable read, read only');
    await useStableFormats(source);
    await target.query('begin');
    const result = await work({ source, target });
    await target.query('commit');
    return result;
  } finally {
    // Ending the connections rolls back what was not committed.
    for (const client of [source, target]) await client.end().catch(() => undefined);
  }
}

function openClient(settings: ConnectionSettings): pg.Client {
  const timeouts = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const client = new DatabaseClient({ ...clientConfigOf(settings), ...timeouts });
  client.on('error', () => undefined);
  return client;
}
