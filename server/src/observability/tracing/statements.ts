import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { type StatementMessage, statementChannel } from '../../db/statement-channel.ts';
import { shapeOf } from '../statement-shape.ts';

/**
 * Records a span for each statement of a request. The span has the statement's text, but not its values. Statements of
 * workers are not traced, because each poll would be a separate trace. Returns a function that stops the tracing.
 */
export function traceStatements(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>();
  const handlers = {
    start(message: unknown) {
      const parent = trace.getActiveSpan();
      if (!parent?.isRecording()) return;
      const { text, pool } = message as StatementMessage;
      const shape = shapeOf(text);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': shape, 'portico.pool': pool };
      const name = /^\w+/.exec(shape)?.[0].toUpperCase() ?? 'STATEMENT';
      spans.set(message as object, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context.active()));
    },
    asyncEnd(message: unknown) {
      const span = spans.get(message as object);
      const { error } = message as StatementMessage;
      if (error) {
        // The message of PostgreSQL can contain values, so only its code is recorded.
        span?.setAttribute('error.type', (error as { code?: string }).code ?? 'CONNECTION_LOST');
        span?.setStatus({ code: SpanStatusCode.ERROR });
      }
      span?.end();
    },
  };
  statementChannel.start.subscribe(handlers.start);
  statementChannel.asyncEnd.subscribe(handlers.asyncEnd);
  return () => {
    statementChannel.start.unsubscribe(handlers.start);
    statementChannel.asyncEnd.unsubscribe(handlers.asyncEnd);
  };
}
