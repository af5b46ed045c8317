import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseClient } from '../client.ts';
import { type ConnectionSettings, clientConfigOf } from '../pool.ts';
import { type Position, parseLsn } from './position.ts';

export interface ServerState {
  readonly isStandby: boolean;
  /** Of a standby, what it has replayed; of a primary, what it has flushed and standbys can receive. */
  readonly position: Position;
  /** Identifies the database: the cluster's system identifier and the database's name. */
  readonly database: string;
  /** `performance.now()` before the state was read. */
  readonly at: number;
}

const POLL_MS = 50;
const TIMEOUT_MS = 1_000;
const RECONNECT_MS = 250;

/**
 * Reads the state of one server every 50 ms.
 * @param report called with each state, and with null while the server does not respond
 */
export function watchServer(
  settings: ConnectionSettings,
  report: (state: ServerState | null) => void,
): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let stopped = false;

  const connect = async (): Promise<pg.Client> => {
    const createdClient = new DatabaseClient({
      ...clientConfigOf(settings),
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    // A loss is reported at once, because after a restart a standby may have replayed less than before.
    const handleLoss = (): void => {
      if (client !== createdClient) return;
      client = undefined;
      report(null);
    };
    createdClient.on('error', handleLoss);
    createdClient.on('end', handleLoss);
    await createdClient.connect().catch((error: unknown) => {
      void createdClient.end().catch(() => undefined);
      throw error;
    });
    return createdClient;
  };
  const poll = async (): Promise<number> => {
    try {
      client ??= await connect();
      const polledClient = client;
      const state = await readState(client);
      if (client === polledClient) report(state);
      return POLL_MS;
    } catch {
      void client?.end().catch(() => undefined);
      client = undefined;
      report(null);
      return RECONNECT_MS;
    }
  };
  const run = async (): Promise<void> => {
    while (!stopped) await sleep(await poll());
    await client?.end().catch(() => undefined);
  };
  const running = run();
  return {
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function readState(client: pg.Client): Promise<ServerState> {
  const at = performance.now();
  const { rows } = await client.query<{ standby: boolean; lsn: string; timeline: number; database: string }>(STATE);
  const [row] = rows;
  if (!row || row.lsn === null || row.timeline === null) throw new Error('The server has replayed nothing yet.');
  const position = { timeline: row.timeline, lsn: parseLsn(row.lsn) };
  return { isStandby: row.standby, position, database: row.database, at };
}

/**
 * Without the rights of pg_read_all_stats, `received_tli` is null. The timeline of the last restart point is used then,
 * which after a failover is behind for up to `checkpoint_timeout`.
 */
const STATE = `
  select in_recovery as standby,
    (case when in_recovery then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end)::text as lsn,
    case when in_recovery
      then coalesce((select received_tli from pg_stat_wal_receiver), (select timeline_id from pg_control_checkpoint()))
      else ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int end as timeline,
    (select system_identifier from pg_control_system()) || '/' || current_database() as database
  from pg_is_in_recovery() as state(in_recovery)`;
