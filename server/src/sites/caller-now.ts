import type { Db } from '../db/index.ts';
import type { Caller } from '../kernel/caller.ts';
import { findLiveKeyById } from './keys/store.ts';
import { findRoleOfUser } from './store.ts';

/**
 * The caller of earlier with the rights of today, for work that goes on after the request: a user with their present
 * role, a key with its scopes; null once the user has no role on the site, or the key was revoked or has expired.
 * Members are the identity slice's to judge.
 */
export async function callerNow(db: Db, siteId: string, caller: Caller, now: Date): Promise<Caller | null> {
  if (caller.kind === 'user') {
    const role = await findRoleOfUser(db, caller.id, siteId);
    return role && { ...caller, role };
  }
  if (caller.kind !== 'key') return caller;
  const key = await findLiveKeyById(db, siteId, caller.id, now);
  return key ? { ...caller, scopes: key.scopes } : null;
}
