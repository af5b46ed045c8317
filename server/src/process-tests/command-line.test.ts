import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstallation, type Installation, type ServerProcess } from '../testing/installation-process.ts';

const REDIRECT_URI = 'http://localhost:3000/callback';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation({}, { isNew: true });
}, 120_000);
afterAll(() => installation?.remove(), 60_000);

// In the first round, `migrate` creates the database, because commands must work before any server has run.
describe.each(['without a server', 'beside a running server'])('%s', (when) => {
  const hasServer = when.startsWith('beside');
  let server: ServerProcess | undefined;
  let siteId = '';
  let clientId = '';
  beforeAll(async () => {
    server = hasServer ? await installation.start() : undefined;
  }, 60_000);
  afterAll(async () => {
    await server?.stop();
  }, 60_000);

  it('migrate applies each migration once', async () => {
    if (!hasServer) expect((await installation.json(['migrate'])).applied.length).toBeGreaterThan(0);
    expect((await installation.json(['migrate'])).applied).toEqual([]);
  }, 60_000);

  it('site create adds a site that site list shows', async () => {
    const slug = hasServer ? 'beside' : 'before';
    const createdSite = await installation.json(['site', 'create', '--name', 'Shop', '--slug', slug]);
    const sites = await installation.json(['site', 'list']);
    expect(sites).toContainEqual(expect.objectContaining({ siteId: createdSite.siteId, name: 'Shop' }));
    expect(Object.keys(createdSite)).toEqual(expect.arrayContaining(['siteId', 'name', 'slug', 'url']));
    siteId = sites[0].siteId;
  }, 60_000);

  it('app create returns an app that issues tokens', async () => {
    const createdApp = await installation.json([
      ...['app', 'create', '--site', siteId, '--name', 'App'],
      ...['--redirect-uri', REDIRECT_URI, '--redirect-domain', 'localhost:3000'],
    ]);
    expect(createdApp).toEqual({ clientId: expect.any(String), clientSecret: expect.any(String) });
    clientId = createdApp.clientId;
    if (!hasServer) return;
    const response = await fetch(`${installation.origin}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, grantType: 'anonymous' }),
    });
    expect(response.status).toBe(200);
  }, 60_000);

  it('signing-key rotate replaces the keys that signing-key list shows, and retires one at once', async () => {
    const listSigningKeys = async (): Promise<string[]> => {
      const keys: { id: string; retired: string | null }[] = await installation.json(['signing-key', 'list']);
      return keys.filter((key) => key.retired === null).map((key) => key.id);
    };
    const [first] = await listSigningKeys();
    const visitor = hasServer ? await newVisitor(clientId) : '';
    const { made } = await installation.json(['signing-key', 'rotate']);
    expect(await listSigningKeys()).toEqual(made);
    expect(made).not.toContain(first);
    if (hasServer) expect(await isActive(visitor)).toBe(true);
    expect(await installation.json(['signing-key', 'rotate', '--retire-now', first as string])).toEqual({
      retired: first,
    });
    const again = await installation.command(['signing-key', 'rotate', '--retire-now', first as string]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use') });
    if (!hasServer) return;
    await expect.poll(() => isActive(visitor), { timeout: 2_000 }).toBe(false);
    expect(await isActive(await newVisitor(clientId))).toBe(true);
  }, 60_000);

  it('key create returns a key that the server accepts', async () => {
    const createdKey = await installation.json(['key', 'create', '--site', siteId, '--name', 'Key']);
    expect(createdKey).toEqual({ apiKey: expect.any(String), siteId, accountId: expect.any(String) });
    if (!hasServer) return;
    const response = await fetch(`${installation.origin}/v2/collections`, {
      headers: { authorization: createdKey.apiKey, 'wix-site-id': siteId },
    });
    expect(response.status).toBe(200);
  }, 60_000);

  it('app update changes only the named properties, and app delete removes the app', async () => {
    const site = ['--site', siteId];
    const id = ['--id', clientId];
    expect(await installation.json(['app', 'list', ...site])).toContainEqual(expect.objectContaining({ clientId }));
    const renamed = await installation.json(['app', 'update', ...site, ...id, '--name', 'Renamed']);
    expect(renamed).toMatchObject({ name: 'Renamed', redirectUris: [REDIRECT_URI], rotateRefreshTokens: false });
    const emptied = await installation.json([
      ...['app', 'update', ...site, ...id],
      ...['--redirect-uri', '', '--rotate-refresh-tokens', 'on'],
    ]);
    expect(emptied).toMatchObject({ name: 'Renamed', redirectUris: [], rotateRefreshTokens: true });
    await installation.json(['app', 'delete', ...site, ...id]);
    expect(JSON.stringify(await installation.json(['app', 'list', ...site]))).not.toContain(clientId);
  }, 60_000);

  it('key revoke removes a key that key list shows, and key create rejects an unusable scope', async () => {
    const site = ['--site', siteId];
    const [key] = await installation.json(['key', 'list', ...site]);
    expect(key).toMatchObject({ name: 'Key', scopes: ['*'] });
    await installation.json(['key', 'revoke', ...site, '--id', key.keyId]);
    expect(JSON.stringify(await installation.json(['key', 'list', ...site]))).not.toContain(key.keyId);
    const withInvalidScope = ['key', 'create', ...site, '--name', 'N', '--scope', 'site:manage'];
    expect(await installation.command(withInvalidScope)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('scopes'),
    });
  }, 60_000);

  it('owner create accepts a password from standard input, or prints a link', async () => {
    const email = `${hasServer ? 'beside' : 'before'}@example.org`;
    expect(
      await installation.json(['owner', 'create', '--email', email], { stdin: 'correct horse battery\n' }),
    ).toEqual({
      email,
    });
    const invitedOwner = await installation.json(['owner', 'create', '--email', `invited.${email}`]);
    expect(invitedOwner.link).toMatch(/^http:\/\/localhost:/);
  }, 60_000);

  it('owner create rejects an existing address, and owner reset-password sets its password', async () => {
    const email = `${hasServer ? 'beside' : 'before'}@example.org`;
    const again = await installation.command(['owner', 'create', '--email', email], { stdin: 'other horse battery\n' });
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining(`owner reset-password --email ${email}`) });
    if (hasServer) {
      expect(await signIn(email, 'other horse battery')).toBe(401);
      expect(await signIn(email, 'correct horse battery')).toBe(200);
    }
    const reset = ['owner', 'reset-password', '--email', email];
    expect(await installation.json(reset, { stdin: 'a third horse battery\n' })).toEqual({ email });
    if (hasServer) {
      expect(await signIn(email, 'correct horse battery')).toBe(401);
      expect(await signIn(email, 'a third horse battery')).toBe(200);
    }
    const { link } = await installation.json(reset);
    expect(link).toContain('/dashboard/set-up#token=');
    const unknown = await installation.command(['owner', 'reset-password', '--email', 'nobody@example.org']);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no dashboard user') });
  }, 60_000);

  it('doctor describes the installation and its database', async () => {
    const report = await installation.json(['doctor']);
    expect(report).toMatchObject({ runsFrom: 'build', database: 'embedded', encoding: 'UTF8', dataDirWritable: true });
    expect(report.postgresql).toMatch(/^\d+/);
  }, 60_000);

  it('leaves the database server running or stopped, as it was before', () => {
    expect(installation.postmaster() !== undefined).toBe(hasServer);
  });
});

it.each([
  [1, ['key', 'create', '--site', '00000000-0000-4000-8000-000000000000', '--name', 'N'], 'no such site'],
  [1, ['site', 'create', '--name', 'N', '--slug', 'Not A Slug'], 'slug must have'],
  [1, ['site', 'create', '--name', 'N', '--slug', 'a'.repeat(41)], 'slug must have'],
  [2, ['site', 'create'], 'The option --name is missing.'],
  [2, ['site', 'create', '--name', 'N', '--slg', 'n'], 'no option --slg'],
  [2, ['site', 'create', '--name'], 'The option --name needs a value.'],
  [2, ['site', 'list', 'all'], 'does not take the argument "all"'],
  [2, ['site', 'fly'], 'site list, site create'],
  [2, ['start', 'now'], 'does not take the argument "now"'],
  [2, ['backup'], 'needs FILE'],
  [2, ['backup', 'a', 'b'], 'does not take the argument "b"'],
  [2, ['app', 'delete', '--site', 'x', '--id', 'y'], 'The option --id must be an id, not "y".'],
  [2, ['owner', 'create', '--email', 'nobody'], 'The option --email must be an e-mail address.'],
])(
  'fails with the exit code %i: %j',
  async (expected, args, sentence) => {
    const { code, stdout, stderr } = await installation.command(args);
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr.trim()).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  },
  60_000,
);

describe('in a folder without a database', () => {
  const noDatabase = 'There is no database in the data folder DATA_DIR';
  const missing = join(tmpdir(), 'portico-no-such-file.tar');
  const source = fileURLToPath(import.meta.url);
  const destination = {
    PORTICO_BACKUP_TO: join(tmpdir(), 'portico-no-such-folder'),
    PORTICO_BACKUP_KEY: 'k'.repeat(32),
  };
  it.each<[args: string[], sentence: string, env?: Record<string, string>]>([
    [['site', 'list'], noDatabase],
    [['key', 'create', '--site', '00000000-0000-4000-8000-000000000000', '--name', 'N'], noDatabase],
    [['owner', 'create', '--email', 'a@example.org'], noDatabase],
    [['signing-key', 'list'], noDatabase],
    [['doctor'], noDatabase],
    [['backup', join(tmpdir(), 'portico-never-written.backup')], noDatabase],
    [['upgrade-database', '--from', missing], noDatabase],
    [['restore', missing], `${missing} cannot be read (ENOENT)`],
    [['restore', tmpdir()], `${tmpdir()} cannot be read (EISDIR)`],
    [['restore', source], `${source} is not a backup of Portico`],
    [['restore', 'latest'], 'There is no backup latest', destination],
    [
      ['backup', 'verify', 'latest', '--database', 'postgres://127.0.0.1:9/none'],
      'There is no backup latest',
      destination,
    ],
  ])(
    '%j fails and creates nothing',
    async (args, sentence, env = {}) => {
      const empty = await createInstallation(env, { isNew: true });
      const { code, stdout, stderr } = await empty.command(args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(sentence.replace('DATA_DIR', empty.dataDir));
      expect(existsSync(empty.dataDir)).toBe(false);
      await empty.remove();
    },
    60_000,
  );
});

it('backup never overwrites a file', async () => {
  const file = join(dirname(installation.dataDir), 'precious');
  writeFileSync(file, 'precious');
  const rejected = await installation.command(['backup', file]);
  expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining(`${file} exists already`) });
  expect(readFileSync(file, 'utf8')).toBe('precious');
}, 60_000);

it('an installation at an IP address has one site', async () => {
  const PUBLIC_URL = 'http://192.0.2.7:4000';
  const rejected = await installation.command(['site', 'create', '--name', 'Second'], { env: { PUBLIC_URL } });
  expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining(`PUBLIC_URL is ${PUBLIC_URL}`) });
}, 60_000);

it('build reports that everything is built', async () => {
  expect(await installation.json(['build'])).toEqual({ failed: [] });
}, 60_000);

it('help succeeds, and an unknown command fails', async () => {
  const help = await installation.command(['help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const name of ['start', 'site create', 'backup', 'restore', 'doctor']) expect(help.stdout).toContain(name);
  expect(await installation.command(['fly'])).toMatchObject({ code: 2, stdout: '' });
});

it.each([
  [['--version'], /^portico \d+\.\d+\.\d+\n$/],
  [['site', 'list', '--version'], /^portico \d/],
  [['--help'], /signing-key rotate/],
  [['app', '--help'], /app update/],
  [['site', 'create', '--help'], /^Usage: portico site create --name NAME \[--slug SLUG\] \[--json\]/],
  [['start', '-h'], /^Usage: portico start/],
  [['help', 'backup'], /^Usage: portico backup FILE/],
])(
  '%j prints help and does nothing else',
  async (args, text) => {
    const { code, stdout, stderr } = await installation.command(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(text);
  },
  60_000,
);

async function signIn(email: string, password: string): Promise<number> {
  const headers = { 'content-type': 'application/json', origin: installation.origin };
  const body = JSON.stringify({ email, password });
  return (await fetch(`${installation.origin}/portico/v1/dashboard/sign-in`, { method: 'POST', headers, body })).status;
}

async function post(path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(installation.origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as { access_token: string; active: boolean };
}

const newVisitor = async (clientId: string): Promise<string> =>
  (await post('/oauth2/token', { clientId, grantType: 'anonymous' })).access_token;

const isActive = async (token: string): Promise<boolean> => (await post('/oauth2/token-info', { token })).active;
