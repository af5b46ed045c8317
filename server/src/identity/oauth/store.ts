import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

export interface NewCode {
  readonly code_hash: Buffer;
  readonly app_id: string;
  readonly member_id: string;
  readonly parent_session_id: string | null;
  readonly redirect_uri: string | null;
  readonly code_challenge: string;
  readonly scope: string | null;
  readonly nonce: string | null;
  readonly auth_time: Date;
  readonly expires_at: Date;
}

export const insertCode = (db: Db, siteId: string, code: NewCode) =>
  db
    .insertInto('authorization_codes')
    .values({ ...code, site_id: siteId })
    .execute();

/**
 * Marks the code as used and answers it, all in one statement: of any number of exchanges at once, one gets it. The
 * session that it is exchanged for is noted with it, so that a replay can end that session.
 */
export const consumeCode = (db: Db, siteId: string, codeHash: Buffer, sessionId: string, now: Date) =>
  db
    .updateTable('authorization_codes')
    .set({ used_at: now, session_id: sessionId })
    .where('site_id', '=', siteId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** The session that a used code was exchanged for. */
export async function findSessionOfUsedCode(db: Db, siteId: string, codeHash: Buffer): Promise<string | null> {
  const { rows } = await sql<{ session_id: string | null }>`
    select session_id from authorization_codes
    where site_id = ${siteId} and code_hash = ${codeHash} and used_at is not null`.execute(db);
  return rows[0]?.session_id ?? null;
}
