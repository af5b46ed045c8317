import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { restore, verifyArchive } from '../db/backup/index.ts';
import { withBackupLock } from '../db/backup/lock.ts';
import { withScratchDatabase } from '../db/backup/scratch-database.ts';
import type { ConnectionSettings } from '../db/pool.ts';
import { newId } from '../kernel/ids.ts';
import { openStorage } from '../storage/index.ts';
import { type FakeS3, startFakeS3 } from '../storage/testing/fake-s3.ts';
import { withClient } from '../testing/cluster.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { type Destination, fetchBackup, listBackups, openDestination, runBackup } from './index.ts';
import { nameBackup } from './list.ts';
import { findPreviousRuns, listLastRuns } from './store.ts';
import { startBackups } from './worker.ts';

const KEY = 'a backup key of more than thirty-two characters';
const COLLECTION = 'kept';

let server: TestServer;
let bucket: FakeS3;
const folders: string[] = [];
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  server = await testServer();
  bucket = await startFakeS3();
  const call = (path: string, body: object) => server.call({ method: 'POST', path, body, as: server.key });
  await call('/v2/collections', { collection: { id: COLLECTION, fields: [{ key: 'title', type: 'TEXT' }] } });
  const dataItems = Array.from({ length: 50 }, (_, n) => ({ data: { title: `item ${n}\n\t\\` } }));
  expect((await call('/v2/bulk/items/insert', { dataCollectionId: COLLECTION, dataItems })).status).toBe(200);
});
afterAll(async () => {
  bucket.stop();
  await server.stop();
});
afterEach(() => {
  bucket.objects.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const toFolder = (): Destination => openDestination({ folder: join(makeFolder(), 'backups') });
const toBucket = (): Destination => {
  const { to } = readConfig({
    PORTICO_BACKUP_TO: 's3://uploads/nightly',
    PORTICO_BACKUP_KEY: KEY,
    PORTICO_BACKUP_S3_ENDPOINT: bucket.url,
    PORTICO_BACKUP_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    PORTICO_BACKUP_S3_SECRET_ACCESS_KEY: 'a secret access key of forty letters....',
  }).backup;
  if (!to) throw new Error('The setting was not read.');
  return openDestination(to);
};

describe.each([
  ['a folder', toFolder],
  ['a bucket', toBucket],
])('a backup to %s', (_what, open) => {
  it('is encrypted, listed, verified and restored with its files', async () => {
    const destination = open();
    const dataDir = makeFolder();
    // More than one part of a multipart upload.
    const upload = randomBytes(9_000_000);
    mkdirSync(join(dataDir, 'files'));
    writeFileSync(join(dataDir, 'files', 'upload'), upload);
    const finished = await runBackup(jobFor(destination, { dataDir }));
    const [stored] = await listBackups(destination);
    expect(stored).toMatchObject({ name: finished?.name, bytes: finished?.bytes });
    expect(bucket.uploads.size).toBe(0);

    await fetchBackup(destination, { name: 'latest', folder: makeFolder() }, async (file) => {
      expect(readFileSync(file).subarray(0, 16).toString()).toBe('PORTICO-BACKUP-1');
      await withScratchDatabase(server.settings, async (scratch) => {
        expect(await verifyArchive(scratch, { file, key: KEY })).toMatchObject({ files: 1 });
        expect(await hasInstallation(scratch)).toBe(false);
        const restoredDir = makeFolder();
        await restore(scratch, { file, dataDir: restoredDir, key: KEY });
        expect(readFileSync(join(restoredDir, 'files', 'upload')).equals(upload)).toBe(true);
        expect(await countItems(scratch)).toBe(50);
      });
    });
  });

  it('leaves only the backups that the retention keeps, and files that are not backups', async () => {
    const destination = open();
    const old = [1, 2, 3].map((day) => nameBackup(new Date(Date.UTC(2026, 0, day))));
    for (const name of [...old, 'notes.txt']) await destination.write(name, oneChunk('x'));
    const finished = await runBackup({ ...jobFor(destination), keep: { count: 2, days: 0 } });
    expect(finished?.removed.toSorted()).toEqual(old.slice(0, 2));
    const names = [];
    for await (const { name } of destination.list()) names.push(name);
    expect(names.sort()).toEqual(['notes.txt', old[2], finished?.name].sort());
  });
});

it('uploads in a bucket are part of the backup and return to a bucket', async () => {
  const storage = (prefix: string) =>
    openStorage(
      readConfig({
        PORTICO_DATA_DIR: makeFolder(),
        PORTICO_S3_BUCKET: 'uploads',
        PORTICO_S3_ENDPOINT: bucket.url,
        PORTICO_S3_PREFIX: prefix,
        PORTICO_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
        PORTICO_S3_SECRET_ACCESS_KEY: 'a secret access key of forty letters....',
      }),
    );
  const [source, target] = [storage('source'), storage('target')];
  const names = [`${newId()}/${newId()}`, `${newId()}/${newId()}.thumbnail`];
  for (const name of names) bucket.objects.set(`source/${name}`, { bytes: Buffer.from(name), changedAt: new Date() });
  const destination = toFolder();
  await runBackup({ ...jobFor(destination), bucket: source });
  await fetchBackup(destination, { name: 'latest', folder: makeFolder() }, (file) =>
    withScratchDatabase(server.settings, (scratch) =>
      restore(scratch, { file, dataDir: makeFolder(), key: KEY, bucket: target }),
    ),
  );
  for (const name of names) expect(String(bucket.objects.get(`target/${name}`)?.bytes)).toBe(name);
});

describe('an encrypted archive is rejected before anything is written', () => {
  const attempt = async (change: (bytes: Buffer) => Buffer, key: string | null, sentence: string): Promise<void> => {
    const destination = toFolder();
    await runBackup(jobFor(destination));
    await fetchBackup(destination, { name: 'latest', folder: makeFolder() }, async (file) => {
      writeFileSync(file, change(readFileSync(file)));
      const dataDir = makeFolder();
      // The database does not exist, so an attempt to connect would fail with another error.
      const settings = { host: '/nowhere', port: 1, user: 'nobody', database: 'none' };
      await expect(restore(settings, { file, dataDir, key })).rejects.toThrow(sentence);
      expect(readdirSync(dataDir)).toEqual([]);
    });
  };

  it('with another key', () => attempt((bytes) => bytes, `${KEY}!`, 'encrypted with another key'));
  it('without a key', () => attempt((bytes) => bytes, null, 'set PORTICO_BACKUP_KEY'));
  it('if it is truncated', () => attempt((bytes) => bytes.subarray(0, -1), KEY, 'damaged or incomplete'));
  it('if its last byte was changed', () =>
    attempt(
      (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) as number) ^ 1])]),
      KEY,
      'damaged or incomplete',
    ));
});

