import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../kernel/log.ts';
import { DatabaseClient, type DatabaseClientConfig } from './client.ts';
import { parseDatabaseUrl } from './database-url.ts';
import type { Db } from './handle.ts';
import { type ConnectionWait, connectionWaits, traceStatement } from './statement-channel.ts';
import { nameOf } from './statement-names.ts';
import type { Tables } from './tables.gen.ts';

/** How to connect to PostgreSQL: a URL, or the socket of the embedded cluster. */
export type ConnectionSettings =
  | { readonly connectionString: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

export interface OpenDatabase {
  readonly db: Db;
  readonly settings: ConnectionSettings;
  close(): Promise<void>;
}

/** Connections of one pool at one moment. */
export interface PoolState {
  readonly pool: string;
  readonly maxConnections: number;
  readonly active: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

const STATEMENT_TIMEOUT_MS = 30_000;
const openPools = new Set<() => PoolState>();

/** Returns the state of every open pool of this process. */
export const readPoolStates = (): PoolState[] => [...openPools].map((read) => read());

/**
 * Opens a pool of at most `size` connections. Statements, idle transactions and the wait for a connection have
 * timeouts. An unreachable or overloaded database therefore results in a 503, never in a hanging request.
 * @param name name of the pool in metrics and logs
 * @param queryTimeoutMs time after which a statement fails even if the server is silent; by default it waits
 */
export function openDatabase(
  settings: ConnectionSettings,
  log: Log,
  size = 10,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  name = 'main',
  queryTimeoutMs?: number,
): OpenDatabase {
  const pool = new MeasuredPool(name, {
    ...clientConfigOf(settings),
    statement_timeout: statementTimeoutMs,
    ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
    max: size,
    Client: class extends NamingClient {
      override readonly pool = name;
    },
    connectionTimeoutMillis: 5_000,
  });
  let isClosing = false;
  // The pool replaces idle connections that break. Without a listener, the `error` event would end the process.
  // Connections that end while the pool is being closed are not logged.
  pool.on('error', (error) => {
    if (!isClosing) log.warn({ err: error }, 'an idle database connection was lost');
  });
  // A connection can also break between two statements of a transaction; the next statement then fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const readState = (): PoolState => ({
    pool: name,
    maxConnections: size,
    active: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  openPools.add(readState);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    settings,
    close() {
      isClosing = true;
      openPools.delete(readState);
      return db.destroy();
    },
  };
}

/** Settings of every connection, pooled or not. */
export function clientConfigOf(settings: ConnectionSettings): DatabaseClientConfig {
  const { config, hosts } =
    'connectionString' in settings ? parseDatabaseUrl(settings.connectionString) : { config: settings, hosts: [] };
  const { options = '' } = config as pg.ClientConfig;
  return {
    application_name: 'portico',
    ...config,
    hosts,
    // Threat: JIT compilation of a large filter takes seconds, longer than its execution, so clients could keep the
    // server busy.
    options: `${options} -c search_path=portico -c jit=off`.trim(),
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  };
}

/** Gives repeated statements with parameters a name, so that PostgreSQL parses and plans them once per connection. */
class NamingClient extends DatabaseClient {
  readonly pool: string = 'main';

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads query in ways its own types cannot restate
  override query(...args: any[]): any {
    const [text, values] = args;
    if (typeof text !== 'string' || !Array.isArray(values)) return super.query(...(args as [string]));
    return traceStatement(text, this.pool, () =>
      values.length > 0
        ? super.query({ name: nameOf(text), text, values } as pg.QueryConfig)
        : super.query(text, values),
    );
  }
}

/** Publishes how long callers waited for a connection, if anything subscribes to that. */
class MeasuredPool extends pg.Pool {
  readonly #name: string;

  constructor(name: string, config: pg.PoolConfig) {
    super(config);
    this.#name = name;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): unknown {
    if (callback) return super.connect(callback);
    return connectionWaits.hasSubscribers ? this.#connectMeasured() : super.connect();
  }

  async #connectMeasured(): Promise<pg.PoolClient> {
    const startedAt = performance.now();
    try {
      return await super.connect();
    } finally {
      const wait: ConnectionWait = { pool: this.#name, milliseconds: performance.now() - startedAt };
      connectionWaits.publish(wait);
    }
  }
}
