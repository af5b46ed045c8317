import { sql } from 'kysely';
import type { TestServer } from '../../testing/index.ts';

/** Waits until everything that was noted of an entity has been told to whoever listens. */
export async function allTold(t: TestServer, entityId: string): Promise<void> {
  const waiting = async () => (await sql`select from outbox where entity_id = ${entityId}`.execute(t.db)).rows.length;
  for (let tries = 0; tries < 400 && (await waiting()) > 0; tries++) await new Promise((done) => setTimeout(done, 10));
}