it('verification detects a row that differs from the one that was backed up', async () => {
  const destination = toFolder();
  await runBackup({ ...jobFor(destination), key: KEY });
  await fetchBackup(destination, { name: 'latest', folder: makeFolder() }, (file) =>
    withScratchDatabase(server.settings, async (scratch) => {
      // A trigger changes the restored rows, as a defect of the database or of the restore would.
      await withClient(scratch, null, (client) =>
        client.query(`create function public.change() returns event_trigger language plpgsql as $$
            begin
              if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'portico.apps')
                 and not exists (select from pg_trigger where tgname = 'apps_changed') then
                create or replace function public.rename() returns trigger language plpgsql as
                  'begin new.name := new.name || ''!''; return new; end';
                create trigger apps_changed before insert on portico.apps for each row execute function public.rename();
              end if;
            end $$;
          create event trigger change_apps on ddl_command_end when tag in ('CREATE TABLE') execute function public.change()`),
      );
      await expect(verifyArchive(scratch, { file, key: KEY })).rejects.toThrow(
        'The restored table portico.apps differs from the original one.',
      );
    }),
  );
});

describe('a run', () => {
  it('is left to the process that holds the lock', async () => {
    const destination = toFolder();
    const second = await withBackupLock(server.settings, () => runBackup(jobFor(destination)));
    expect(second).toBeUndefined();
    expect(await listBackups(destination)).toEqual([]);
  });

  it('that fails is recorded with its reason, keeps the earlier backups, and leaves nothing behind', async () => {
    const destination = toBucket();
    const kept = nameBackup(new Date(0));
    await destination.write(kept, oneChunk('x'));
    bucket.broken = true;
    await expect(runBackup({ ...jobFor(destination), keep: { count: 1, days: 0 } })).rejects.toThrow();
    bucket.broken = false;
    const [last] = await listLastRuns(server.db);
    expect(last).toMatchObject({ kind: 'ARCHIVE', failure: expect.stringMatching(/./) });
    expect(await listBackups(destination)).toMatchObject([{ name: kept }]);
  });

  it('that fills the disk is recorded, keeps the earlier backups, and leaves nothing behind', async ({ skip }) => {
    const disk = makeFolder();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'portico-test', disk], { stdio: 'ignore' });
    } catch {
      skip('Only root may mount a small disk.');
    }
    try {
      const destination = openDestination({ folder: disk });
      const kept = nameBackup(new Date(0));
      await destination.write(kept, oneChunk('x'));
      const dataDir = makeFolder();
      mkdirSync(join(dataDir, 'files'));
      writeFileSync(join(dataDir, 'files', 'upload'), randomBytes(3_000_000));
      await expect(runBackup(jobFor(destination, { dataDir }))).rejects.toThrow('no space left');
      expect((await listLastRuns(server.db))[0]?.failure).toContain('no space left');
      expect(readdirSync(disk)).toEqual([kept]);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('is started by the worker when it is due, and not again', async () => {
    await withClient(server.settings, null, (client) => client.query('truncate portico.backup_runs'));
    const folder = join(makeFolder(), 'backups');
    const config = readConfig({
      PORTICO_DATA_DIR: makeFolder(),
      PORTICO_BACKUP_TO: folder,
      PORTICO_BACKUP_KEY: KEY,
      PORTICO_BACKUP_SCHEDULE: '12h',
    });
    const options = { config, db: server.db, settings: server.settings, storage: openStorage(config), log };
    const workers = [startBackups(options), startBackups(options)];
    await expect.poll(() => existsSync(folder) && readdirSync(folder).length, { timeout: 20_000 }).toBe(1);
    await expect.poll(async () => (await findPreviousRuns(server.db, 'ARCHIVE')).succeededAt).not.toBeNull();
    for (const worker of workers) await worker.stop();
    const later = startBackups(options);
    await later.stop();
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

const jobFor = (destination: Destination, { dataDir = makeFolder() } = {}) => ({
  ...{ db: server.db, settings: server.settings, destination, dataDir, log },
  ...{ key: KEY, keep: { count: 14, days: 0 }, bucket: null },
});

async function* oneChunk(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function hasInstallation(settings: ConnectionSettings): Promise<boolean> {
  return withClient(settings, null, async (client) => {
    const { rows } = await client.query(`select to_regclass('portico.sites') is not null as yes`);
    return rows[0].yes;
  });
}

async function countItems(settings: ConnectionSettings): Promise<number> {
  return withClient(settings, null, async (client) => {
    const { rows } = await client.query(
      `select format('%I.%I', s.schema_name, c.table_name) as name
         from portico.collections c join portico.sites s on s.id = c.site_id where c.id = $1`,
      [COLLECTION],
    );
    return (await client.query(`select count(*)::int as n from ${rows[0].name}`)).rows[0].n;
  });
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-backups-'));
  folders.push(folder);
  return folder;
}
