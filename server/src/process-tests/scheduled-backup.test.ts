import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstallation, type Installation } from '../testing/installation-process.ts';
import { call, createTarget } from '../testing/writers.ts';

const KEY = 'a backup key of more than thirty-two characters';

let source: Installation;
let copy: Installation;
let folder: string;

beforeAll(async () => {
  source = await createInstallation();
  folder = join(dirname(source.dataDir), 'backups');
  copy = await createInstallation({ PORTICO_BACKUP_TO: folder, PORTICO_BACKUP_KEY: KEY }, { isNew: true });
}, 120_000);
afterAll(async () => {
  for (const installation of [source, copy]) await installation?.remove();
}, 120_000);

it('a server backs itself up; the backup is listed, verified, and restored elsewhere', async () => {
  const env = { PORTICO_BACKUP_TO: folder, PORTICO_BACKUP_KEY: KEY };
  const server = await source.start(env);
  const target = await createTarget(source, 'Kept');
  const dataItem = { data: { _id: 'one', n: 1 } };
  expect((await call(target, 'POST', '/v2/items', { dataCollectionId: 'Kept', dataItem })).status).toBe(200);
  const list = async () => {
    const { stdout } = await source.command(['backup', 'list', '--json'], { env });
    return JSON.parse(stdout);
  };
  await expect
    .poll(async () => (await list()).lastRuns[0]?.finished_at, { timeout: 60_000, interval: 500 })
    .toBeTruthy();
  const { to, backups, lastRuns } = await list();
  expect({ to, lastRuns }).toMatchObject({ to: folder, lastRuns: [{ kind: 'ARCHIVE', failure: null }] });
  expect(readdirSync(folder)).toEqual([backups[0].name]);

  const verified = await source.command(['backup', 'verify', 'latest'], { env });
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining(`${backups[0].name} can be restored`) });
  const run = await source.command(['backup', 'run', '--json'], { env: { ...env, PORTICO_BACKUP_KEEP: '1' } });
  expect(JSON.parse(run.stdout).removed).toEqual([backups[0].name]);
  const siteId = target.headers['wix-site-id'] as string;
  const part = ['restore', 'collection', 'latest', '--site', siteId, '--collection', 'Kept'];
  const collection = await source.command(part, { env });
  expect(collection).toMatchObject({ code: 0, stdout: 'Restored the collection as Kept-restored: 1 items.\n' });
  const read = await call(target, 'GET', '/v2/items/one?dataCollectionId=Kept-restored');
  expect(read.body.dataItem.data).toMatchObject({ n: 1 });
  const site = await source.command(['restore', 'site', 'latest', '--site', siteId, '--json'], { env });
  expect(JSON.parse(site.stdout)).toMatchObject({ slug: expect.stringMatching(/-restored$/) });
  await server.stop();

  const wrongKey = await copy.command(['restore', 'latest'], { env: { PORTICO_BACKUP_KEY: KEY.toUpperCase() } });
  expect(wrongKey).toMatchObject({ code: 1, stderr: expect.stringContaining('encrypted with another key') });
  await copy.json(['restore', 'latest']);
  expect(await copy.json(['site', 'list'])).toMatchObject([{ siteId }]);
}, 240_000);
