/** What signing in writes of a member; reading is members/store.ts. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { MemberDetails } from '../members/details.ts';
import type { MemberRow } from '../members/wire.ts';

/**
 * Until the end of the transaction, registrations of this address wait for each other: a row that does not exist yet
 * cannot be locked.
 */
export const lockRegistrationsOf = (db: Db, siteId: string, email: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${siteId} ${email}`}, 0))`.execute(db);

export const lockMemberByEmail = (db: Db, siteId: string, email: string) =>
  db
    .selectFrom('members')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('login_email', '=', email)
    .forUpdate()
    .executeTakeFirst() as Promise<MemberRow | undefined>;

/** Takes away the row of somebody who never proved the address; nothing hangs on it yet. */
export const deleteUnverified = (db: Db, siteId: string, id: string) =>
  db.deleteFrom('members').where('site_id', '=', siteId).where('id', '=', id).where('status', '=', 'PENDING').execute();

/** Only while the password is still the one that was checked. */
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

/** What a step of signing in changes of the member. */
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
