/** Marks, lists and restores deleted sites. */
import type { Db } from '../../db/index.ts';

/** Number of days for which a deleted site can be restored; then it is removed permanently. */
export const RESTORE_DAYS = 30;

const oldestRestorable = (now: Date): Date => new Date(now.getTime() - RESTORE_DAYS * 86_400_000);

export const markDeleted = (db: Db, id: string, now: Date) =>
  db
    .updateTable('sites')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Returns deleted sites that the user owned, as long as they can be restored. */
export const listRestorable = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('sites')
    .innerJoin('site_users', 'site_users.site_id', 'sites.id')
    .selectAll('sites')
    .where('site_users.user_id', '=', userId)
    .where('site_users.role', '=', 'owner')
    .where('sites.deleted_at', '>', oldestRestorable(now))
    .orderBy('sites.deleted_at', 'desc')
    .limit(1_000)
    .execute();

/** Restores a site that the user owned. Returns undefined if there is none, or if it can no longer be restored. */
export const unmarkDeleted = (db: Db, siteId: string, userId: string, now: Date) =>
  db
    .updateTable('sites')
    .set({ deleted_at: null, updated_at: now })
    .where('id', '=', siteId)
    .where('deleted_at', '>', oldestRestorable(now))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('site_users')
          .select('user_id')
          .where('site_id', '=', siteId)
          .where('user_id', '=', userId)
          .where('role', '=', 'owner'),
      ),
    )
    .returningAll()
    .executeTakeFirst();

/** Returns deleted sites that can no longer be restored. */
export const listOverdue = (db: Db, now: Date) =>
  db
    .selectFrom('sites')
    .select(['id', 'schema_name'])
    .where('deleted_at', '<=', oldestRestorable(now))
    .orderBy('deleted_at')
    .limit(100)
    .execute();
