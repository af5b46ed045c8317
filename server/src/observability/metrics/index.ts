/** The metrics of this process in the format of Prometheus. Loaded only if they are turned on. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { AppError } from '../../kernel/app-error.ts';
import { areSecretsEqual } from '../../kernel/ids.ts';
import type { Readings } from '../readings.ts';
import { measureCaches } from './caches.ts';
import { measureDatabase } from './database.ts';
import { measureInstallation } from './installation.ts';
import { measureOutcomes } from './outcomes.ts';
import { measureRequests } from './requests.ts';

export interface Metrics {
  /** Measures the requests of a server and mounts `GET /metrics`. */
  install(http: FastifyInstance): void;
  stop(): void;
}

/** @param token bearer token that `GET /metrics` requires */
export function openMetrics(token: string, readings: Readings): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureInstallation(registry, readings);
  const stops = [measureDatabase(registry), measureCaches(registry), measureOutcomes(registry)];
  return {
    install(http) {
      measureRequests(registry, http);
      http.get('/metrics', { config: { endpoint: 'metrics' } }, async (request, reply) => {
        if (!isToken(request.headers.authorization, token)) {
          reply.header('www-authenticate', 'Bearer');
          throw new AppError('UNAUTHENTICATED');
        }
        return reply
          .header('cache-control', 'no-store')
          .type(registry.contentType)
          .send(await registry.metrics());
      });
    },
    stop() {
      for (const stop of stops) stop();
      registry.clear();
    },
  };
}

const isToken = (header: string | undefined, token: string): boolean =>
  areSecretsEqual((header ?? '').replace(/^Bearer +/i, ''), token);
