import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { dropDatabase, settingsForDatabase, withClient } from '../../testing/cluster.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { listMigrations, migrate } from '../migrate.ts';
import type { ConnectionSettings } from '../pool.ts';
import { splitStatements } from '../split-statements.ts';
import * as catalog from './catalog.ts';
import { backup, restore } from './index.ts';
import { qualifyName } from './names.ts';
import { collect, readTar, type TarFile, writeTar } from './tar.ts';

/** Timeout in milliseconds that suffices for the full counts of `npm run prove`. */
const LONG_TIMEOUT_MS = 600_000;

const { nodes } = inject('cluster');
let server: TestServer;
let schema: string;
const folders: string[] = [];
const databases: string[] = [];
let emptyDatabase: ConnectionSettings | undefined;
let plain: Buffer | undefined;

beforeAll(async () => {
  server = await testServer();
  // No worker may change rows between a backup and the comparison with it.
  await vi.waitFor(async () => expect(await runSql(server.settings, 'select from portico.outbox')).toEqual([]), 20_000);
  schema = (await runSql(server.settings, 'select schema_name from portico.sites order by 1'))[0]
    ?.schema_name as string;
  await runSql(
    server.settings,
    `create table ${schema}.everything (
       id text collate "C" not null primary key, number bigint generated always as identity, amount numeric, share double precision default 0.5,
       flag boolean, day date, at timestamptz, span interval, raw bytea, tags text[], key uuid, data jsonb not null,
       "odd ""name" smallint check ("odd ""name" > -5), twice numeric generated always as (amount * 2) stored,
       unique (number), constraint unlike check (id <> 'never')) with (fillfactor = 85);
     create unique index everything_folded on ${schema}.everything (portico.fold_case(id), number desc) where flag;
     create index everything_data on ${schema}.everything using gin (data jsonb_path_ops);
     create statistics ${schema}.everything_related on flag, day from ${schema}.everything;
     create table ${schema}.child (parent text collate "C" references ${schema}.everything (id), self int primary key references ${schema}.child (self))`,
  );
});

