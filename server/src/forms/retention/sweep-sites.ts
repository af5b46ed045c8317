import type { Db } from '../../db/index.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { listSites } from '../../sites/index.ts';
import { sweepSite } from './sweep-site.ts';

/** Sweeps the forms and submissions of every site. If one site fails, continues with the others. */
export const sweepForms =
  (createContext: () => Ctx) =>
  async (db: Db, now: Date): Promise<void> => {
    const base = createContext();
    for (const { id } of await listSites(db)) {
      const site = await base.env.site(id);
      if (!site) continue;
      await sweepSite({ ...base, db, now, site }).catch((error: unknown) =>
        base.log.warn(
          { err: error, siteId: id },
          'The submissions of a site could not be swept. The next sweep retries.',
        ),
      );
    }
  };
