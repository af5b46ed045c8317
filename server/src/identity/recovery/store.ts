import type { Db } from '../../db/index.ts';

export type Purpose = 'RECOVERY' | 'ACTIVATION' | 'SET_PASSWORD';

export interface NewRecovery {
  readonly token_hash: Buffer;
  readonly member_id: string;
  readonly purpose: Purpose;
  readonly redirect_url: string | null;
  readonly redirect_app_id: string | null;
  readonly request: string | null;
  readonly expires_at: Date;
}

export const insertRecovery = (db: Db, siteId: string, recovery: NewRecovery) =>
  db
    .insertInto('recovery_tokens')
    .values({ ...recovery, site_id: siteId })
    .execute();

export const findRecovery = (db: Db, siteId: string, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('recovery_tokens')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Deletes the token and returns it. Of several concurrent calls, only one gets it. */
export const consumeRecovery = (db: Db, siteId: string, tokenHash: Buffer, now: Date) =>
  db
    .deleteFrom('recovery_tokens')
    .where('site_id', '=', siteId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** Deletes all links of a member; called after one of them is used. */
export const deleteRecoveriesOfMember = (db: Db, siteId: string, memberId: string) =>
  db.deleteFrom('recovery_tokens').where('site_id', '=', siteId).where('member_id', '=', memberId).execute();
