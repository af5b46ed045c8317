/** All SQL of webhook deliveries. */
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { WebhookDeliveries } from '../../db/tables.gen.ts';
import type { LeasedTable } from '../../queue/index.ts';
import type { ToldIdentity } from '../webhooks/identity.ts';
import type { DomainEvent } from './domain-event.ts';

export type DeliveryRow = Selectable<WebhookDeliveries>;
export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED';

/** One attempt, as stored. */
export interface Attempted {
  readonly date: string;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly answer: string | null;
  readonly error: string | null;
}

/** Attempts to store, because an owner may send one delivery again and again. */
const KEPT_ATTEMPTS = 30;

export interface NewDelivery {
  readonly siteId: string;
  readonly eventType: string;
  readonly entityId: string;
  readonly event: DomainEvent;
  readonly identity: ToldIdentity;
}

/** Inserts one delivery for each of the webhooks, with the given ids. */
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
export async function listDueWebhooks(
  db: Db,
  { full, limit }: { full: readonly string[]; limit: number },
): Promise<{ siteId: string; webhookId: string }[]> {
  const { rows } = await sql<{ siteId: string; webhookId: string }>`
    select site_id as "siteId", id as "webhookId" from webhooks
    where id <> all(${full}::uuid[]) and exists (
      select from webhook_deliveries as due
      where due.site_id = webhooks.site_id and due.webhook_id = webhooks.id
        and due.status = 'PENDING' and due.next_attempt_at <= now())
    order by random() limit ${limit}`.execute(db);
  return rows;
}

/** The lease of a delivery is its due time: a delivery being sent becomes due again when the lease ends. */
export const deliveryQueue: LeasedTable = {
  name: 'webhook_deliveries',
  waiting: sql<boolean>`status = 'PENDING'`,
  dueAt: 'next_attempt_at',
  leasedUntil: 'next_attempt_at',
};

export const ofWebhook = ({ siteId, webhookId }: { siteId: string; webhookId: string }) =>
  sql<boolean>`site_id = ${siteId} and webhook_id = ${webhookId}`;

/** Ends a lease and records the attempt; does nothing if another process has taken over the lease. */
export async function finishDelivery(
  db: Db,
  { site_id, id, lease_id }: DeliveryRow,
  outcome: { status: DeliveryStatus; nextAttemptAt: Date; attempted: Attempted | null; uncounted?: boolean },
): Promise<void> {
  const { status, nextAttemptAt, attempted, uncounted = false } = outcome;
  const entry = attempted ? JSON.stringify([attempted]) : '[]';
  await sql`
    update webhook_deliveries set
      status = ${status}, next_attempt_at = ${nextAttemptAt}, lease_id = null, attempts = attempts - ${uncounted ? 1 : 0},
      finished_at = case when ${status} = 'PENDING' then null else now() end,
      attempt_log = case when jsonb_array_length(attempt_log) < ${KEPT_ATTEMPTS} then attempt_log else attempt_log - 0 end
        || ${entry}::jsonb
    where site_id = ${site_id} and id = ${id} and lease_id = ${lease_id}`.execute(db);
}

/** Newest first, after the delivery `cursor`. */
export const listDeliveries = (
  db: Db,
  siteId: string,
  asked: { webhookId?: string; status?: DeliveryStatus; cursor?: string; limit: number },
): Promise<Omit<DeliveryRow, 'event'>[]> =>
  db
    .selectFrom('webhook_deliveries')
    .select(['site_id', 'id', 'webhook_id', 'event_type', 'entity_id', 'identity', 'status', 'attempts'])
    .select(['next_attempt_at', 'lease_id', 'attempt_log', 'created_at', 'finished_at'])
    .where('site_id', '=', siteId)
    .$if(asked.webhookId !== undefined, (query) => query.where('webhook_id', '=', asked.webhookId ?? ''))
    .$if(asked.status !== undefined, (query) => query.where('status', '=', asked.status ?? ''))
    .$if(asked.cursor !== undefined, (query) => query.where('id', '<', asked.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(asked.limit)
    .execute();

export const findDelivery = (db: Db, siteId: string, id: string): Promise<DeliveryRow | undefined> =>
  db.selectFrom('webhook_deliveries').selectAll().where('site_id', '=', siteId).where('id', '=', id).executeTakeFirst();

/** Makes it due with a new set of tries. An attempt in progress continues, but its outcome is ignored. */
export const requeueDelivery = (db: Db, siteId: string, id: string): Promise<DeliveryRow | undefined> =>
  db
    .updateTable('webhook_deliveries')
    .set({ status: 'PENDING', attempts: 0, next_attempt_at: sql<Date>`now()`, finished_at: null, lease_id: null })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('event', 'is not', null)
    .returningAll()
    .executeTakeFirst();

/** Erases the data of deleted people. Deliveries that still wait are sent first. */
export const emptyDeliveries = (db: Db, siteId: string, entityIds: readonly string[]) =>
  db
    .updateTable('webhook_deliveries')
    .set({ event: null, identity: sql<never>`'{}'::jsonb`, attempt_log: sql<never>`'[]'::jsonb` })
    .where('site_id', '=', siteId)
    .where('entity_id', '=', sql<string>`any(${entityIds}::text[])`)
    .where('status', '<>', 'PENDING')
    .execute();

/** Deletes a batch of deliveries made before `until`, and returns how many. */
export async function deleteOldDeliveries(db: Db, until: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where (site_id, id) in
      (select site_id, id from webhook_deliveries where created_at < ${until} order by created_at limit ${most})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
