/**
 * Runs the previous release beside this version on one database, as a rolling upgrade does. Its code runs with the
 * packages of this version. Runs with `npm run prove`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstallation, type Installation } from '../server/src/testing/installation-process.ts';
import { createEmptyDatabase, type ScratchDatabase } from '../server/src/testing/scratch-database.ts';
import { call, createTarget, listMissing, startWriters, type Target } from '../server/src/testing/writers.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Version 0.1.0, the last one for a single server. PORTICO_PREVIOUS_RELEASE names another commit. */
const PREVIOUS_RELEASE = process.env.PORTICO_PREVIOUS_RELEASE || '8a62ec2582d21e7e9ce39d198741983eacea9e94';
const PASSWORD = 'correct horse battery';
const IS_FULL = process.env.PORTICO_FULL === '1';

const git = (...args: string[]): string => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? '';
const release = git('rev-parse', '--verify', '--quiet', `${PREVIOUS_RELEASE}^{commit}`);
/** False in a shallow clone and in a copy without git, which may lack the commit. */
const hasWholeHistory = git('rev-parse', '--is-shallow-repository') === 'false';
const canRun = release !== '' || hasWholeHistory;

const title = canRun
  ? `the previous release (${PREVIOUS_RELEASE.slice(0, 8)}) and this version`
  : `this clone is shallow and lacks the previous release ${PREVIOUS_RELEASE}: run "git fetch --unshallow"`;

