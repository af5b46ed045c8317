import { type StatementMessage, statementChannel } from '../db/statement-channel.ts';
import type { Log } from '../kernel/log.ts';
import { shapeOf } from './statement-shape.ts';

/**
 * Logs the statements that take at least `minMs` milliseconds, without their values. Returns a function that stops the
 * logging.
 */
export function logSlowStatements(log: Log, minMs: number): () => void {
  const onEnd = (message: unknown): void => {
    const { text, pool, startedAt, error } = message as StatementMessage;
    const milliseconds = performance.now() - startedAt;
    if (milliseconds < minMs) return;
    const failure = error ? { failed: (error as { code?: string }).code ?? 'connection lost' } : {};
    log.warn({ durationMs: Math.round(milliseconds), pool, ...failure, statement: shapeOf(text) }, 'slow statement');
  };
  statementChannel.asyncEnd.subscribe(onEnd);
  return () => {
    statementChannel.asyncEnd.unsubscribe(onEnd);
  };
}
