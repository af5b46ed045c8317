import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { readRequestFacts } from '../request-facts.ts';

const BUCKETS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10];

/** Measures rate, errors and duration of the requests by endpoint. Labels never contain sites or paths. */
export function measureRequests(registry: Registry, http: FastifyInstance): void {
  const registers = [registry];
  const duration = new Histogram({
    name: 'portico_http_request_duration_seconds',
    help: 'Duration of requests until the response was sent, by endpoint, method and class of the status.',
    labelNames: ['endpoint', 'method', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const errors = new Counter({
    name: 'portico_http_errors_total',
    help: 'Responses with an error, by its code.',
    labelNames: ['code'],
    registers,
  });
  const open = new Gauge({
    name: 'portico_http_requests_open',
    help: 'Requests without a complete response.',
    registers,
  });
  // The end of a request is the end of its response stream, because onResponse does not run for an aborted request.
  http.addHook('onRequest', (_request, reply, done) => {
    open.inc();
    reply.raw.once('close', () => open.dec());
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    const { endpoint, method, status, code, milliseconds } = readRequestFacts(request, reply);
    duration.observe({ endpoint, method, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1_000);
    if (code !== null) errors.inc({ code });
    done();
  });
}
