import type { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Host } from './database-url.ts';

export interface DatabaseClientConfig extends pg.ClientConfig {
  /** Several hosts of one cluster; the client connects to the primary. */
  readonly hosts?: readonly Host[];
}

const PROBE_TIMEOUT_MS = 3_000;
/** SQLSTATE of a write on a standby (read_only_sql_transaction). */
const READ_ONLY = '25006';

/**
 * Extends pg's client with support for clusters of several hosts: after a failover, the next connection finds the new
 * primary. A connection that turns out to lead to a standby is ended, so that the pool replaces it.
 */
export class DatabaseClient extends pg.Client {
  readonly #config: DatabaseClientConfig;
  #isStandby = false;

  constructor(config: DatabaseClientConfig = {}) {
    super(config);
    this.#config = config;
    const { connection } = this as unknown as { readonly connection: EventEmitter };
    connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
    });
    // The connection is ended only after pg has passed the error to the statement.
    connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === READ_ONLY) setImmediate(() => this.end().catch(() => undefined));
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const connected = this.#open();
    if (!callback) return connected;
    connected.then(() => callback(null as unknown as Error), callback);
    return undefined;
  }

  async #open(): Promise<pg.Client> {
    const { hosts = [] } = this.#config;
    // pg reads host and port only when it connects, so they can still be changed here.
    if (hosts.length > 1) Object.assign(this, await findPrimary(hosts, this.#config));
    await super.connect();
    // The host may have become a standby since it was found.
    if (hosts.length > 1 && this.#isStandby) {
      await this.end();
      throw createStandbyError(this.host);
    }
    return this;
  }
}

/** A message of PostgreSQL with the value of a parameter, sent when a connection starts and when the value changes. */
interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** Returns an error with the code of a database that does not accept connections, after which callers retry. */
const createStandbyError = (host: string): Error => Object.assign(new Error(`${host} is a standby`), { code: '57P03' });

/**
 * Returns the first host that reports that it is the primary. Queries all hosts in parallel, so that an unreachable
 * host causes no delay.
 */
async function findPrimary(hosts: readonly Host[], config: DatabaseClientConfig): Promise<Host> {
  try {
    return await Promise.any(hosts.map((host) => assertPrimary(host, config)));
  } catch (error) {
    throw (error as AggregateError).errors[0] ?? error;
  }
}

async function assertPrimary(host: Host, config: DatabaseClientConfig): Promise<Host> {
  const client = new DatabaseClient({
    ...config,
    // The pool of pg makes the password non-enumerable, so a spread does not copy it.
    ...(config.password ? { password: config.password } : {}),
    ...host,
    hosts: [],
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('select pg_is_in_recovery() as standby');
    if (rows[0].standby) throw createStandbyError(host.host);
    return host;
  } finally {
    await client.end().catch(() => undefined);
  }
}
