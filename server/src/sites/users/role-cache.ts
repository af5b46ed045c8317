import { onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import { createBoundedCache } from '../../kernel/bounded-cache.ts';
import type { SiteRole } from '../../kernel/caller.ts';
import { nameCache } from '../../kernel/diagnostics.ts';
import { isGuid } from '../../kernel/ids.ts';
import { findRole } from '../store.ts';

const MAX_CACHED = 10_000;

/** Caches the role of a dashboard user on a site while the session is valid, until a session or site changes. */
export function createRoleCache(db: Db) {
  const roles = nameCache('roles', createBoundedCache<SiteRole>(MAX_CACHED));
  let changes = 0;
  const clear = (): void => {
    changes += 1;
    roles.clear();
  };
  const subscriptions = [onChange('session', clear), onChange('site', clear)];

  return {
    async find(userId: string, sessionId: string, siteId: string): Promise<SiteRole | 'NO_ROLE' | null> {
      const name = `${userId} ${sessionId} ${siteId}`;
      const known = roles.get(name);
      if (known) return known;
      const before = changes;
      if (!isGuid(siteId)) return 'NO_ROLE';
      const role = isGuid(sessionId) ? await findRole(db, userId, sessionId, siteId) : null;
      // A role that was revoked during the query must not be cached.
      if (role && role !== 'NO_ROLE' && before === changes) roles.set(name, role);
      return role;
    },
    stop(): void {
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}
