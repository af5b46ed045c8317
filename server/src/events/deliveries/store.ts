import { type Selectable, sql } from 'kysely';
import { readLiveSites } from '../../db/cluster/live-sites.ts';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { WebhookDeliveries } from '../../db/tables.gen.ts';
import type { LeasedTable } from '../../queue/index.ts';
import type { EventIdentity } from '../webhooks/identity.ts';
import type { DomainEvent } from './domain-event.ts';

export type DeliveryRow = Selectable<WebhookDeliveries>;
export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED';

/** One attempt, as stored. */
export interface LoggedAttempt {
  readonly date: string;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly answer: string | null;
  readonly error: string | null;
}

/** Maximum number of stored attempts, because an owner may send one delivery again and again. */
const MAX_LOGGED_ATTEMPTS = 30;

export interface NewDelivery {
  readonly siteId: string;
  readonly eventType: string;
  readonly entityId: string;
  readonly event: DomainEvent;
  readonly identity: EventIdentity;
}

/** Inserts one delivery for each of the webhooks, with these ids. */
export function insertDeliveries(
  db: Db,
  { siteId, eventType, entityId, event, identity }: NewDelivery,
  webhooks: readonly { readonly webhookId: string; readonly id: string }[],
): Promise<DeliveryRow[]> {
  return db
    .insertInto('webhook_deliveries')
    .values(
      webhooks.map(({ webhookId, id }) => ({
        ...{ site_id: siteId, id, webhook_id: webhookId, event_type: eventType, entity_id: entityId },
        event: json(event),
        identity: json(identity),
      })),
    )
    .returningAll()
    .execute();
}

/** Returns webhooks with due deliveries in random order, so that each has the same chance if not all can be served. */
export const listDueWebhooks = (
  db: Db,
  { full, limit }: { full: readonly string[]; limit: number },
): Promise<{ siteId: string; webhookId: string }[]> =>
  readLiveSites(db, (isRead) =>
    db
      .selectFrom('webhooks')
      .select(['site_id as siteId', 'id as webhookId'])
      .where(isRead('webhooks.site_id'))
      .where('id', '<>', sql<string>`all(${full}::uuid[])`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhook_deliveries as due')
            .select(sql`1`.as('found'))
            .where(isRead('due.site_id'))
            .whereRef('due.site_id', '=', 'webhooks.site_id')
            .whereRef('due.webhook_id', '=', 'webhooks.id')
            .where('due.status', '=', 'PENDING')
            .where('due.next_attempt_at', '<=', sql<Date>`now()`),
        ),
      )
      .orderBy(sql`random()`)
      .limit(limit)
      .execute(),
  );

/**
 * The queue of deliveries. The lease of a delivery is stored as its due time, so a delivery that is being sent becomes
 * due again when the lease ends.
 */
export const deliveryQueue: LeasedTable = {
  name: 'webhook_deliveries',
  waiting: sql<boolean>`status = 'PENDING'`,
  dueAt: 'next_attempt_at',
  leasedUntil: 'next_attempt_at',
};

export const isOfWebhook = ({ siteId, webhookId }: { siteId: string; webhookId: string }) =>
  sql<boolean>`site_id = ${siteId} and webhook_id = ${webhookId}`;

/** Ends a lease and records the attempt; does nothing if another process has taken over the lease. */
export async function finishDelivery(
  db: Db,
  { site_id, id, lease_id }: DeliveryRow,
  outcome: { status: DeliveryStatus; nextAttemptAt: Date; attempted: LoggedAttempt | null; isUncounted?: boolean },
): Promise<void> {
  const { status, nextAttemptAt, attempted, isUncounted = false } = outcome;
  const entries = json(attempted ? [attempted] : []);
  const recent = sql`case when jsonb_array_length(attempt_log) < ${MAX_LOGGED_ATTEMPTS} then attempt_log else attempt_log - 0 end`;
  await db
    .updateTable('webhook_deliveries')
    .set({
      status,
      next_attempt_at: nextAttemptAt,
      lease_id: null,
      attempts: sql<number>`attempts - ${isUncounted ? 1 : 0}`,
      finished_at: status === 'PENDING' ? null : sql<Date>`now()`,
      attempt_log: sql<never>`${recent} || ${entries}`,
    })
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .where('lease_id', '=', lease_id)
    .execute();
}

/** Lists deliveries, newest first. With `cursor`, lists only deliveries older than the delivery with this id. */
export const listDeliveries = (
  db: Db,
  siteId: string,
  filter: { webhookId?: string; status?: DeliveryStatus; cursor?: string; limit: number },
): Promise<Omit<DeliveryRow, 'event'>[]> =>
  db
    .selectFrom('webhook_deliveries')
    .select(['site_id', 'id', 'webhook_id', 'event_type', 'entity_id', 'identity', 'status', 'attempts'])
    .select(['next_attempt_at', 'lease_id', 'attempt_log', 'created_at', 'finished_at'])
    .where('site_id', '=', siteId)
    .$if(filter.webhookId !== undefined, (query) => query.where('webhook_id', '=', filter.webhookId ?? ''))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status ?? ''))
    .$if(filter.cursor !== undefined, (query) => query.where('id', '<', filter.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute();

export const findDelivery = (db: Db, siteId: string, id: string): Promise<DeliveryRow | undefined> =>
  db.selectFrom('webhook_deliveries').selectAll().where('site_id', '=', siteId).where('id', '=', id).executeTakeFirst();

/** Makes a delivery due and resets its attempts. An attempt in progress continues, but its outcome is ignored. */
export const requeueDelivery = (db: Db, siteId: string, id: string): Promise<DeliveryRow | undefined> =>
  db
    .updateTable('webhook_deliveries')
    .set({ status: 'PENDING', attempts: 0, next_attempt_at: sql<Date>`now()`, finished_at: null, lease_id: null })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('event', 'is not', null)
    .returningAll()
    .executeTakeFirst();

/** Erases the data of deleted people. Pending deliveries are skipped, because they must be sent first. */
export const eraseDeliveries = (db: Db, siteId: string, entityIds: readonly string[]) =>
  db
    .updateTable('webhook_deliveries')
    .set({ event: null, identity: sql<never>`'{}'::jsonb`, attempt_log: sql<never>`'[]'::jsonb` })
    .where('site_id', '=', siteId)
    .where('entity_id', '=', sql<string>`any(${entityIds}::text[])`)
    .where('status', '<>', 'PENDING')
    .execute();

/** Deletes a batch of deliveries created before `until`, and returns their number. */
export async function deleteOldDeliveries(db: Db, until: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_deliveries')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('site_id', 'id'),
        'in',
        selectFrom('webhook_deliveries')
          .select(['site_id', 'id'])
          .where('created_at', '<', until)
          .orderBy('created_at')
          .limit(limit)
          .$asTuple('site_id', 'id'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
