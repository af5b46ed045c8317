import { randomBytes } from 'node:crypto';
import type { Db } from '../db/index.ts';
import { decrypt, encrypt } from '../kernel/encryption.ts';
import type { SigningKey } from '../kernel/tokens.ts';

const PURPOSE = 'signing-key';

/**
 * The keys that sign tokens, newest first; the first start makes one. They are stored encrypted, so that a copy of the
 * database alone cannot forge a token.
 * @throws Error with one sentence where the secret is not the one that this database was made with
 */
export async function loadSigningKeys(db: Db, secret: string): Promise<SigningKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .selectAll()
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
  if (rows.length === 0) return makeFirst(db, secret);
  return rows.map((row) => {
    const plain = decrypt(secret, PURPOSE, row.encrypted_secret);
    if (!plain) {
      throw new Error(
        'PORTICO_SECRET (or the file `secret` in the data folder) is not the one that this database was made with.',
      );
    }
    return { id: row.id, secret: plain };
  });
}

/** Two processes that start at once both try; the id is fixed, so both end with the same key. */
async function makeFirst(db: Db, secret: string): Promise<SigningKey[]> {
  await db
    .insertInto('signing_keys')
    .values({ id: 'k1', encrypted_secret: encrypt(secret, PURPOSE, randomBytes(32)) })
    .onConflict((on) => on.doNothing())
    .execute();
  return loadSigningKeys(db, secret);
}
