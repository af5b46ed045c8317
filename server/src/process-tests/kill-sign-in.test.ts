/** A server killed in the middle of what takes two steps: registration and its mail, a code and its exchange. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { createInstallation, type Installation, type ServerProcess } from '../testing/installation-process.ts';
import { runs } from '../testing/runs.ts';

const KILLS = runs(20);
const PASSWORD = 'correct horse battery';
const REDIRECT_URI = 'http://localhost:3000/callback';

let installation: Installation;
let server: ServerProcess;
let smtpPort: number;
let key: Record<string, string>;
let clientId: string;

beforeAll(async () => {
  smtpPort = await freePort();
  installation = await createInstallation({
    PORTICO_SMTP_URL: `smtp://127.0.0.1:${smtpPort}?security=none`,
    PORTICO_MAIL_FROM: 'site@example.org',
  });
  server = await installation.start();
  const [site] = await installation.json(['site', 'list']);
  const made = await installation.json(['key', 'create', '--site', site.siteId, '--name', 'Test']);
  key = { authorization: made.apiKey, 'wix-site-id': made.siteId };
  const app = ['app', 'create', '--site', site.siteId, '--name', 'Test', '--redirect-uri', REDIRECT_URI];
  clientId = (await installation.json(app)).clientId;
}, 120_000);
afterAll(() => installation?.remove(), 60_000);

async function call(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(installation.origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: response.status, body: (await response.json()) as any };
}

async function visitor(): Promise<Record<string, string>> {
  const { body } = await call('POST', '/oauth2/token', { clientId, grantType: 'anonymous' });
  return { authorization: body.access_token };
}

const register = (email: string, as: Record<string, string>) =>
  call('POST', '/v2/register', { loginId: { email }, password: PASSWORD }, as);
const requireVerification = (on: boolean) =>
  call('PATCH', '/iam/signon/v1/sign-on-policies', { signOnPolicy: { requireEmailVerification: on } }, key);

it(
  'mails what was registered before the kill, and nothing for what was not',
  async () => {
    const acknowledged: string[] = [];
    const begun = new Set<string>();
    // The mail server is away meanwhile: every mail has to outlive the kill.
    for (let kill = 0; kill < KILLS; kill += 1) {
      await requireVerification(true);
      const as = await visitor();
      const former = acknowledged.length;
      let stopped = false;
      const registering = Array.from({ length: 8 }, async (_, client) => {
        for (let n = 0; !stopped; n += 1) {
          const email = `k${kill}-${client}-${n}@example.org`;
          begun.add(email);
          const answer = await register(email, as).catch(() => undefined);
          if (answer?.body.state === 'REQUIRE_EMAIL_VERIFICATION') acknowledged.push(email);
          else if (answer?.status !== 200) return;
        }
      });
      await expect.poll(() => acknowledged.length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(former);
      await sleep(Math.random() * 700);
      server.kill('SIGKILL');
      stopped = true;
      await Promise.all([server.ended, ...registering]);
      server = await installation.start();
    }

    const arrived = new Map<string, number>();
    const smtp = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo({ address }, _session, done) {
        arrived.set(address, (arrived.get(address) ?? 0) + 1);
        done();
      },
      onData(stream, _session, done) {
        stream.resume().on('end', done);
      },
    });
    await new Promise<void>((resolve) => smtp.listen(smtpPort, '127.0.0.1', resolve));
    const members = await allMembers();
    await expect.poll(() => members.filter((email) => !arrived.has(email)), { timeout: 100_000 }).toEqual([]);
    await new Promise<void>((resolve) => smtp.close(resolve));

    const half = acknowledged.filter((email) => !members.includes(email));
    const strangers = [...arrived.keys()].filter((email) => begun.has(email) && !members.includes(email));
    console.log(
      `${KILLS} kills while members register: ${acknowledged.length} acknowledged, ${members.length} stored, ` +
        `${arrived.size} mails arrived, ${half.length} acknowledged without a member, ${strangers.length} mails without one`,
    );
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(half).toEqual([]);
    expect(strangers).toEqual([]);
  },
  180_000 + KILLS * 30_000,
);

it(
  'exchanges a code issued before the kill once; of exchanges under way each is done or can still be made',
  async () => {
    const counts = { issued: 0, acknowledged: 0, afterwards: 0, usedUp: 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      await requireVerification(false);
      const as = await visitor();
      const codes = await Promise.all(Array.from({ length: 16 }, (_, n) => issueCode(`c${kill}-${n}@example.org`, as)));
      counts.issued += codes.length;
      // The first half is under way when the server dies, the second has not begun.
      const underWay = codes.slice(0, 8).map((made) => exchange(made).catch(() => undefined));
      await sleep(Math.random() * 60);
      server.kill('SIGKILL');
      const answers = await Promise.all(underWay);
      await server.ended;

      server = await installation.start();
      for (const [index, made] of codes.entries()) {
        const before = index < 8 ? answers[index] : undefined;
        if (before?.status === 200) {
          counts.acknowledged += 1;
          expect((await refresh(before.body.refresh_token)).status).toBe(200);
          continue;
        }
        const answer = await exchange(made);
        if (index >= 8) expect(answer.status).toBe(200);
        if (answer.status === 200) {
          counts.afterwards += 1;
          expect((await refresh(answer.body.refresh_token)).status).toBe(200);
        } else {
          // Committed, and the answer lost with the server: the code counts as used, as after any exchange.
          expect(answer.body.error).toBe('invalid_grant');
          counts.usedUp += 1;
        }
        expect((await exchange(made)).body.error).toBe('invalid_grant');
      }
    }
    console.log(
      `${KILLS} kills between code and exchange: ${counts.issued} codes, ${counts.acknowledged} exchanged before, ` +
        `${counts.afterwards} after the restart, ${counts.usedUp} committed without an answer`,
    );
  },
  120_000 + KILLS * 60_000,
);

async function allMembers(): Promise<string[]> {
  const emails: string[] = [];
  for (let offset = 0; ; offset += 1_000) {
    const query = { paging: { limit: 1_000, offset } };
    const { body } = await call('POST', '/members/v1/members/query', { query, fieldsets: ['FULL'] }, key);
    emails.push(...body.members.map((member: { loginEmail: string }) => member.loginEmail));
    if (body.members.length < 1_000) return emails;
  }
}

interface Code {
  readonly code: string;
  readonly verifier: string;
}

async function issueCode(email: string, as: Record<string, string>): Promise<Code> {
  const { body } = await register(email, as);
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    clientId,
    responseType: 'code',
    responseMode: 'query',
    redirectUri: REDIRECT_URI,
    state: 'state',
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    codeChallengeMethod: 'S256',
    prompt: 'none',
    sessionToken: body.sessionToken,
  });
  const response = await fetch(`${installation.origin}/_api/oauth2/authorize?${query}`, { redirect: 'manual' });
  const code = new URL(response.headers.get('location') ?? '').searchParams.get('code');
  return { code: code as string, verifier };
}

const exchange = ({ code, verifier }: Code) =>
  call('POST', '/oauth2/token', {
    clientId,
    grantType: 'authorization_code',
    redirectUri: REDIRECT_URI,
    code,
    codeVerifier: verifier,
  });

const refresh = (refreshToken: string) =>
  call('POST', '/oauth2/token', { clientId, grantType: 'refresh_token', refreshToken });
