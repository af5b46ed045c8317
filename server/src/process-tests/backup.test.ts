import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbedded } from '../db/embedded/index.ts';
import { createInstallation, type Installation } from '../testing/installation-process.ts';
import { call, createTarget, listMissing, startWriters, type Target } from '../testing/writers.ts';

const WRITERS = 16;

let source: Installation;
let target: Target;
const copies: Installation[] = [];

beforeAll(async () => {
  source = await createInstallation();
}, 120_000);
afterAll(async () => {
  for (const installation of [source, ...copies]) await installation?.remove();
}, 120_000);

it(`a backup taken while ${WRITERS} clients write contains a consistent snapshot`, async () => {
  const server = await source.start();
  target = await createTarget(source);
  const writers = startWriters(target, { count: WRITERS, name: 'w' });
  while (writers.acknowledged.length < 1_000) await sleep(10);
  const before = [...writers.acknowledged];
  const file = join(dirname(source.dataDir), 'busy.backup');
  const backupResult = await source.json(['backup', file]);
  const after = writers.acknowledged.length;
  while (writers.acknowledged.length < after + 100) await sleep(10);
  await writers.stop();
  const written = await listItems(target);

  const copy = await restoreBackup(file);
  const copyServer = await copy.start();
  const restoredTarget = { ...target, origin: copy.origin };
  const items = await listItems(restoredTarget);
  console.log(
    `backup of ${backupResult.rows} rows: ${before.length} writes acknowledged before, ${after - before.length} during, ` +
      `${items.size} in the copy, ${written.size} in the source`,
  );
  expect(await listMissing(restoredTarget, before)).toEqual([]);
  expect(items.size).toBeLessThan(written.size);
  for (const [id, item] of items) expect(item).toEqual(written.get(id));
  expect(findGaps([...items.keys()])).toEqual([]);
  await copyServer.stop();
  await server.stop();
}, 240_000);

it('a backup of an idle installation restores every table and file', async () => {
  const stored = 'files/ab/cd.bin';
  mkdirSync(dirname(join(source.dataDir, stored)), { recursive: true });
  writeFileSync(join(source.dataDir, stored), Buffer.from([0, 1, 2, 255]));
  const file = join(dirname(source.dataDir), 'quiet.backup');
  await source.json(['backup', file]);
  const copy = await restoreBackup(file, { isNew: true });

  const tables = await readDigests(source);
  expect(Object.keys(tables).length).toBeGreaterThan(10);
  expect(await readDigests(copy)).toEqual(tables);
  for (const path of [stored, 'secret'])
    expect(readFileSync(join(copy.dataDir, path))).toEqual(readFileSync(join(source.dataDir, path)));
}, 240_000);

it('restore rejects an installation that is not empty, with one sentence', async () => {
  const file = join(dirname(source.dataDir), 'quiet.backup');
  const before = await readDigests(source);
  const { code, stderr } = await source.command(['restore', file]);
  expect(code).toBe(1);
  expect(stderr.trim()).toMatch(/^[A-Z].*\.$/);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(await readDigests(source)).toEqual(before);
}, 120_000);

async function restoreBackup(file: string, directory = { isNew: false }): Promise<Installation> {
  const copy = await createInstallation({}, directory);
  copies.push(copy);
  await copy.json(['restore', file]);
  return copy;
}

/** Returns every item by its id, read page by page. */
async function listItems(target: Target): Promise<Map<string, unknown>> {
  const items = new Map<string, unknown>();
  for (let offset = 0; ; offset += 1_000) {
    const { status, body } = await call(target, 'POST', '/v2/items/query', {
      dataCollectionId: target.collection,
      query: { sort: [{ fieldName: '_id' }], paging: { limit: 1_000, offset } },
    });
    if (status !== 200) throw new Error(`The items were not listed: ${JSON.stringify(body)}`);
    for (const item of body.dataItems) items.set(item.id, item);
    if (body.dataItems.length < 1_000) return items;
  }
}

/**
 * Returns the ids whose predecessor from the same writer is missing. Each writer waits for a response before its next
 * write, so a snapshot has no gaps.
 */
function findGaps(ids: readonly string[]): string[] {
  const held = new Set(ids);
  return ids.filter((id) => {
    const [, writer, n] = id.split('-');
    return Number(n) > 0 && !held.has(`w-${writer}-${Number(n) - 1}`);
  });
}

/** Returns a digest of the rows of every table. */
async function readDigests(installation: Installation): Promise<Record<string, string>> {
  const log = { info: () => undefined, warn: () => undefined };
  const embedded = await startEmbedded({ dataDir: installation.dataDir, log, isExclusive: false, supervise: false });
  const client = new pg.Client(embedded.connection);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      // The copy applies the migrations itself, so `applied_at` differs.
      const row = `(to_jsonb(t) - 'applied_at')::text`;
      const { rows } = await client.query(
        `select count(*) || ' rows, ' || coalesce(md5(string_agg(${row}, ' ' order by ${row} collate "C")), '-') as digest
         from ${name} t`,
      );
      found[name] = rows[0].digest;
    }
    return found;
  } finally {
    await client.end();
    await embedded.stop();
  }
}
