import type { Ctx } from '../../kernel/ctx.ts';
import { deleteReportsInBatches } from '../spam/delete-reports.ts';
import { isReportedBefore } from '../spam/filter-store.ts';
import { listSitesWithReports } from '../spam/store.ts';

const RETENTION_DAYS = 90;

/** Deletes spam reports older than `RETENTION_DAYS`, with their files. */
export function sweepSpam(createContext: () => Ctx): (_db: unknown, now: Date) => Promise<void> {
  return async (_db, now) => {
    const base = { ...createContext(), now };
    const before = new Date(now.getTime() - RETENTION_DAYS * 86_400_000);
    for (const siteId of await listSitesWithReports(base.db, before)) {
      const site = await base.env.site(siteId);
      if (site) await deleteReportsInBatches({ ...base, site }, isReportedBefore(before));
    }
  };
}
