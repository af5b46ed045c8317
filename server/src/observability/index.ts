/** Metrics, traces, request log and slow-statement log. What is off is not loaded and costs nothing. */
import type { FastifyInstance } from 'fastify';
import type { Log } from '../kernel/log.ts';
import type { Readings } from './readings.ts';
import { logRequests } from './request-log.ts';
import type { ObservabilitySettings } from './settings.ts';
import { logSlowStatements } from './slow-statements.ts';
import type { Tracing } from './tracing/index.ts';

export interface Observability {
  /** Adds the hooks and routes to the server; call it before its endpoints are mounted. */
  install(http: FastifyInstance): void;
  stop(): Promise<void>;
}

export async function startObservability(
  { metricsToken, hasRequestLog, slowStatementMs, traceEndpoint }: ObservabilitySettings,
  { log, readings }: { readonly log: Log; readonly readings: Readings },
): Promise<Observability> {
  const metrics =
    metricsToken === null ? null : (await import('./metrics/index.ts')).openMetrics(metricsToken, readings);
  const tracing = traceEndpoint === null ? null : await startTracing(traceEndpoint, log);
  const stopLog = slowStatementMs === null ? null : logSlowStatements(log, slowStatementMs);
  return {
    install(http) {
      // First, so that everything else that observes a request runs in its trace.
      tracing?.install(http);
      metrics?.install(http);
      if (hasRequestLog) logRequests(http);
    },
    async stop() {
      metrics?.stop();
      stopLog?.();
      await tracing?.stop();
    },
  };
}

/** @throws Error with one sentence if the optional packages are not installed */
async function startTracing(endpoint: string, log: Log): Promise<Tracing> {
  try {
    return (await import('./tracing/index.ts')).openTracing(endpoint, log);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the optional packages for traces are not installed: install the dependencies without omitting optional ones.',
    );
  }
}
