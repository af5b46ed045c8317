import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Apps } from '../../db/tables.gen.ts';

/**
 * Returns an active app by its client id, on any site, because an anonymous call identifies its site by the client id.
 */
export const findApp = (db: Db, clientId: string) =>
  db.selectFrom('apps').selectAll().where('id', '=', clientId).where('deleted_at', 'is', null).executeTakeFirst();

export const listApps = (db: Db, siteId: string) =>
  db
    .selectFrom('apps')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(200)
    .execute();

export const insertApp = (db: Db, app: Insertable<Apps>) =>
  db.insertInto('apps').values(app).returningAll().executeTakeFirstOrThrow();

/** Returns an active app of the site, locked against other writers until the transaction ends. */
export const lockApp = (db: Db, siteId: string, clientId: string) =>
  db
    .selectFrom('apps')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', clientId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const updateApp = (db: Db, clientId: string, changes: Updateable<Apps>) =>
  db.updateTable('apps').set(changes).where('id', '=', clientId).returningAll().executeTakeFirstOrThrow();

/** Records that tokens were issued to the app. Sends no change notice, so that no cache is invalidated. */
export const updateAppUse = (db: Db, clientId: string, now: Date) =>
  db
    .updateTable('apps')
    .set({ first_used_at: sql`coalesce(first_used_at, ${now})`, last_used_at: now })
    .where('id', '=', clientId)
    .execute();

export const deleteApp = (db: Db, siteId: string, clientId: string) =>
  db
    .updateTable('apps')
    .set({ deleted_at: sql`now()` })
    .where('site_id', '=', siteId)
    .where('id', '=', clientId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
