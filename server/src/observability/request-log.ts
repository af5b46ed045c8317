import type { FastifyInstance } from 'fastify';
import { endpointOf, readRequestFacts } from './request-facts.ts';

/**
 * Logs one line per request. The line contains no address, path, query or header, because these can identify a person
 * or contain secrets. `reqId` is the id that the client got as `x-wix-request-id`.
 */
export function logRequests(http: FastifyInstance): void {
  http.addHook('onResponse', (request, reply, done) => {
    const { milliseconds, ...facts } = readRequestFacts(request, reply);
    request.log.info({ ...facts, durationMs: Math.round(milliseconds * 10) / 10 }, 'request');
    done();
  });
  http.addHook('onRequestAbort', (request, done) => {
    request.log.info({ endpoint: endpointOf(request) }, 'request aborted by the client');
    done();
  });
}
