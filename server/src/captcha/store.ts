import type { Db } from '../db/index.ts';

/** Marks a challenge as used. Returns false if it was used before. */
export async function insertUsedCaptcha(db: Db, siteId: string, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const row = await db
    .insertInto('used_captchas')
    .values({ site_id: siteId, token_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['site_id', 'token_hash']).doNothing())
    .returning('site_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes used challenges that have expired, because expired ones are rejected anyway. */
export async function sweepUsedCaptchas(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('used_captchas').where('expires_at', '<=', now).execute();
}
