import type { Kysely } from 'kysely';
import type { Tables } from './tables.gen.ts';

/**
 * The database handle: typed tables through Kysely, raw SQL through its `sql` tag. Repeated statements are prepared
 * (statement-names.ts).
 */
export type Db = Kysely<Tables>;

declare module '../kernel/ctx.ts' {
  interface Ctx {
    readonly db: Db;
  }
}
