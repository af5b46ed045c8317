// A connection that each process holds while it uses the embedded database. Its advisory locks show which processes use
// the database; PostgreSQL releases them when a process is killed.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface Guard {
  /** Returns false once the connection has ended for any reason. */
  isAlive(): boolean;
  /** Registers a listener that is called once when the connection ends without `close`. */
  onLost(listener: () => void): void;
  /**
   * Releases the locks. Returns true if no other process uses the database; then none can start to until the connection
   * ends.
   */
  leave(): Promise<boolean>;
  close(): Promise<void>;
}

/** Another server already uses the data folder. Only one server may use it at a time. */
export class ServerPresentError extends Error {}

/** The last process that used PostgreSQL is stopping it. */
export class DatabaseStoppingError extends Error {}

interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

// This number is "port" in ASCII, to avoid the ids of other locks.
const SERVER_LOCK = '1886351988, 1';
const USERS_LOCK = '1886351988, 2';

/** Maximum wait for the lock of a killed server: it is held until PostgreSQL notices that the server is gone. */
const SERVER_LOCK_WAIT_MS = 3_000;

/**
 * Connects, and takes the lock that all users of the database share. For a server, also takes the exclusive lock.
 * @throws ServerPresentError, DatabaseStoppingError, or the driver's error
 */
export async function openGuard(connection: Connection, exclusive: boolean): Promise<Guard> {
  const client = new pg.Client({
    ...connection,
    application_name: 'portico guard',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  let alive = true;
  let isClosing = false;
  let listener: (() => void) | undefined;
  const handleLoss = (): void => {
    if (!alive) return;
    alive = false;
    if (!isClosing) listener?.();
  };
  client.on('error', handleLoss);
  client.on('end', handleLoss);
  const close = async (): Promise<void> => {
    isClosing = true;
    await client.end().catch(() => undefined);
  };
  const returnsTrue = async (expression: string): Promise<boolean> =>
    (await client.query(`select ${expression} as held`)).rows[0].held === true;

  try {
    await client.connect();
    if (!(await returnsTrue(`pg_try_advisory_lock_shared(${USERS_LOCK})`))) throw new DatabaseStoppingError();
    const end = Date.now() + SERVER_LOCK_WAIT_MS;
    while (exclusive && !(await returnsTrue(`pg_try_advisory_lock(${SERVER_LOCK})`))) {
      if (Date.now() > end) throw new ServerPresentError();
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
      if (!alive && !isClosing) call();
    },
    leave: async () => {
      isClosing = true;
      await client.query(`select pg_advisory_unlock_all()`);
      return returnsTrue(`pg_try_advisory_lock(${USERS_LOCK})`);
    },
    close,
  };
}
