import type { FastifyInstance } from 'fastify';

/**
 * Maximum duration of a request in milliseconds. Uploads over slow lines take long, and Node has one timeout for all
 * requests.
 */
export const MAX_REQUEST_MS = 900_000;
const BODY_MS = 60_000;

/**
 * Closes connections whose body has not arrived within a minute, except for uploads, which enforce their own minimum
 * speed. Threat: bodies that arrive slowly to keep connections open.
 */
export function limitBodyTime(app: FastifyInstance, milliseconds = BODY_MS): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    if (hasBody && !request.routeOptions.config?.upload) {
      const timer = setTimeout(() => {
        if (!request.raw.complete) request.raw.destroy();
      }, milliseconds).unref();
      request.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
