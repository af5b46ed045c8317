import type { Db } from '../db/index.ts';
import type { Caller } from '../kernel/caller.ts';
import { findApp } from './apps/store.ts';
import { findLiveKeyById } from './keys/store.ts';
import { findRoleOfUser } from './store.ts';

/**
 * Returns an earlier caller with today's rights, for work that continues after the request: a user with the current
 * role, a key with its scopes; null once the user has no role on the site, the key was revoked or has expired, or the
 * app was deleted (a visitor ends with the app that created it). The identity slice checks members.
 */
export async function loadCaller(db: Db, siteId: string, caller: Caller, now: Date): Promise<Caller | null> {
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

/** Reads the database, because this process's caches may be older than the work. */
const isAppOf = async (db: Db, siteId: string, clientId: string): Promise<boolean> =>
  (await findApp(db, clientId))?.site_id === siteId;
