import type { FastifyInstance } from 'fastify';

export interface Drain {
  readonly isDraining: boolean;
  /** From now on, `/health/ready` returns 503, and every response asks its client to close the connection. */
  begin(): void;
}

/**
 * Lets the server stop without failed requests. While it drains, it keeps listening until load balancers have seen that
 * it is not ready. Keep-alive connections are closed after a response, never during a request.
 */
export function createDrain(app: FastifyInstance): Drain {
  let isDraining = false;
  const begin = (): void => {
    isDraining = true;
  };
  app.addHook('preClose', async () => begin());
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close');
    done(null, payload);
  });
  return {
    get isDraining() {
      return isDraining;
    },
    begin,
  };
}
