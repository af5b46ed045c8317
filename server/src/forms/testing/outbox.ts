import { sql } from 'kysely';
import type { TestServer } from '../../testing/index.ts';

/** Waits until the listeners have received all events of an entity. */
export async function waitForListeners(t: TestServer, entityId: string): Promise<void> {
  const countWaiting = async () =>
    (await sql`select from outbox where entity_id = ${entityId}`.execute(t.db)).rows.length;
  for (let tries = 0; tries < 400 && (await countWaiting()) > 0; tries++)
    await new Promise((done) => setTimeout(done, 10));
}
