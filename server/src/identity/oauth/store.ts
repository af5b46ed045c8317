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
 * Marks the code as used and returns it in one statement, so that only one of many parallel exchanges gets it. The row
 * stores the session that the code is exchanged for, because a replay may have to end that session.
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

/** Returns a code that was used, with the session that it was exchanged for. */
export const findUsedCode = (db: Db, siteId: string, codeHash: Buffer) =>
  db
    .selectFrom('authorization_codes')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is not', null)
    .executeTakeFirst();
