import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

export interface NewState {
  readonly token_hash: Buffer;
  /** Null if the address belongs to another member, which the response must not reveal. */
  readonly member_id: string | null;
  readonly email: string;
  readonly language: string | null;
  readonly expires_at: Date;
}

export const insertState = (db: Db, siteId: string, state: NewState) =>
  db
    .insertInto('sign_in_states')
    .values({ ...state, site_id: siteId })
    .execute();

export const findState = (db: Db, siteId: string, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('sign_in_states')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Replaces the code. Returns undefined if the limit of mails is reached. */
export async function replaceCode(
  db: Db,
  siteId: string,
  tokenHash: Buffer,
  code: { mac: Buffer; expiresAt: Date; maxMails: number },
) {
  return db
    .updateTable('sign_in_states')
    .set({ code_mac: code.mac, code_expires_at: code.expiresAt, wrong_codes: 0, mails: sql`mails + 1` })
    .where('site_id', '=', siteId)
    .where('token_hash', '=', tokenHash)
    .where('mails', '<', code.maxMails)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Counts a guess and returns the row. Counting it before the comparison ensures that of many concurrent guesses, at
 * most `maxWrongCodes` are compared with one code.
 */
export const countGuess = (db: Db, siteId: string, tokenHash: Buffer, now: Date, maxWrongCodes: number) =>
  db
    .updateTable('sign_in_states')
    .set({ wrong_codes: sql`wrong_codes + 1` })
    .where('site_id', '=', siteId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('code_expires_at', '>', now)
    .where('wrong_codes', '<', maxWrongCodes)
    .returningAll()
    .executeTakeFirst();

/** Ends the sign-in. Returns true to only one of two concurrent calls. */
export async function consumeState(db: Db, siteId: string, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_states')
    .where('site_id', '=', siteId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends all pending sign-ins of a member; called when the password changes or the member is deleted. */
export const deleteStatesOfMember = (db: Db, siteId: string, memberId: string) =>
  db.deleteFrom('sign_in_states').where('site_id', '=', siteId).where('member_id', '=', memberId).execute();
