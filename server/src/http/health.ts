import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { newestMigration } from '../db/migrate.ts';

/** `/health/live`: the process answers. `/health/ready`: the database answers too, and every migration is done. */
export function mountHealth(app: FastifyInstance, db: Db): void {
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    const state = await readiness(db);
    return reply
      .code(state === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: state });
  });
}

async function readiness(db: Db): Promise<'ready' | 'migrating' | 'no database'> {
  try {
    const { rows } = await sql<{ newest: number | null }>`select max(number) as newest from migrations`.execute(db);
    return rows[0]?.newest === newestMigration() ? 'ready' : 'migrating';
  } catch {
    return 'no database';
  }
}
