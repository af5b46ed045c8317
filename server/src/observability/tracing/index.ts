/** Traces in the format of OpenTelemetry (OTLP over HTTP). Loaded only if they are turned on. */
import { context, DiagLogLevel, diag, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../../kernel/log.ts';
import { traceRequests } from './requests.ts';
import { traceStatements } from './statements.ts';

export interface Tracing {
  /** Traces the requests of a server. */
  install(http: FastifyInstance): void;
  /** Sends the remaining spans and stops. */
  stop(): Promise<void>;
}

const EXPORT_TIMEOUT_MS = 3_000;
/** The export of a batch fails every few seconds while the collector is down; one line per minute is enough. */
const LOG_INTERVAL_MS = 60_000;

/**
 * Starts tracing. The exporter reads further variables itself, such as OTEL_EXPORTER_OTLP_HEADERS.
 * @param endpoint address of the collector, to which `/v1/traces` is appended
 */
export function openTracing(endpoint: string, log: Log): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME || 'portico' }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  logFailures(log);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer: Tracer = provider.getTracer('portico');
  const stopStatements = traceStatements(tracer);
  return {
    install: (http) => traceRequests(tracer, http),
    async stop() {
      stopStatements();
      await provider.shutdown().catch(() => undefined);
      context.disable();
      diag.disable();
    },
  };
}

function logFailures(log: Log): void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const warn = (reason: string): void => {
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log.warn({ reason }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
  };
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
