import type pg from 'pg';
import type { Log } from '../kernel/log.ts';
import { DatabaseClient } from './client.ts';
import { type ConnectionSettings, clientConfigOf } from './pool.ts';
import { traceStatement } from './statement-channel.ts';
import { nameOf } from './statement-names.ts';

/**
 * Reads single rows on one connection. The reads are pipelined: each statement is sent without waiting for earlier
 * responses.
 */
export interface PointReader {
  /**
   * Rejects if the connection is lost or another statement blocks it. The read must then be repeated through a pool.
   */
  read<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/** Statement timeout in milliseconds, because a slow read delays the reads behind it. */
const STATEMENT_TIMEOUT_MS = 1_000;
/** Milliseconds without a response after which the connection is replaced. */
const SILENCE_MS = 3_000;
const RECONNECT_MS = 250;

/** Opens a reader that connects at the first read, and again after the connection is lost. */
export function openPointReader(settings: ConnectionSettings, log: Log): PointReader {
  let connection: Promise<pg.Client> | undefined;
  let closedUntil = 0;
  let stopped = false;

  const connect = async (): Promise<pg.Client> => {
    const createdClient = new DatabaseClient({
      ...clientConfigOf(settings),
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: SILENCE_MS,
      connectionTimeoutMillis: SILENCE_MS,
      pipeline: true,
    } as pg.ClientConfig);
    const thisConnection = connection;
    const handleLoss = (error?: Error): void => {
      if (error) log.warn({ err: error }, 'lost the connection that reads single rows; the next read reconnects');
      if (connection === thisConnection) forget();
    };
    createdClient.on('error', handleLoss);
    createdClient.on('end', () => handleLoss());
    await createdClient.connect();
    return createdClient;
  };
  const forget = (): void => {
    connection = undefined;
    closedUntil = performance.now() + RECONNECT_MS;
  };
  const getClient = (): Promise<pg.Client> => {
    if (connection) return connection;
    if (stopped || performance.now() < closedUntil) throw new Error('Connection terminated');
    // `connect` reads `connection`, so it must start only after the assignment below.
    const connecting: Promise<pg.Client> = Promise.resolve().then(connect);
    connection = connecting;
    connecting.catch(() => {
      if (connection === connecting) forget();
    });
    return connecting;
  };

  return {
    async read<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
      const connected = await getClient();
      const statement = { name: nameOf(text), text, values: [...values] } as pg.QueryConfig;
      const { rows } = await traceStatement(text, 'points', () => connected.query(statement));
      return rows as Row[];
    },
    async stop() {
      stopped = true;
      const open = await connection?.catch(() => undefined);
      await open?.end().catch(() => undefined);
    },
  };
}
