import pg from 'pg';
import type { Host } from './database-url.ts';

export interface DatabaseClientConfig extends pg.ClientConfig {
  /** Several hosts of one cluster; the client connects to the primary. */
  readonly hosts?: readonly Host[];
}

const PROBE_TIMEOUT_MS = 3_000;

/**
 * Extends pg's client with support for clusters of several hosts: after a failover, the next connection finds the new
 * primary.
 */
export class DatabaseClient extends pg.Client {
  readonly #config: DatabaseClientConfig;

  constructor(config: DatabaseClientConfig = {}) {
    super(config);
    this.#config = config;
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
    return this;
  }
}

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
    if (rows[0].standby) throw Object.assign(new Error(`${host.host} is a standby`), { code: '57P03' });
    return host;
  } finally {
    await client.end().catch(() => undefined);
  }
}
