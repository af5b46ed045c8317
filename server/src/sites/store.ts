import { sql } from 'kysely';
import { notifyChange } from '../db/changes.ts';
import type { Db } from '../db/index.ts';
import { createSiteSchema } from '../db/site-schema.ts';
import { json } from '../db/statements.ts';
import type { SiteRole } from '../kernel/caller.ts';

const selectLiveSites = (db: Db) => db.selectFrom('sites').selectAll().where('deleted_at', 'is', null);

export const findSite = (db: Db, id: string) => selectLiveSites(db).where('id', '=', id).executeTakeFirst();

export const findSiteByShortId = (db: Db, shortId: string) =>
  selectLiveSites(db).where('short_id', '=', shortId).executeTakeFirst();

/** Includes deleted sites, which reserve their slug while they can be restored. */
export const findSiteBySlug = (db: Db, slug: string) =>
  db.selectFrom('sites').selectAll().where('slug', '=', slug).executeTakeFirst();

/** Returns all sites that are not deleted, oldest first: the first is the one at PUBLIC_URL. */
export const listSites = (db: Db) => selectLiveSites(db).orderBy('created_at').orderBy('id').limit(10_000).execute();

export const findFirstSite = (db: Db) =>
  db.selectFrom('sites').selectAll().orderBy('created_at').orderBy('id').executeTakeFirst();

export const findFirstAccount = (db: Db) =>
  db.selectFrom('accounts').selectAll().orderBy('created_at').executeTakeFirst();

export const insertAccount = (db: Db, account: { id: string; name: string }) =>
  db.insertInto('accounts').values(account).execute();

export async function insertSite(
  db: Db,
  site: { id: string; short_id: string; account_id: string; name: string; slug: string; schema_name: string },
) {
  await createSiteSchema(db, site.schema_name);
  return db.insertInto('sites').values(site).returningAll().executeTakeFirstOrThrow();
}

export const updateSiteName = (db: Db, id: string, name: string) =>
  db
    .updateTable('sites')
    .set({ name, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns the site, locked against other writers until the transaction ends. */
export const lockSite = (db: Db, id: string) =>
  db.selectFrom('sites').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Merges `settings` into the stored ones; omitted settings stay unchanged. Notifies every process. */
export async function mergeSettings(db: Db, id: string, settings: object): Promise<void> {
  await db
    .updateTable('sites')
    .set({ settings: sql`settings || ${json(settings)}`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  await notifyChange(db, 'site', id);
}

export const listSitesOfUser = (db: Db, userId: string) =>
  db
    .selectFrom('site_users')
    .innerJoin('sites', 'sites.id', 'site_users.site_id')
    .selectAll('sites')
    .select('site_users.role')
    .where('site_users.user_id', '=', userId)
    .where('sites.deleted_at', 'is', null)
    .orderBy('sites.created_at')
    .limit(1_000)
    .execute();

/** Returns the e-mail addresses of the site's owners and admins, for mails about it. */
export async function listAdminEmails(db: Db, siteId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('site_users')
    .innerJoin('users', 'users.id', 'site_users.user_id')
    .select('users.email')
    .where('site_users.site_id', '=', siteId)
    .where('site_users.role', 'in', ['owner', 'admin'])
    .orderBy('site_users.created_at')
    .limit(20)
    .execute();
  return rows.map((row) => row.email);
}

/** Makes the owners of the account's other sites owners of a new site, because the account owns all its sites. */
export const insertOwnersOfAccount = (db: Db, accountId: string, siteId: string) =>
  db
    .insertInto('site_users')
    .columns(['site_id', 'user_id', 'role'])
    .expression((eb) =>
      eb
        .selectFrom('site_users')
        .innerJoin('sites', 'sites.id', 'site_users.site_id')
        .distinct()
        .select([sql<string>`${siteId}::uuid`.as('site_id'), 'site_users.user_id', sql<string>`'owner'`.as('role')])
        .where('sites.account_id', '=', accountId)
        .where('site_users.role', '=', 'owner'),
    )
    .execute();

export const insertSiteUser = (db: Db, row: { site_id: string; user_id: string; role: SiteRole }) =>
  db
    .insertInto('site_users')
    .values(row)
    .onConflict((on) => on.columns(['site_id', 'user_id']).doUpdateSet({ role: row.role }))
    .execute();

/** Returns the user's role on the site; null once the session has ended. */
export async function findRole(
  db: Db,
  userId: string,
  sessionId: string,
  siteId: string,
): Promise<SiteRole | 'NO_ROLE' | null> {
  const row = await db
    .selectFrom('user_sessions')
    .leftJoin('site_users', (join) =>
      join.onRef('site_users.user_id', '=', 'user_sessions.user_id').on('site_users.site_id', '=', siteId),
    )
    .select('site_users.role')
    .where('user_sessions.user_id', '=', userId)
    .where('user_sessions.id', '=', sessionId)
    .where('user_sessions.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ? ((row.role as SiteRole | null) ?? 'NO_ROLE') : null;
}

/** Returns the user's role on the site, whether signed in or not. */
export async function findRoleOfUser(db: Db, userId: string, siteId: string): Promise<SiteRole | null> {
  const row = await db
    .selectFrom('site_users')
    .select('role')
    .where('site_id', '=', siteId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (row?.role as SiteRole | undefined) ?? null;
}
