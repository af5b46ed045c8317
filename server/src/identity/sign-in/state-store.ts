import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

export interface NewState {
  readonly token_hash: Buffer;
  /** null: the address is somebody else's already, and whoever asked must not learn it */
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

/** Puts a new code in place of the former one; undefined once as many mails have left as may. */
export async function putCode(
  db: Db,
  siteId: string,
  tokenHash: Buffer,
  code: { mac: Buffer; expiresAt: Date; mostMails: number },
) {
  return db
    .updateTable('sign_in_states')
    .set({ code_mac: code.mac, code_expires_at: code.expiresAt, wrong_codes: 0, mails: sql`mails + 1` })
    .where('site_id', '=', siteId)
    .where('token_hash', '=', tokenHash)
    .where('mails', '<', code.mostMails)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Counts a guess and answers the row, before the guess is compared: of any number of guesses at once no more than
 * `mostWrong` are ever compared with one code.
 */
export const takeGuess = (db: Db, siteId: string, tokenHash: Buffer, now: Date, mostWrong: number) =>
  db
    .updateTable('sign_in_states')
    .set({ wrong_codes: sql`wrong_codes + 1` })
    .where('site_id', '=', siteId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('code_expires_at', '>', now)
    .where('wrong_codes', '<', mostWrong)
    .returningAll()
    .executeTakeFirst();

/** Ends the sign-in; of two that go on with it at once, one is answered true. */
export async function consumeState(db: Db, siteId: string, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_states')
    .where('site_id', '=', siteId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Sign-ins that had begun count for nothing once the password is another or the member gone. */
export const deleteStatesOfMember = (db: Db, siteId: string, memberId: string) =>
  db.deleteFrom('sign_in_states').where('site_id', '=', siteId).where('member_id', '=', memberId).execute();
