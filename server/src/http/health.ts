import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { readSchemaState } from '../db/migrate.ts';

/** The state of the pages: dashboard, site and documentation. */
export type PagesState = 'ready' | 'building' | 'failed';

type DatabaseState = 'ready' | 'migrating' | 'too new' | 'no database';

/**
 * Mounts the health checks. `/health/live` returns 200 and the roles of the process while it responds. `/health/ready`
 * returns 200 if the server can be used: the database is at this version or at a newer one that this version tolerates,
 * and the pages are built. While the server drains, it returns 503.
 */
export function mountHealth(
  app: FastifyInstance,
  db: Db,
  { pagesState, roles }: { readonly pagesState: () => PagesState; readonly roles: readonly string[] },
): void {
  // Exempt from rate limits, because an orchestrator would restart a server that is merely flooded.
  app.get('/health/live', { config: { rateLimit: false, endpoint: 'health' } }, async () => ({
    status: 'live',
    roles,
  }));
  app.get('/health/ready', { config: { endpoint: 'health' } }, async (_request, reply) => {
    if (app.drain.isDraining) return reply.code(503).header('cache-control', 'no-store').send({ status: 'stopping' });
    const [database, pages] = [await readDatabaseState(db), pagesState()];
    const status = database === 'ready' && pages !== 'ready' ? 'pages are not ready' : database;
    return reply
      .code(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(pages === 'ready' ? { status } : { status, pages });
  });
}

async function readDatabaseState(db: Db): Promise<DatabaseState> {
  try {
    const state = await readSchemaState((text) => sql.raw(text).execute(db));
    return ({ absent: 'migrating', older: 'migrating', compatible: 'ready', newer: 'too new' } as const)[state];
  } catch {
    return 'no database';
  }
}