describe.skipIf(!IS_FULL || !canRun)(title, () => {
  let folder: string;
  let database: ScratchDatabase;
  let previous: Installation;
  let current: Installation;
  beforeAll(async () => {
    if (!release)
      throw new Error(
        `The history has no commit ${PREVIOUS_RELEASE}: write that of the previous release into PREVIOUS_RELEASE in tools/previous-release.test.ts.`,
      );
    folder = mkdtempSync(join(tmpdir(), 'portico-previous-'));
    checkOut(release, folder);
    database = await createEmptyDatabase();
    const settings = { DATABASE_URL: database.url, PORTICO_SECRET: 'the same secret for both of the servers' };
    const program = [process.execPath, join(folder, 'bin/portico.js')] as const;
    previous = await createInstallation(settings, { isNew: true, program });
    current = await createInstallation(settings, { isNew: true });
  }, 300_000);
  afterAll(async () => {
    await previous?.remove();
    await current?.remove();
    await database?.drop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  it('serve one database during an upgrade, and read what the other wrote; the previous release can start again', async () => {
    const previousServer = await previous.start();
    const atPrevious = await createTarget(previous);
    const atCurrent = { ...atPrevious, origin: current.origin };
    const before = await writeSampleData(previous, atPrevious, 'before');

    // Requests go on while this version migrates the database under the previous release.
    const writers = startWriters(atPrevious, { count: 4, name: 'during' });
    const currentServer = await current.start();
    expect(await current.json(['migrate'])).toEqual({ applied: [] });
    await writers.stop();
    expect(writers.acknowledged.length).toBeGreaterThan(0);
    expect([writers.rejections, writers.broken]).toEqual([[], 0]);
    expect(await listMissing(atCurrent, writers.acknowledged)).toEqual([]);
    await expectAll(before, atCurrent);

    const beside = await writeSampleData(previous, atPrevious, 'beside');
    const after = await writeSampleData(current, atCurrent, 'after');
    await expectAll(beside, atCurrent);
    await expectAll(after, atPrevious);

    expect((await previousServer.stop()).code).toBe(0);
    const restarted = await previous.start();
    expect((await fetch(`${previous.origin}/health/ready`)).status).toBe(200);
    await expectAll(after, atPrevious);
    await expectAll(await writeSampleData(previous, atPrevious, 'again'), atCurrent);
    await restarted.stop();
    await currentServer.stop();
  }, 600_000);
});

/** The ids and names of the data that `writeSampleData` wrote. */
interface SampleData {
  readonly collection: string;
  readonly itemId: string;
  readonly formId: string;
  readonly submissionId: string;
  readonly clientId: string;
  readonly email: string;
}

/** Writes data with every slice of a server: a collection with items, a form with a submission, an app and a member. */
async function writeSampleData(installation: Installation, target: Target, name: string): Promise<SampleData> {
  const collection = `books_${name}`;
  const fields = [
    { key: 'title', type: 'TEXT' },
    { key: 'year', type: 'NUMBER' },
  ];
  await post(target, '/v2/collections', { collection: { id: collection, fields } });
  const insert = (data: object) => post(target, '/v2/items', { dataCollectionId: collection, dataItem: { data } });
  const { dataItem } = await insert({ title: name, year: 1900 });
  await insert({ title: 'Another', year: 2000 });
  const filter = { year: { $lt: 1950 } };
  const found = await post(target, '/v2/items/query', { dataCollectionId: collection, query: { filter } });
  expect(found.dataItems.map((item: { id: string }) => item.id)).toEqual([dataItem.id]);

  const { form } = await post(target, '/v4/forms', { form: { name, formFields: [] } });
  const siteId = target.headers['wix-site-id'] as string;
  const { clientId } = await installation.json(['app', 'create', '--site', siteId, '--name', name]);
  const visitor = await asVisitor(target, clientId);
  const submission = { formId: form.id, submissions: {} };
  const created = await post(visitor, '/v4/submissions', { submission });
  const email = `${name}@example.org`;
  const registered = await post(visitor, '/v2/register', { loginId: { email }, password: PASSWORD });
  expect(registered.state).toBe('SUCCESS');
  return { collection, itemId: dataItem.id, formId: form.id, submissionId: created.submission.id, clientId, email };
}

/** Reads sample data at a server, which may not be the one that wrote it. Changes the item and signs the member in. */
async function expectAll(sample: SampleData, target: Target): Promise<void> {
  const { collection, itemId, formId, submissionId, clientId, email } = sample;
  const item = await call(target, 'GET', `/v2/items/${itemId}?dataCollectionId=${collection}`);
  expect(item).toMatchObject({ status: 200, body: { dataItem: { data: { year: 1900 } } } });
  await post(target, '/v2/items/update', { dataCollectionId: collection, dataItem: item.body.dataItem });
  expect(await call(target, 'GET', `/v4/forms/${formId}`)).toMatchObject({
    status: 200,
    body: { form: { id: formId } },
  });
  expect(await call(target, 'GET', `/v4/submissions/${submissionId}`)).toMatchObject({ status: 200 });
  const login = await post(await asVisitor(target, clientId), '/v2/login', { loginId: { email }, password: PASSWORD });
  expect(login.state).toBe('SUCCESS');
}

async function asVisitor(target: Target, clientId: string): Promise<Target> {
  const { access_token } = await post({ ...target, headers: JSON_HEADERS }, '/oauth2/token', {
    clientId,
    grantType: 'anonymous',
  });
  return { ...target, headers: { ...JSON_HEADERS, authorization: access_token } };
}

const JSON_HEADERS = { 'content-type': 'application/json' };

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
async function post(target: Target, path: string, body: object): Promise<any> {
  const response = await call(target, 'POST', path, body);
  expect(response.status, `${target.origin}${path}: ${JSON.stringify(response.body)}`).toBe(200);
  return response.body;
}

/** Writes the files of a commit into a folder, and links the installed packages there instead of installing them again. */
function checkOut(commit: string, folder: string): void {
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 512 * 1024 * 1024 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const { workspaces } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { workspaces: string[] };
  for (const workspace of ['', ...workspaces]) {
    const source = join(ROOT, workspace, 'node_modules');
    if (!existsSync(source)) continue;
    const destination = join(folder, workspace, 'node_modules');
    mkdirSync(destination);
    const names = readdirSync(source).filter((name) => name !== '@portico');
    for (const name of names) symlinkSync(join(source, name), join(destination, name));
  }
  const own = join(folder, 'node_modules/@portico');
  mkdirSync(own);
  for (const workspace of workspaces) symlinkSync(`../../${workspace}`, join(own, workspace));
}