afterAll(async () => {
  for (const database of databases) await dropDatabase(server.settings, database);
  await server.stop();
});

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('a round trip', () => {
  it('restores every row, every definition, the files and the secret', async () => {
    await fillEverything(runs(3_000));
    const dataDir = makeFolder();
    mkdirSync(join(dataDir, 'files', 'deep', 'er'), { recursive: true });
    const picture = randomBytes(300_000);
    writeFileSync(join(dataDir, 'files', 'deep', 'er', 'Bild ä.png'), picture);
    writeFileSync(join(dataDir, 'files', 'empty'), '');
    writeFileSync(join(dataDir, 'secret'), 'a secret', { mode: 0o600 });
    const file = join(makeFolder(), 'all.portico');

    const written = await backup(server.settings, { file, dataDir });
    expect(written).toMatchObject({ files: 2 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const target = await createDatabase();
    const restoredDir = makeFolder();
    expect(await restore(target, { file, dataDir: restoredDir })).toEqual(written);

    expect(await readDigests(target)).toEqual(await readDigests(server.settings));
    expect(await readDefinitions(target)).toEqual(await readDefinitions(server.settings));
    expect(readFileSync(join(restoredDir, 'files', 'deep', 'er', 'Bild ä.png')).equals(picture)).toBe(true);
    expect(readdirSync(restoredDir).sort()).toEqual(['files', 'secret']);
    expect(readFileSync(join(restoredDir, 'secret'), 'utf8')).toBe('a secret');
    expect(statSync(join(restoredDir, 'secret')).mode & 0o777).toBe(0o600);

    // The restored sequence must continue after its last value.
    const next = `insert into ${schema}.everything (id, data) values ('next', '{}') returning number`;
    const [restoredNext] = await runSql(target, next);
    const [originalNext] = await runSql(server.settings, `${next}`);
    expect(restoredNext).toEqual(originalNext);
    await runSql(server.settings, `delete from ${schema}.everything where id = 'next'`);
  });

  it('backs up one snapshot while sixteen clients write and collections are created and dropped', {
    timeout: LONG_TIMEOUT_MS,
  }, async () => {
    await runSql(
      server.settings,
      `create table ${schema}.balances (id int primary key, amount int not null);
       create table ${schema}.transfers (id bigint generated always as identity primary key, source int, target int, amount int);
       insert into ${schema}.balances select n, 1000 from generate_series(1, 40) n`,
    );
    const abortController = new AbortController();
    const writers = Promise.all(Array.from({ length: 16 }, (_, n) => transferAmounts(abortController.signal, n)));
    writers.catch(() => abortController.abort());
    const archives: string[] = [];
    try {
      await vi.waitFor(async () => {
        const [transferCount] = await runSql(server.settings, `select count(*)::int as n from ${schema}.transfers`);
        expect(transferCount?.n).toBeGreaterThan(0);
      }, 20_000);
      for (let round = 0; round < runs(20); round++) {
        const file = join(makeFolder(), 'moving.portico');
        await backup(server.settings, { file, dataDir: makeFolder() });
        archives.push(file);
      }
    } finally {
      abortController.abort();
      await writers;
    }
    for (const file of archives) {
      const target = await createDatabase();
      await restore(target, { file, dataDir: makeFolder() });
      const [sumRow] = await runSql(
        target,
        `select (select sum(amount) from ${schema}.balances)::int as money,
                (select count(*) from ${schema}.transfers)::int as transfers,
                (select count(*) from portico.audit_log where action = 'test.transfer')::int as audited,
                (select count(*) from (
                   select b.id from ${schema}.balances b
                    where b.amount <> 1000 + coalesce((select sum(amount) from ${schema}.transfers where target = b.id), 0)
                                           - coalesce((select sum(amount) from ${schema}.transfers where source = b.id), 0)) x)::int as wrong`,
      );
      expect(sumRow).toMatchObject({ money: 40_000, wrong: 0 });
      // On a cluster, these two tables may be on two nodes, and a backup is a snapshot per node.
      if (nodes.length === 0) expect(sumRow?.transfers).toBe(sumRow?.audited);
      expect(sumRow?.transfers).toBeGreaterThan(0);
      await dropDatabase(server.settings, databases.pop() as string);
    }
    await runSql(server.settings, `drop table ${schema}.balances, ${schema}.transfers`);
    await runSql(server.settings, `delete from portico.audit_log where action = 'test.transfer'`);
  });

  it('needs no superuser', async () => {
    const file = join(makeFolder(), 'all.portico');
    await backup(server.settings, { file, dataDir: makeFolder() });
    const role = `portico_owner_${randomBytes(4).toString('hex')}`;
    await runSql(server.settings, `create role ${role} login password 'plain'`);
    const target = asRole(await createDatabase(role), role);
    await restore(target, { file, dataDir: makeFolder() });
    expect(await readDigests(target)).toEqual(await readDigests(server.settings));
    await dropDatabase(server.settings, databases.pop() as string);
    await runSql(server.settings, `drop role ${role}`);
  });

  it('migrates an older backup to the code’s version', async () => {
    const source = await createDatabase();
    await withClient(source, null, (client) => migrate(client, { upTo: 1 }));
    await runSql(source, `insert into portico.accounts (id, name) values (gen_random_uuid(), 'early')`);
    const file = join(makeFolder(), 'old.portico');
    await backup(source, { file, dataDir: makeFolder() });
    const target = await createDatabase();
    await restore(target, { file, dataDir: makeFolder() });
    expect(await runSql(target, 'select name from portico.accounts')).toEqual([{ name: 'early' }]);
    const [row] = await runSql(target, 'select count(*)::int as n from portico.migrations');
    expect(row?.n).toBe(listMigrations().length);
  });
});

describe('a backup is rejected', () => {
  it('if nothing is installed', async () => {
    const attempt = backup(await createDatabase(), { file: join(makeFolder(), 'x'), dataDir: makeFolder() });
    await expect(attempt).rejects.toThrow('There is nothing to back up');
  });

  it('if it would lose an object', async () => {
    await runSql(server.settings, `create view ${schema}.looked as select 1 as one`);
    const attempt = backup(server.settings, { file: join(makeFolder(), 'x'), dataDir: makeFolder() });
    await expect(attempt).rejects.toThrow(`${schema}.looked was not made by Portico`);
    await runSql(server.settings, `drop view ${schema}.looked`);
  });

  it('if the file cannot be written', async () => {
    const file = join(makeFolder(), 'no', 'such', 'folder');
    await expect(backup(server.settings, { file, dataDir: makeFolder() })).rejects.toThrow(
      `${file} cannot be written (ENOENT).`,
    );
  });

  it('if it would replace a file', async () => {
    const file = join(makeFolder(), 'all.portico');
    writeFileSync(file, 'former');
    const attempt = backup(server.settings, { file, dataDir: makeFolder() });
    await expect(attempt).rejects.toThrow(`${file} exists already`);
    expect(readFileSync(file, 'utf8')).toBe('former');
  });

  it('and leaves nothing behind after an error', async () => {
    const file = join(makeFolder(), 'all.portico');
    const dataDir = makeFolder();
    mkdirSync(join(dataDir, 'files'));
    writeFileSync(join(dataDir, 'files', 'large'), Buffer.alloc(30_000_000));
    const broken = expect(backup(server.settings, { file, dataDir })).rejects.toThrow();
    await waitUntil(async () => (await endBackends(server.settings)) > 0);
    await broken;
    expect(existsSync(file)).toBe(false);
    expect(existsSync(`${file}.partial`)).toBe(false);
  });
});

describe('a restore', () => {
  it('rejects a database that is not empty', async () => {
    const file = await makeArchive();
    const attempt = restore(server.settings, { file, dataDir: makeFolder() });
    await expect(attempt).rejects.toThrow('The database already contains an installation');
  });

  it('rejects a schema of the same name that is not ours', async () => {
    const target = await createDatabase();
    await runSql(target, 'create schema portico; create table portico.letters (id int)');
    const attempt = restore(target, { file: await makeArchive(), dataDir: makeFolder() });
    await expect(attempt).rejects.toThrow('The database already contains an installation');
    expect(await runSql(target, 'select * from portico.letters')).toEqual([]);
  });

  it('accepts a database that was only migrated', async () => {
    const target = await createDatabase();
    await withClient(target, null, (client) => migrate(client));
    const file = join(makeFolder(), 'all.portico');
    await backup(server.settings, { file, dataDir: makeFolder() });
    await restore(target, { file, dataDir: makeFolder() });
    expect(await readDigests(target)).toEqual(await readDigests(server.settings));
  });

  it('rejects a folder with files', async () => {
    const dataDir = makeFolder();
    mkdirSync(join(dataDir, 'files'));
    writeFileSync(join(dataDir, 'files', 'mine'), 'mine');
    await expectRejected(await makeArchive(), 'is not empty', dataDir);
    expect(readdirSync(join(dataDir, 'files'))).toEqual(['mine']);
  });

  it('rejects an archive with a newer format or a newer migration', async () => {
    await expectRejected(await makeArchive((m) => ({ ...m, format: 99 })), 'newer version of Portico');
    const migrations = [{ number: 9999, name: 'later', hash: 'x' }];
    await expectRejected(
      await makeArchive((m) => ({ ...m, migrations })),
      'newer version of Portico (it has migration 9999)',
    );
  });

  it('rejects a file that is no archive', async () => {
    const file = join(makeFolder(), 'x');
    await expectRejected(file, `${file} cannot be read (ENOENT).`);
    writeFileSync(file, 'plain text');
    await expectRejected(file, 'is not a backup of Portico, or is damaged');
    writeFileSync(file, gzipSync('compressed text'));
    await expectRejected(file, 'is incomplete');
  });

  it('rejects an archive with paths outside of the folder', async () => {
    for (const path of ['../out', '/etc/out', 'a/../../out', '']) {
      const outsideFile = { name: `files/${path}`, size: 1, body: [Buffer.from('x')] };
      await expectRejected(await makeArchive(undefined, outsideFile), 'is not a valid file path');
    }
  });

  it('rejects an archive damaged or truncated at any position, and leaves nothing behind', {
    timeout: LONG_TIMEOUT_MS,
  }, async () => {
    const whole = readFileSync(await makeArchive());
    // Errors at both ends of a file are the easiest to miss, so they are tested more often.
    const position = fc.oneof(
      fc.integer({ min: 0, max: whole.length - 1 }),
      fc.integer({ min: whole.length - 9, max: whole.length - 1 }),
    );
    await fc.assert(
      fc.asyncProperty(position, fc.boolean(), async (at, cut) => {
        const file = join(makeFolder(), 'damaged');
        const bytes = Buffer.from(cut ? whole.subarray(0, at) : whole);
        // Bytes 3 to 9 of a gzip header (flags, time, system) may have any value.
        if (!cut && at > 2 && at < 10) return;
        if (!cut) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
        writeFileSync(file, bytes);
        await expectRejected(file, '');
      }),
      { numRuns: runs(100), seed },
    );
  });
});

/**
 * Expects that the restore fails with an error that contains `sentence`, and writes nothing to the database or the
 * folder.
 */
async function expectRejected(file: string, sentence: string, dataDir = makeFolder()): Promise<void> {
  // A failed restore leaves the database empty, so all attempts can share one.
  emptyDatabase ??= await createDatabase();
  const before = readdirSync(dataDir);
  await expect(restore(emptyDatabase, { file, dataDir })).rejects.toThrow(sentence);
  expect(await runSql(emptyDatabase, "select nspname from pg_namespace where nspname ~ '^(portico|site_)'")).toEqual(
    [],
  );
  expect(readdirSync(dataDir)).toEqual(before);
}

/** Writes a backup of the tests' data, with its manifest changed or an entry added, and returns its path. */
async function makeArchive(
  change: (manifest: Record<string, unknown>) => Record<string, unknown> = (m) => m,
  extra?: TarFile,
): Promise<string> {
  const file = join(makeFolder(), 'all.portico');
  if (!plain) {
    await backup(server.settings, { file, dataDir: makeFolder() });
    plain = gunzipSync(readFileSync(file));
  }
  const entries: TarFile[] = [];
  for await (const { name, body } of readTar(Readable.from([plain]))) {
    const stored = await collect(body);
    const isManifest = entries.length === 0;
    const bytes = isManifest ? Buffer.from(JSON.stringify(change(JSON.parse(stored.toString())))) : stored;
    entries.push({ name, size: bytes.length, body: [bytes] });
    if (isManifest && extra) entries.push(extra);
  }
  writeFileSync(file, gzipSync(await collect(writeTar(Readable.from(entries)))));
  return file;
}

async function fillEverything(count: number): Promise<void> {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((s) => s.replaceAll('\0', ''));
  const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const json = fc.jsonValue().map((value) => JSON.stringify(value).replaceAll('\\u0000', ''));
  const row = fc.tuple(
    fc.uuid().chain((id) => text.map((t) => id + t)),
    orNull(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((n) => `${n}.${String(n).slice(-3).replace('-', '1')}`),
    ),
    orNull(fc.double()),
    orNull(fc.boolean()),
    orNull(fc.date({ min: new Date(-1e13), max: new Date(8e12), noInvalidDate: true }).map((d) => d.toISOString())),
    orNull(fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes))),
    orNull(fc.array(text, { maxLength: 4 })),
    orNull(fc.uuid()),
    json,
    orNull(fc.integer({ min: -4, max: 30_000 })),
  );
  await withClient(server.settings, null, async (client) => {
    await client.query('begin');
    for (const [number, values] of fc.sample(row, { numRuns: count, seed }).entries()) {
      await client.query(
        `insert into ${schema}.everything (id, amount, share, flag, at, raw, tags, key, data, "odd ""name", day, span)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ($5::timestamptz at time zone 'UTC')::date, make_interval(secs => $11))`,
        [...values.map((v) => (typeof v === 'number' ? String(v) : v)), number * 1.001],
      );
    }
    await client.query(
      `insert into ${schema}.child select id, row_number() over (order by id)::int from ${schema}.everything limit 50`,
    );
    await client.query('commit');
  });
}

