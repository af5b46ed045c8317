import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../kernel/log.ts';
import { DatabaseClient, type DatabaseClientConfig } from './client.ts';
import { parseDatabaseUrl } from './database-url.ts';
import type { Db } from './handle.ts';
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

const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Opens a pool of at most `size` connections. Statements, idle transactions and the wait for a connection have
 * timeouts. An unreachable or overloaded database therefore results in a 503, never in a hanging request.
 */
export function openDatabase(
  settings: ConnectionSettings,
  log: Log,
  size = 10,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
): OpenDatabase {
  const pool = new pg.Pool({
    ...clientConfigOf(settings),
    statement_timeout: statementTimeoutMs,
    max: size,
    Client: NamingClient,
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
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    settings,
    close() {
      isClosing = true;
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
  // biome-ignore lint/suspicious/noExplicitAny: pg overloads query in ways its own types cannot restate
  override query(...args: any[]): any {
    const [text, values] = args;
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      return super.query({ name: nameOf(text), text, values } as pg.QueryConfig);
    }
    return super.query(...(args as [string]));
  }
}
