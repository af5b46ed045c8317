import { sql } from 'kysely';
import type { Db } from './handle.ts';

/** Returns true if another connection to this database has a name with the prefix, but not this name. */
export async function hasOtherName(db: Db, prefix: string, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${prefix}) and application_name <> ${name}
    limit 1`.execute(db);
  return rows.length > 0;
}
