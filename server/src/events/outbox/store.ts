import { type OperationNodeSource, type Selectable, sql } from 'kysely';
import { readLiveSites } from '../../db/cluster/live-sites.ts';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { Outbox } from '../../db/tables.gen.ts';
import type { QueueRows } from '../../queue/index.ts';
import type { EventIdentity } from '../webhooks/identity.ts';

export type OutboxRow = Selectable<Outbox>;

interface OutboxInput {
  readonly siteId: string;
  readonly type: string;
  readonly entityId: string;
  readonly payload: unknown;
  readonly occurredAt: Date;
  /** The identity that caused the event; null if no webhook subscribes to the event. */
  readonly identity: EventIdentity | null;
  /** Milliseconds until listeners handle the event. */
  readonly delayMs?: number;
}

/** A statement that writes an event, alone or as part of another statement. */
export interface EventInsert extends OperationNodeSource {
  execute(): Promise<unknown>;
}

/** Returns the statement that writes an event, without executing it. */
export const buildEventInsert = (
  db: Db,
  { siteId, type, entityId, payload, occurredAt, identity, delayMs }: OutboxInput,
): EventInsert =>
  db.insertInto('outbox').values({
    site_id: siteId,
    type,
    entity_id: entityId,
    payload: json(payload),
    occurred_at: occurredAt,
    told_identity: identity ? json(identity) : null,
    ...(delayMs && { next_attempt_at: sql<Date>`now() + ${delayMs} * interval '1 millisecond'` }),
  });

type EventKey = Pick<OutboxRow, 'site_id' | 'id'>;

/** Returns the keys of due events. While a node of a cluster is down, the events of its sites wait. */
export const listDueEvents = (db: Db, limit: number): Promise<EventKey[]> =>
  readLiveSites(db, (isRead) =>
    db
      .selectFrom('outbox')
      .select(['site_id', 'id'])
      .where('next_attempt_at', '<=', sql<Date>`now()`)
      .where(isRead('site_id'))
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  );

/**
 * Deletes and returns events, oldest first. Deletes those of each site with one statement, because in a cluster the
 * rows of different sites are on different nodes. If two workers compete, the second waits, and then finds the events
 * deleted.
 */
export async function claimEvents(db: Db, due: readonly EventKey[]): Promise<OutboxRow[]> {
  const claimedRows: OutboxRow[] = [];
  // All workers take the sites in one order, so that they do not deadlock.
  for (const [siteId, rows] of [...Map.groupBy(due, (row) => row.site_id)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const deletedRows = await db
      .deleteFrom('outbox')
      .where('site_id', '=', siteId)
      .where('id', '=', sql<string>`any(${rows.map(({ id }) => id)}::bigint[])`)
      .returningAll()
      .execute();
    claimedRows.push(...deletedRows);
  }
  return claimedRows.sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
}

/** Deletes the event. Returns true if it still existed. */
export async function claimEvent(db: Db, row: EventKey): Promise<boolean> {
  const deletedRow = await db
    .deleteFrom('outbox')
    .where('site_id', '=', row.site_id)
    .where('id', '=', row.id)
    .returning('id')
    .executeTakeFirst();
  return deletedRow !== undefined;
}

export const deferEvent = (db: Db, row: EventKey, delayMs: number) =>
  db
    .updateTable('outbox')
    .set({ attempts: sql`attempts + 1`, next_attempt_at: sql`now() + ${delayMs} * interval '1 millisecond'` })
    .where('site_id', '=', row.site_id)
    .where('id', '=', row.id)
    .execute();

/** Makes the events of the type that were emitted with a delay due immediately. */
export const hastenEvents = (db: Db, siteId: string, type: string) =>
  db
    .updateTable('outbox')
    .set({ next_attempt_at: sql`now()` })
    .where('site_id', '=', siteId)
    .where('type', '=', type)
    .where('attempts', '=', 0)
    .where('next_attempt_at', '>', sql<Date>`now()`)
    .execute();

/** Returns true if an event of the type waits to be handled. */
export async function hasEvent(db: Db, siteId: string, type: string): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('site_id', '=', siteId)
    .where('type', '=', type)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The events that wait for the worker. */
export const outboxRows: QueueRows = { name: 'outbox', waiting: sql<boolean>`true`, dueAt: 'next_attempt_at' };
