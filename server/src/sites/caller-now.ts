import type { Db } from '../db/index.ts';
import type { Caller } from '../kernel/caller.ts';
import { findApp } from './apps/store.ts';
import { findLiveKeyById } from './keys/store.ts';
import { findRoleOfUser } from './store.ts';

/**
 * The caller of earlier with the rights of today, for work that goes on after the request: a user with their present
 * role, a key with its scopes; null once the user has no role on the site, the key was revoked or has expired, or the
 * app was deleted (a visitor ends with the app that made them). Members are the identity slice's to judge.
 */
export async function callerNow(db: Db, siteId: string, caller: Caller, now: Date): Promise<Caller | null> {
  if (caller.kind === 'user') {
    const role = await findRoleOfUser(db, caller.id, siteId);
    return role && { ...caller, role };
  }
  if (caller.kind === 'app') return (await isAppOf(db, siteId, caller.id)) ? caller : null;
  if (caller.kind === 'visitor' && caller.appId !== '')
    return (await isAppOf(db, siteId, caller.appId)) ? caller : null;
  if (caller.kind !== 'key') return caller;
  const key = await findLiveKeyById(db, siteId, caller.id, now);
  return key ? { ...caller, scopes: key.scopes } : null;
}

/** From the database: what this process remembers may be older than the work. */
const isAppOf = async (db: Db, siteId: string, clientId: string): Promise<boolean> =>
  (await findApp(db, clientId))?.site_id === siteId;
