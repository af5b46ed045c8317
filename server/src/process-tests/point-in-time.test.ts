import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbedded } from '../db/embedded/index.ts';
import { createInstallation, type Installation, type ServerProcess } from '../testing/installation-process.ts';
import { call, createTarget, startWriters, type Target } from '../testing/writers.ts';

const KEY = 'a backup key of more than thirty-two characters';
const WRITERS = 8;

let source: Installation;
let server: ServerProcess;
let target: Target;
let folder: string;
let env: Record<string, string>;
const copies: Installation[] = [];

beforeAll(async () => {
  source = await createInstallation();
  folder = join(dirname(source.dataDir), 'backups');
  env = { PORTICO_BACKUP_TO: folder, PORTICO_BACKUP_KEY: KEY };
  server = await source.start({ ...env, PORTICO_BACKUP_WAL: 'on' });
  target = await createTarget(source);
}, 240_000);
afterAll(async () => {
  for (const installation of [source, ...copies]) await installation?.remove();
}, 120_000);

it('the database and its uploads are recovered to a moment between continuous writes', async () => {
  await expect.poll(() => listNames('base').some((name) => name.endsWith('.json')), { timeout: 90_000 }).toBe(true);
  const writers = startWriters(target, { count: WRITERS, name: 'w' });
  const early = await storeUpload('early');
  while (writers.acknowledged.length < 300) await sleep(10);
  await expect.poll(() => listNames('files')).toContain(early);
  const acknowledged = [...writers.acknowledged];
  const moment = new Date().toISOString();
  await sleep(5);
  const late = await storeUpload('late');
  while (writers.acknowledged.length < acknowledged.length + 300) await sleep(10);
  await writers.stop();
  await archiveLog();
  await expect.poll(() => listNames('files'), { timeout: 20_000 }).toContain(late);
  await server.stop();

  const copy = await createCopy();
  const recovered = await copy.json(['restore', '--to', moment]);
  expect(recovered).toMatchObject({ files: 1 });
  const files = join(copy.settledDir(), 'files');
  expect(readFileSync(join(files, pathOf(early)), 'utf8')).toBe('early');
  expect(existsSync(join(files, pathOf(late)))).toBe(false);
  const copyServer = await copy.start();
  const restored = await listIds({ ...target, origin: copy.origin });
  await copyServer.stop();
  const missing = acknowledged.filter((id) => !restored.has(id));
  const extra = [...restored].filter((id) => !acknowledged.includes(id));
  console.log(
    `recovered to ${moment}: ${restored.size} rows, ${acknowledged.length} acknowledged before, ${writers.acknowledged.length} in all`,
  );
  expect(missing).toEqual([]);
  // A writer waits for each response, so at that moment it had at most one write that was not yet acknowledged.
  expect(extra.length).toBeLessThanOrEqual(WRITERS);
}, 240_000);

it.each([
  ['a time before the first copy', '2020-01-01T00:00:00Z', 'does not reach back to 2020-01-01', {}],
  [
    'a time that the recovery archive does not reach',
    '2100-01-01T00:00:00Z',
    'The recovery archive does not reach 2100-01-01',
    {},
  ],
  ['a time without a zone', '2026-11-23 12:00', 'a time with a zone', {}],
  ['another key', 'latest', 'encrypted with another key', { PORTICO_BACKUP_KEY: KEY.toUpperCase() }],
])(
  'is rejected for %s, and leaves no database behind',
  async (_what, to, sentence, settings) => {
    const copy = await createCopy();
    const { code, stderr } = await copy.command(['restore', '--to', to], { env: settings });
    expect(stderr).toContain(sentence);
    expect(code).not.toBe(0);
    const left = existsSync(copy.dataDir) ? readdirSync(copy.dataDir).filter((name) => /^postgres|wal/.test(name)) : [];
    expect(left.filter((name) => name !== 'postgres.log')).toEqual([]);
  },
  120_000,
);

async function createCopy(): Promise<Installation> {
  const copy = await createInstallation(env, { isNew: true });
  copies.push(copy);
  return copy;
}

/** Returns the names of the base copies, the uploads or the log segments in the recovery archive. */
function listNames(kind: 'base' | 'files' | 'wal'): string[] {
  const root = join(folder, 'recovery');
  if (!existsSync(root)) return [];
  const found = readdirSync(root, { recursive: true }).map(String);
  const start = kind === 'files' ? /^files\/(?=.+\/)/ : new RegExp(`^\\d+/${kind}/`);
  return found.filter((name) => start.test(name)).map((name) => name.replace(start, ''));
}

/** Ends the current segment of the write-ahead log and waits until it has been moved to the recovery archive. */
async function archiveLog(): Promise<void> {
  const [row] = await query('select pg_walfile_name(pg_current_wal_lsn()) as segment, pg_switch_wal()');
  await expect.poll(() => listNames('wal'), { timeout: 30_000 }).toContain(row?.segment);
}

/** Stores a file and its row, as an upload to the server would. Returns the name of the file. */
async function storeUpload(text: string): Promise<string> {
  const [site] = await source.json(['site', 'list']);
  const name = `${site.siteId}/${randomUUID()}`;
  const path = join(source.settledDir(), 'files', pathOf(name));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  await query(
    `insert into portico.files (site_id, id, scope, status, display_name, mime_type, max_bytes, scope_quota_bytes,
       site_quota_bytes, created_at, changed_at)
     values ($1, $2, 'form:x', 'CLAIMED', 'x', 'text/plain', 1, 1, 1, now(), now())`,
    name.split('/'),
  );
  return name;
}

function pathOf(name: string): string {
  const [site = '', id = ''] = name.split('/');
  return join(site, id.slice(0, 2), id);
}

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const log = { info: () => undefined, warn: () => undefined };
  const embedded = await startEmbedded({ dataDir: source.dataDir, log, isExclusive: false, supervise: false });
  const client = new pg.Client(embedded.connection);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
    await embedded.stop();
  }
}

async function listIds(from: Target): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let offset = 0; ; offset += 1_000) {
    const { status, body } = await call(from, 'POST', '/v2/items/query', {
      dataCollectionId: from.collection,
      query: { sort: [{ fieldName: '_id' }], paging: { limit: 1_000, offset } },
    });
    if (status !== 200) throw new Error(`The items were not listed: ${JSON.stringify(body)}`);
    for (const { id } of body.dataItems) ids.add(id);
    if (body.dataItems.length < 1_000) return ids;
  }
}
