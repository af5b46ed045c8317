import type { Db } from '../../db/index.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { listSites } from '../../sites/index.ts';
import { sweepSite } from './sweep-site.ts';

/** Retention of forms and submissions on every site; one site that fails does not keep the others from being swept. */
export const sweepForms =
  (installation: () => Ctx) =>
  async (db: Db, now: Date): Promise<void> => {
    const base = installation();
    for (const { id } of await listSites(db)) {
      const site = await base.env.site(id);
      if (!site) continue;
      await sweepSite({ ...base, db, now, site }).catch((error: unknown) =>
        base.log.warn({ err: error, siteId: id }, 'the submissions of a site could not be swept; trying again'),
      );
    }
  };
