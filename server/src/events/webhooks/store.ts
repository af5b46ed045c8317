import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Webhooks } from '../../db/tables.gen.ts';

export type WebhookRow = Selectable<Webhooks>;

/** Returns the event types to which the site's active webhooks subscribe. */
export async function listSubscribedTypes(db: Db, siteId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(sql<string>`unnest(event_types)`.as('type'))
    .distinct()
    .where('site_id', '=', siteId)
    .where('enabled', '=', true)
    .execute();
  return rows.map((row) => row.type);
}

/** Returns the active webhooks of the site that subscribe to one of the types. */
export async function listWebhooksFor(db: Db, siteId: string, types: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where('site_id', '=', siteId)
    .where('enabled', '=', true)
    .where(sql<boolean>`event_types && ${types}::text[]`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Locks the creation of webhooks of the site until the transaction ends, so that concurrent calls cannot exceed the
 * limit.
 */
export const lockWebhooksOfSite = (db: Db, siteId: string) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${`webhooks ${siteId}`}, 0))`.as('locked')).execute();

export async function countWebhooks(db: Db, siteId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertWebhook = (db: Db, row: Insertable<Webhooks>): Promise<WebhookRow> =>
  db.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow();

export const listWebhooks = (db: Db, siteId: string, limit: number): Promise<WebhookRow[]> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export const findWebhook = (db: Db, siteId: string, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('site_id', '=', siteId).where('id', '=', id).executeTakeFirst();

export const lockWebhook = (db: Db, siteId: string, id: string): Promise<WebhookRow | undefined> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const updateWebhook = (db: Db, siteId: string, id: string, change: Updateable<Webhooks>): Promise<WebhookRow> =>
  db
    .updateTable('webhooks')
    .set(change)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteWebhook = (db: Db, siteId: string, id: string): Promise<WebhookRow | undefined> =>
  db.deleteFrom('webhooks').where('site_id', '=', siteId).where('id', '=', id).returningAll().executeTakeFirst();

/** Marks the webhook as failing since `now`, unless it was already failing. */
export const markFailing = (db: Db, siteId: string, id: string, now: Date) =>
  db
    .updateTable('webhooks')
    .set({ failing_since: now })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('failing_since', 'is', null)
    .execute();

export const clearFailing = (db: Db, siteId: string, id: string) =>
  db
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute();

/** Disables the webhook. Returns it unless it was already disabled. */
export const disableWebhook = (
  db: Db,
  siteId: string,
  id: string,
  reason: 'GONE' | 'FAILING',
): Promise<WebhookRow | undefined> =>
  db
    .updateTable('webhooks')
    .set({ enabled: false, disabled_reason: reason, updated_at: sql<Date>`now()` })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('enabled', '=', true)
    .returningAll()
    .executeTakeFirst();