async function transferAmounts(signal: AbortSignal, writer: number): Promise<void> {
  await withClient(server.settings, null, async (client) => {
    const randomAccount = (): number => 1 + Math.floor(Math.random() * 40);
    for (let n = 0; !signal.aborted; n++) {
      const [source, target] = [randomAccount(), randomAccount()].sort((a, b) => a - b);
      await client.query('begin');
      await client.query(`update ${schema}.balances set amount = amount - 7 where id = $1`, [source]);
      await client.query(`update ${schema}.balances set amount = amount + 7 where id = $1`, [target]);
      await client.query(`insert into ${schema}.transfers (source, target, amount) values ($1, $2, 7)`, [
        source,
        target,
      ]);
      await client.query(
        `insert into portico.audit_log (id, site_id, actor_kind, actor_id, address, action, target)
           values (gen_random_uuid(), $1, 'user', '', '', 'test.transfer', '')`,
        [server.site.id],
      );
      await client.query('commit');
      if (writer > 1 || n % 10 > 0) continue;
      await client.query(`create table if not exists ${schema}.passing_${writer} (id int primary key)`);
      await client.query(`drop table ${schema}.passing_${writer}`);
    }
  });
}

async function runSql(settings: ConnectionSettings, text: string): Promise<Record<string, unknown>[]> {
  return withClient(settings, null, async (client) => {
    let rows: Record<string, unknown>[] = [];
    for (const statement of splitStatements(text)) ({ rows } = await client.query(statement));
    return rows;
  });
}

