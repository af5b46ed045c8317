import type { FastifyInstance } from 'fastify';

/** Uploads over slow lines take long; Node counts one time for all requests. */
export const LONGEST_REQUEST_MS = 900_000;
const BODY_MS = 60_000;

/**
 * Cuts connections whose body has not arrived within a minute, uploads apart, which watch their own pace. Threat:
 * connections kept open by bodies that trickle.
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
