// A connection that each process holds as long as it uses the embedded database. Its advisory locks show who uses the
// database, and PostgreSQL releases them when the process is killed.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface Guard {
  /** false once the connection has ended for any reason */
  isAlive(): boolean;
  /** called once when the connection ends without `close` */
  onLost(listener: () => void): void;
  /** releases the locks; true if nobody else uses the database, and nobody can start to until the connection ends */
  leave(): Promise<boolean>;
  close(): Promise<void>;
}

/** Another server already uses the data folder; only one may. */
export class ServerPresent extends Error {}

/** The last process that used PostgreSQL is stopping it. */
export class DatabaseLeaving extends Error {}

interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

// "port" in ASCII, to avoid the ids of other locks.
const SERVER = '1886351988, 1';
const USERS = '1886351988, 2';

/** A killed server may hold its lock until PostgreSQL notices that it is gone. */
const SERVER_PATIENCE_MS = 3_000;

/**
 * Connects and takes the shared lock of all users of the database, and for a server the exclusive lock of servers.
 * @throws ServerPresent, DatabaseLeaving, or the driver's error
 */
export async function openGuard(connection: Connection, exclusive: boolean): Promise<Guard> {
  const client = new pg.Client({
    ...connection,
    application_name: 'portico guard',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  let alive = true;
  let closing = false;
  let listener: (() => void) | undefined;
  const lost = (): void => {
    if (!alive) return;
    alive = false;
    if (!closing) listener?.();
  };
  client.on('error', lost);
  client.on('end', lost);
  const close = async (): Promise<void> => {
    closing = true;
    await client.end().catch(() => undefined);
  };
  const holds = async (expression: string): Promise<boolean> =>
    (await client.query(`select ${expression} as held`)).rows[0].held === true;

  try {
    await client.connect();
    if (!(await holds(`pg_try_advisory_lock_shared(${USERS})`))) throw new DatabaseLeaving();
    const end = Date.now() + SERVER_PATIENCE_MS;
    while (exclusive && !(await holds(`pg_try_advisory_lock(${SERVER})`))) {
      if (Date.now() > end) throw new ServerPresent();
      await sleep(50);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    isAlive: () => alive,
    onLost: (call) => {
      listener = call;
      if (!alive && !closing) call();
    },
    leave: async () => {
      closing = true;
      await client.query(`select pg_advisory_unlock_all()`);
      return holds(`pg_try_advisory_lock(${USERS})`);
    },
    close,
  };
}
