import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Collection } from '../collections/collection.ts';
import type { ColumnKind } from '../query/scope.ts';

const SAMPLE = 1_000;
const KIND_OF: Readonly<Record<string, ColumnKind>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  object: 'date',
  array: 'list',
};

/** Returns the most frequent kind of an undeclared field's values among the newest items, or text if there are none. */
export async function sampleKind(db: Db, { table }: Collection, path: readonly string[]): Promise<ColumnKind> {
  const { rows } = await sql<{ type: string }>`
    select type from (
      select jsonb_typeof(value) as type, value from (
        select data #> ${path}::text[] as value from ${sql.raw(table)} order by created_at desc, id desc limit ${SAMPLE}
      ) as newest
    ) as typed
    where type <> 'null' and (type <> 'object' or value ? '$date')
    group by type order by count(*) desc limit 1`.execute(db);
  return KIND_OF[rows[0]?.type ?? 'string'] ?? 'text';
}
