import { sql } from 'kysely';
import type { Ctx } from '../../kernel/ctx.ts';
import { deleteAll } from '../spam/delete-reports.ts';
import { listSitesWithReports } from '../spam/store.ts';

const KEPT_DAYS = 90;

/** Reports go three months after they were made, with the files that came with them. */
export function sweepSpam(installation: () => Ctx): (_db: unknown, now: Date) => Promise<void> {
  return async (_db, now) => {
    const base = { ...installation(), now };
    const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
    for (const siteId of await listSitesWithReports(base.db, before)) {
      const site = await base.env.site(siteId);
      if (site) await deleteAll({ ...base, site }, sql<boolean>`reported_at < ${before}`);
    }
  };
}