/** Returns a digest of the rows of every table. */
async function readDigests(settings: ConnectionSettings): Promise<Record<string, string>> {
  return withClient(settings, null, async (client) => {
    const found: Record<string, string> = {};
    const schemas = ['portico', ...(await catalog.listSiteSchemas(client))];
    for (const table of await catalog.listTables(client, schemas)) {
      const name = qualifyName(table.schema, table.name);
      const { rows } = await client.query(
        `select count(*) || ':' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest from ${name} t`,
      );
      found[name] = rows[0].digest;
    }
    return found;
  });
}

async function readDefinitions(settings: ConnectionSettings): Promise<string[]> {
  return withClient(settings, null, async (client) => {
    await client.query('set search_path = pg_catalog');
    const schemas = ['portico', ...(await catalog.listSiteSchemas(client))];
    return [
      ...catalog.describeSchemas(schemas),
      ...(await catalog.describeTables(client, schemas)),
      ...(await catalog.describeConstraints(client, schemas)),
    ];
  });
}

async function createDatabase(owner?: string): Promise<ConnectionSettings> {
  const database = `portico_restored_${randomBytes(5).toString('hex')}`;
  await runSql(server.settings, `create database ${database} template template0 ${owner ? `owner ${owner}` : ''}`);
  databases.push(database);
  return settingsForDatabase(server.settings, database);
}

function asRole(settings: ConnectionSettings, role: string): ConnectionSettings {
  if (!('connectionString' in settings)) return { ...settings, user: role };
  const url = new URL(settings.connectionString);
  url.username = role;
  url.password = 'plain';
  return { connectionString: url.href };
}

/** Ends the connections of running backups and returns their number. */
async function endBackends(settings: ConnectionSettings): Promise<number> {
  const rows = await runSql(
    settings,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database() and query like 'copy %to stdout'`,
  );
  return rows.length;
}

async function waitUntil(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 2));
}

function makeFolder(): string {
  const temporaryDirectory = mkdtempSync(join(tmpdir(), 'portico-backup-'));
  folders.push(temporaryDirectory);
  return temporaryDirectory;
}
