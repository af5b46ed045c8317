import type pg from 'pg';

export interface DatabaseDescription {
  readonly version: string;
  readonly encoding: string;
  readonly collation: string;
  /** Size as text, such as "12 MB". */
  readonly size: string;
  readonly appliedMigrations: number;
}

/** Describes the database of the connection, with or without an installation, for `portico doctor`. */
export async function describeDatabase(client: pg.ClientBase): Promise<DatabaseDescription> {
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
            datcollate as collation, pg_size_pretty(pg_database_size(datname)) as size,
            to_regclass('portico.migrations') is not null as "isPrepared"
     from pg_database where datname = current_database()`,
  );
  const { isPrepared, ...description } = rows[0];
  if (!isPrepared) return { ...description, appliedMigrations: 0 };
  const { rows: counts } = await client.query('select count(*)::int as count from portico.migrations');
  return { ...description, appliedMigrations: counts[0].count };
}
