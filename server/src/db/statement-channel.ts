import { channel, tracingChannel } from 'node:diagnostics_channel';

/** One statement, while it runs. The text contains no values, because every value is bound. */
export interface StatementMessage {
  readonly text: string;
  /** Name of the connection pool. */
  readonly pool: string;
  /** `performance.now()` when the statement was sent. */
  readonly startedAt: number;
  /** Set by the channel if the statement fails. */
  readonly error?: unknown;
}

/** Traces each statement of the pools and of the point reader, from sending it until its result has arrived. */
export const statementChannel = tracingChannel<unknown, StatementMessage>('portico:statement');

/** How long a caller waited for a connection of a pool. */
export interface ConnectionWait {
  readonly pool: string;
  readonly milliseconds: number;
}

/** Receives a ConnectionWait each time that a pool hands out a connection, or fails to. */
export const connectionWaits = channel('portico:connection-wait');

/** Runs a statement, and publishes it if anything subscribes to the channel. */
export function traceStatement<R>(text: string, pool: string, run: () => Promise<R>): Promise<R> {
  // The property is missing if the channel has never had a subscriber.
  if (!statementChannel.hasSubscribers) return run();
  return statementChannel.tracePromise(run, { text, pool, startedAt: performance.now() });
}
