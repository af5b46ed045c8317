import type pg from 'pg';

/**
 * Drops the foreign keys of the shared tables, so that rows can be inserted in any order. Returns a function that
 * recreates the keys and thereby checks all rows. The database owner may do this, whereas disabling triggers requires a
 * superuser.
 */
export async function dropForeignKeys(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
       from pg_constraint
      where contype = 'f' and connamespace = 'portico'::regnamespace and conparentid = 0
      order by conname`,
  );
  for (const { drop } of rows) await client.query(drop);
  return async () => {
    for (const { add } of rows) await client.query(add);
  };
}
