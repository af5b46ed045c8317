import type pg from 'pg';
import type { Log } from '../kernel/log.ts';
import { DatabaseClient } from './client.ts';
import { type ConnectionSettings, clientConfig } from './pool.ts';
import { nameOf } from './statement-names.ts';

/** Reads single rows on one connection, pipelined: each statement is sent without waiting for earlier replies. */
export interface PointReader {
  /** Rejects if the connection is lost or another statement blocks it; the caller then reads elsewhere. */
  read<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/** Statement timeout in milliseconds, because a slow read delays the reads behind it. */
const STATEMENT_TIMEOUT_MS = 1_000;
/** Timeout in milliseconds after which a silent connection is replaced. */
const SILENCE_MS = 3_000;
const RECONNECT_MS = 250;

/** Connects at the first read, and again after the connection is lost. */
export function openPointReader(settings: ConnectionSettings, log: Log): PointReader {
  let connection: Promise<pg.Client> | undefined;
  let closedUntil = 0;
  let stopped = false;

  const connect = async (): Promise<pg.Client> => {
    const made = new DatabaseClient({
      ...clientConfig(settings),
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: SILENCE_MS,
      connectionTimeoutMillis: SILENCE_MS,
      pipeline: true,
    } as pg.ClientConfig);
    const mine = connection;
    const lost = (error?: Error): void => {
      if (error) log.warn({ err: error }, 'lost the connection that reads single rows; the next read reconnects');
      if (connection === mine) forget();
    };
    made.on('error', lost);
    made.on('end', () => lost());
    await made.connect();
    return made;
  };
  const forget = (): void => {
    connection = undefined;
    closedUntil = performance.now() + RECONNECT_MS;
  };
  const client = (): Promise<pg.Client> => {
    if (connection) return connection;
    if (stopped || performance.now() < closedUntil) throw new Error('Connection terminated');
    // Set before `connect` reads it.
    const made: Promise<pg.Client> = Promise.resolve().then(connect);
    connection = made;
    made.catch(() => {
      if (connection === made) forget();
    });
    return made;
  };

  return {
    async read<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
      const open = await client();
      const { rows } = await open.query({ name: nameOf(text), text, values: [...values] } as pg.QueryConfig);
      return rows as Row[];
    },
    async stop() {
      stopped = true;
      const open = await connection?.catch(() => undefined);
      await open?.end().catch(() => undefined);
    },
  };
}
