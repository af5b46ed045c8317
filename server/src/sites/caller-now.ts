import type { Db } from '../db/index.ts';
import type { Caller } from '../kernel/caller.ts';
import { findApp } from './apps/store.ts';
import { findLiveKeyById } from './keys/store.ts';
import { findRoleOfUser } from './store.ts';

/**
 * Returns the caller of an earlier request with its current rights, for work that continues after that request. Returns
 * null if a user has no role on the site any more, a key was revoked or has expired, or an app or the app of a visitor
 * was deleted. The identity slice checks members.
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
