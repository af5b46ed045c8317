import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dropDatabase, settingsForDatabase, withClient } from '../testing/cluster.ts';
import { LAYOUT } from './cluster/layout.ts';
import { listMigrations, migrate } from './migrate.ts';

const { settings } = inject('cluster');
const database = `portico_migrate_${randomBytes(4).toString('hex')}`;
beforeAll(() => withClient(settings, null, (client) => client.query(`create database ${database}`)));
afterAll(() => dropDatabase(settings, database));

const run = (options = {}): Promise<string[]> => withClient(settings, database, (client) => migrate(client, options));
const runSql = (text: string) =>
  withClient(settingsForDatabase(settings, database), null, (client) => client.query(text));

describe('migrate', () => {
  it('applies each migration once, even if four processes start together', async () => {
    const applied = await Promise.all([run(), run(), run(), run()]);
    expect(applied.flat()).toEqual(listMigrations().map((migration) => migration.name));
    expect(await run()).toEqual([]);
  });

  it('accepts a newer database that this version tolerates, and rejects one that breaks it', async () => {
    await runSql(`insert into portico.migrations (number, name, hash) values (9999, 'future', 'x')`);
    expect(await run()).toEqual([]);
    await runSql('update portico.migrations set compatible_from = 9999 where number = 9999');
    await expect(run()).rejects.toThrow('newer than this version');
    await runSql('delete from portico.migrations where number = 9999');
  });

  it('adds the compatibility column to a database of a version without it', async () => {
    await runSql('alter table portico.migrations drop column compatible_from');
    expect(await run()).toEqual([]);
    expect((await runSql('select compatible_from from portico.migrations')).rows.length).toBe(listMigrations().length);
  });

  it('rejects a database whose applied migration was changed since', async () => {
    await runSql(`update portico.migrations set hash = 'x' where number = 1`);
    await expect(run()).rejects.toThrow('differs from the migration of this number');
  });
});

describe('the schema can be distributed by site', () => {
  const isOfSite = (table: string): boolean => LAYOUT[table.replace('portico.', '')] === 'site';

  it('has a placement for every table, and for no other', async () => {
    const { rows } = await runSql(
      `select table_name as name from information_schema.tables where table_schema = 'portico'`,
    );
    expect(Object.keys(LAYOUT).toSorted()).toEqual(rows.map((row) => row.name).toSorted());
  });

  it('lists a table after those that it references', async () => {
    const { rows } = await runSql(`
      select conrelid::regclass::text as table, confrelid::regclass::text as referenced
      from pg_constraint where contype = 'f' and connamespace = 'portico'::regnamespace`);
    const position = (table: string): number => Object.keys(LAYOUT).indexOf(table.replace('portico.', ''));
    expect(rows.filter((row) => position(row.table) < position(row.referenced))).toEqual([]);
    // Only tables that are distributed by site may reference a table that is distributed by site.
    expect(rows.filter((row) => isOfSite(row.referenced) && !isOfSite(row.table))).toEqual([]);
  });

  it('every table of a site begins its primary key and each unique index with site_id', async () => {
    const { rows } = await runSql(`
      select c.relname as table, i.indexrelid::regclass::text as index, a.attname as first
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where n.nspname = 'portico' and i.indisunique`);
    const wrong = rows.filter((row) => isOfSite(row.table) && row.first !== 'site_id');
    expect(wrong).toEqual([]);
    const tablesWithKey = new Set(rows.map((row) => row.table));
    const tables = await runSql(
      `select table_name as name from information_schema.tables where table_schema = 'portico'`,
    );
    expect(tables.rows.filter((row) => !tablesWithKey.has(row.name))).toEqual([]);
  });

  it('has no triggers, and each foreign key between distributed tables includes site_id', async () => {
    expect((await runSql(`select tgname from pg_trigger where not tgisinternal`)).rows).toEqual([]);
    const { rows } = await runSql(`
      select conrelid::regclass::text as table, conname, (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as first
      from pg_constraint where contype = 'f' and connamespace = 'portico'::regnamespace`);
    expect(rows.filter((row) => isOfSite(row.table) && row.first !== 'site_id')).toEqual([]);
  });
});
