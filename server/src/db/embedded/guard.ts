// The guard is a connection that each process holds while it uses the embedded database. Its advisory locks show which
// processes use the database, and PostgreSQL releases them when a process is killed.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface Guard {
  /** Returns false once the connection has ended for any reason. */
  isAlive(): boolean;
  /** Registers a listener that is called once when the connection ends without `close`. */
  onLost(listener: () => void): void;
  /**
   * Releases the locks. Returns true if no other process uses the database. In this case, no other process can start to
   * use it until the connection ends.
   */
  leave(): Promise<boolean>;
  close(): Promise<void>;
}

/** Thrown if another server already uses the data folder. Only one server may use it at a time. */
export class ServerPresentError extends Error {}

/** Thrown while the last process that used PostgreSQL is stopping it. */
export class DatabaseStoppingError extends Error {}

interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

// The first number is "port" in ASCII, which distinguishes these locks from others.
const SERVER_LOCK = '1886351988, 1';
const USERS_LOCK = '1886351988, 2';

/**
 * Maximum wait in milliseconds for the lock of a killed server. PostgreSQL holds the lock until it detects that the
 * connection has ended.
 */
const SERVER_LOCK_WAIT_MS = 3_000;

/**
 * Opens the guard connection and acquires the lock shared by all processes that use the database. A server also
 * acquires the exclusive lock.
 * @throws ServerPresentError, DatabaseStoppingError, or the error of the driver
 */
export async function openGuard(connection: Connection, isExclusive: boolean): Promise<Guard> {
  const client = new pg.Client({
    ...connection,
    application_name: 'portico guard',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  let isConnected = true;
  let isClosing = false;
  let listener: (() => void) | undefined;
  const handleLoss = (): void => {
    if (!isConnected) return;
    isConnected = false;
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
    while (isExclusive && !(await returnsTrue(`pg_try_advisory_lock(${SERVER_LOCK})`))) {
      if (Date.now() > end) throw new ServerPresentError();
      await sleep(50);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    isAlive: () => isConnected,
    onLost: (call) => {
      listener = call;
      if (!isConnected && !isClosing) call();
    },
    leave: async () => {
      isClosing = true;
      await client.query(`select pg_advisory_unlock_all()`);
      return returnsTrue(`pg_try_advisory_lock(${USERS_LOCK})`);
    },
    close,
  };
}
