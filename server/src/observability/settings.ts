/** Settings of metrics, logs and traces. */
export interface ObservabilitySettings {
  /** PORTICO_METRICS_TOKEN: bearer token of `GET /metrics`; null turns the metrics off. */
  readonly metricsToken: string | null;
  /** PORTICO_REQUEST_LOG=on: one log line per request; default off. */
  readonly hasRequestLog: boolean;
  /** PORTICO_SLOW_QUERY_MS: statements that take at least this many milliseconds are logged; null logs none. */
  readonly slowStatementMs: number | null;
  /** OTEL_EXPORTER_OTLP_ENDPOINT: address of a collector of traces; null turns traces off. */
  readonly traceEndpoint: string | null;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** @throws Error with one sentence that names the variable and what it may be */
export function readObservabilitySettings(env: Variables): ObservabilitySettings {
  return {
    metricsToken: readMetricsToken(env.PORTICO_METRICS_TOKEN),
    hasRequestLog: readRequestLog(env.PORTICO_REQUEST_LOG),
    slowStatementMs: readSlowStatementMs(env.PORTICO_SLOW_QUERY_MS),
    traceEndpoint: readTraceEndpoint(env.OTEL_EXPORTER_OTLP_ENDPOINT),
  };
}

/** The error never repeats the value. Threat: a short token can be guessed over the network. */
function readMetricsToken(text: string | undefined): string | null {
  if (!text) return null;
  if (!/^[\x21-\x7e]{20,}$/.test(text))
    throw new Error('PORTICO_METRICS_TOKEN must have at least 20 characters, without spaces.');
  return text;
}

function readRequestLog(text: string | undefined): boolean {
  if (text && !['on', 'off'].includes(text)) throw new Error(`PORTICO_REQUEST_LOG must be on or off, not "${text}".`);
  return text === 'on';
}

function readSlowStatementMs(text: string | undefined): number | null {
  if (!text) return null;
  if (!/^\d{1,6}$/.test(text))
    throw new Error(`PORTICO_SLOW_QUERY_MS must be a number of milliseconds from 0 to 999999, not "${text}".`);
  return Number(text);
}

function readTraceEndpoint(text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash)
    throw new Error(
      `OTEL_EXPORTER_OTLP_ENDPOINT must be the http or https address of a collector, like http://localhost:4318, not "${text}".`,
    );
  return url.href.replace(/\/$/, '');
}
