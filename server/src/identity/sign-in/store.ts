/** Writes the columns of a member that change during sign-in. The SQL that reads members is in members/store.ts. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { MemberDetails } from '../members/details.ts';
import type { MemberRow } from '../members/wire.ts';

/**
 * Locks registrations of this address until the transaction ends. Uses an advisory lock, because the row of a new
 * member does not exist yet.
 */
export const lockRegistrationsOf = (db: Db, siteId: string, email: string) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${`${siteId} ${email}`}, 0))`.as('locked')).execute();

export const lockMemberByEmail = (db: Db, siteId: string, email: string) =>
  db
    .selectFrom('members')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('login_email', '=', email)
    .forUpdate()
    .executeTakeFirst() as Promise<MemberRow | undefined>;

/** Deletes a member who has not verified the address. Nothing refers to the row of such a member yet. */
export const deleteUnverifiedMember = (db: Db, siteId: string, id: string) =>
  db.deleteFrom('members').where('site_id', '=', siteId).where('id', '=', id).where('status', '=', 'PENDING').execute();

/** Updates only if the old hash is unchanged, so that a concurrent change of the password wins. */
export const replacePasswordHash = (db: Db, siteId: string, id: string, from: string, to: string) =>
  db
    .updateTable('members')
    .set({ password_hash: to })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute();

export interface Progress {
  readonly status?: string;
  readonly status_reasons?: string[];
  readonly login_email_verified?: boolean;
  readonly password_hash?: string;
  readonly password_reset_required?: boolean;
  readonly details?: MemberDetails;
}

/** Stores the result of a sign-in step or a password change. */
export const updateProgress = (db: Db, siteId: string, id: string, { details, ...columns }: Progress) =>
  db
    .updateTable('members')
    .set({
      ...columns,
      ...(details ? { details: json(details) } : {}),
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as unknown as Promise<MemberRow>;
