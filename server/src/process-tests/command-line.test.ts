import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstallation, type Installation, type ServerProcess } from '../testing/installation-process.ts';

const REDIRECT_URI = 'http://localhost:3000/callback';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation({}, { isNew: true });
}, 120_000);
afterAll(() => installation?.remove(), 60_000);

// The first turn makes the database: commands need no server to have run before.
describe.each(['without a server', 'beside a running server'])('%s', (when) => {
  const beside = when.startsWith('beside');
  let server: ServerProcess | undefined;
  let siteId = '';
  let clientId = '';
  beforeAll(async () => {
    server = beside ? await installation.start() : undefined;
  }, 60_000);
  afterAll(async () => {
    await server?.stop();
  }, 60_000);

  it('migrate', async () => {
    if (!beside) expect((await installation.json(['migrate'])).applied.length).toBeGreaterThan(0);
    expect((await installation.json(['migrate'])).applied).toEqual([]);
  }, 60_000);

  it('site create and site list', async () => {
    const slug = beside ? 'beside' : 'before';
    const made = await installation.json(['site', 'create', '--name', 'Shop', '--slug', slug]);
    const sites = await installation.json(['site', 'list']);
    expect(sites).toContainEqual(expect.objectContaining({ siteId: made.siteId, name: 'Shop' }));
    expect(Object.keys(made)).toEqual(expect.arrayContaining(['siteId', 'name', 'slug', 'url']));
    siteId = sites[0].siteId;
  }, 60_000);

  it('app create', async () => {
    const made = await installation.json([
      ...['app', 'create', '--site', siteId, '--name', 'App'],
      ...['--redirect-uri', REDIRECT_URI, '--redirect-domain', 'localhost:3000'],
    ]);
    expect(made).toEqual({ clientId: expect.any(String), clientSecret: expect.any(String) });
    clientId = made.clientId;
    if (!beside) return;
    const answer = await fetch(`${installation.origin}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, grantType: 'anonymous' }),
    });
    expect(answer.status).toBe(200);
  }, 60_000);

  it('keys list and keys rotate', async () => {
    const signing = async (): Promise<string[]> => {
      const keys: { id: string; retired: string | null }[] = await installation.json(['keys', 'list']);
      return keys.filter((key) => key.retired === null).map((key) => key.id);
    };
    const [first] = await signing();
    const visitor = beside ? await newVisitor(clientId) : '';
    const { made } = await installation.json(['keys', 'rotate']);
    expect(await signing()).toEqual(made);
    expect(made).not.toContain(first);
    if (beside) expect(await isActive(visitor)).toBe(true);
    expect(await installation.json(['keys', 'rotate', '--retire-now', first as string])).toEqual({ retired: first });
    const again = await installation.command(['keys', 'rotate', '--retire-now', first as string]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use') });
    if (!beside) return;
    await expect.poll(() => isActive(visitor), { timeout: 2_000 }).toBe(false);
    expect(await isActive(await newVisitor(clientId))).toBe(true);
  }, 60_000);

  it('key create', async () => {
    const made = await installation.json(['key', 'create', '--site', siteId, '--name', 'Key']);
    expect(made).toEqual({ apiKey: expect.any(String), siteId, accountId: expect.any(String) });
    if (!beside) return;
    const answer = await fetch(`${installation.origin}/v2/collections`, {
      headers: { authorization: made.apiKey, 'wix-site-id': siteId },
    });
    expect(answer.status).toBe(200);
  }, 60_000);

  it('owner create with a password from standard input, and with a link', async () => {
    const email = `${beside ? 'beside' : 'before'}@example.org`;
    expect(
      await installation.json(['owner', 'create', '--email', email], { stdin: 'correct horse battery\n' }),
    ).toEqual({
      email,
    });
    const invited = await installation.json(['owner', 'create', '--email', `invited.${email}`]);
    expect(invited.link).toMatch(/^http:\/\/localhost:/);
  }, 60_000);

  it('doctor', async () => {
    const report = await installation.json(['doctor']);
    expect(report).toMatchObject({ runsFrom: 'build', database: 'embedded', encoding: 'UTF8', dataDirWritable: true });
    expect(report.postgresql).toMatch(/^\d+/);
  }, 60_000);

  it('leaves the database as it found it', () => {
    expect(installation.postmaster() !== undefined).toBe(beside);
  });

  it('refuses in one sentence, with the exit code 1', async () => {
    for (const [args, sentence] of [
      [['site', 'create'], 'The option --name is missing.'],
      [['key', 'create', '--site', '00000000-0000-4000-8000-000000000000', '--name', 'N'], /site/i],
      [['owner', 'create', '--email', 'nobody'], 'The option --email must be an e-mail address.'],
    ] as const) {
      const { code, stdout, stderr } = await installation.command(args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr.trim()).toMatch(sentence);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  }, 60_000);
});

it('build says that all is built', async () => {
  expect(await installation.json(['build'])).toEqual({ failed: [] });
}, 60_000);

it('help is an answer, an unknown command is not', async () => {
  const help = await installation.command(['help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const name of ['start', 'site create', 'backup', 'restore', 'doctor']) expect(help.stdout).toContain(name);
  expect(await installation.command(['fly'])).toMatchObject({ code: 2, stdout: '' });
});

async function post(path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(installation.origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as { access_token: string; active: boolean };
}

const newVisitor = async (clientId: string): Promise<string> =>
  (await post('/oauth2/token', { clientId, grantType: 'anonymous' })).access_token;

const isActive = async (token: string): Promise<boolean> => (await post('/oauth2/token-info', { token })).active;
