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

/** Takes the token away: of any number that try at once, one has it. */
export const consumeRecovery = (db: Db, siteId: string, tokenHash: Buffer, now: Date) =>
  db
    .deleteFrom('recovery_tokens')
    .where('site_id', '=', siteId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** One link that was used makes every other of the member worthless. */
export const deleteRecoveriesOfMember = (db: Db, siteId: string, memberId: string) =>
  db.deleteFrom('recovery_tokens').where('site_id', '=', siteId).where('member_id', '=', memberId).execute();
