import { onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import type { SiteRole } from '../../kernel/caller.ts';
import { isGuid } from '../../kernel/ids.ts';
import { findRole } from '../store.ts';

const MOST_REMEMBERED = 10_000;

/** A dashboard user's role on a site while the session lives, remembered until a session or site changes. */
export function createRoleDoor(db: Db) {
  const roles = new Map<string, SiteRole>();
  let changes = 0;
  const forget = (): void => {
    changes += 1;
    roles.clear();
  };
  const stops = [onChange('session', forget), onChange('site', forget)];

  return {
    async find(userId: string, sessionId: string, siteId: string): Promise<SiteRole | null> {
      const name = `${userId} ${sessionId} ${siteId}`;
      const known = roles.get(name);
      if (known) return known;
      const before = changes;
      const role = isGuid(siteId) && isGuid(sessionId) ? await findRole(db, userId, sessionId, siteId) : null;
      if (roles.size >= MOST_REMEMBERED) roles.clear();
      // A role taken away while it was being read must not be remembered.
      if (role && before === changes) roles.set(name, role);
      return role;
    },
    stop(): void {
      for (const stop of stops) stop();
    },
  };
}
