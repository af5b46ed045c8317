/** Kills the server during operations with two steps: registration and its mail, and issue and exchange of a code. */
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
  const createdKey = await installation.json(['key', 'create', '--site', site.siteId, '--name', 'Test']);
  key = { authorization: createdKey.apiKey, 'wix-site-id': createdKey.siteId };
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
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  return { status: response.status, body: (await response.json()) as any };
}

async function newVisitorHeaders(): Promise<Record<string, string>> {
  const { body } = await call('POST', '/oauth2/token', { clientId, grantType: 'anonymous' });
  return { authorization: body.access_token };
}

const register = (email: string, as: Record<string, string>) =>
  call('POST', '/v2/register', { loginId: { email }, password: PASSWORD }, as);
const requireVerification = (on: boolean) =>
  call('PATCH', '/iam/signon/v1/sign-on-policies', { signOnPolicy: { requireEmailVerification: on } }, key);

it(
  'mails every member who was registered before the kill, and no one else',
  async () => {
    const acknowledged: string[] = [];
    const startedEmails = new Set<string>();
    // The mail server is stopped during the kills, so every mail must survive them.
    for (let kill = 0; kill < KILLS; kill += 1) {
      await requireVerification(true);
      const as = await newVisitorHeaders();
      const former = acknowledged.length;
      let stopped = false;
      const registrations = Array.from({ length: 8 }, async (_, client) => {
        for (let n = 0; !stopped; n += 1) {
          const email = `k${kill}-${client}-${n}@example.org`;
          startedEmails.add(email);
          const response = await register(email, as).catch(() => undefined);
          if (response?.body.state === 'REQUIRE_EMAIL_VERIFICATION') acknowledged.push(email);
          else if (response?.status !== 200) return;
        }
      });
      await expect.poll(() => acknowledged.length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(former);
      await sleep(Math.random() * 700);
      server.kill('SIGKILL');
      stopped = true;
      await Promise.all([server.ended, ...registrations]);
      server = await installation.start();
    }

    const mailsByRecipient = new Map<string, number>();
    const smtp = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo({ address }, _session, done) {
        mailsByRecipient.set(address, (mailsByRecipient.get(address) ?? 0) + 1);
        done();
      },
      onData(stream, _session, done) {
        stream.resume().on('end', done);
      },
    });
    await new Promise<void>((resolve) => smtp.listen(smtpPort, '127.0.0.1', resolve));
    const members = await listMembers();
    await expect.poll(() => members.filter((email) => !mailsByRecipient.has(email)), { timeout: 100_000 }).toEqual([]);
    await new Promise<void>((resolve) => smtp.close(resolve));

    const lostMembers = acknowledged.filter((email) => !members.includes(email));
    const mailedNonMembers = [...mailsByRecipient.keys()].filter(
      (email) => startedEmails.has(email) && !members.includes(email),
    );
    console.log(
      `${KILLS} kills while members register: ${acknowledged.length} acknowledged, ${members.length} stored, ` +
        `${mailsByRecipient.size} mails arrived, ${lostMembers.length} acknowledged without a member, ${mailedNonMembers.length} mails without one`,
    );
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(lostMembers).toEqual([]);
    expect(mailedNonMembers).toEqual([]);
  },
  180_000 + KILLS * 30_000,
);

it(
  'exchanges a code issued before the kill once; an interrupted exchange is complete or can be repeated',
  async () => {
    const counts = { issued: 0, acknowledged: 0, afterwards: 0, usedUp: 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      await requireVerification(false);
      const as = await newVisitorHeaders();
      const codes = await Promise.all(Array.from({ length: 16 }, (_, n) => issueCode(`c${kill}-${n}@example.org`, as)));
      counts.issued += codes.length;
      // When the server dies, the first half of the exchanges is in progress, and the second has not begun.
      const pendingExchanges = codes
        .slice(0, 8)
        .map((authorizationCode) => exchange(authorizationCode).catch(() => undefined));
      await sleep(Math.random() * 60);
      server.kill('SIGKILL');
      const responses = await Promise.all(pendingExchanges);
      await server.ended;

      server = await installation.start();
      for (const [index, authorizationCode] of codes.entries()) {
        const before = index < 8 ? responses[index] : undefined;
        if (before?.status === 200) {
          counts.acknowledged += 1;
          expect((await refresh(before.body.refresh_token)).status).toBe(200);
          continue;
        }
        const response = await exchange(authorizationCode);
        if (index >= 8) expect(response.status).toBe(200);
        if (response.status === 200) {
          counts.afterwards += 1;
          expect((await refresh(response.body.refresh_token)).status).toBe(200);
        } else {
          // The exchange was committed but its response was lost, so the code has been used.
          expect(response.body.error).toBe('invalid_grant');
          counts.usedUp += 1;
        }
        expect((await exchange(authorizationCode)).body.error).toBe('invalid_grant');
      }
    }
    console.log(
      `${KILLS} kills between code and exchange: ${counts.issued} codes, ${counts.acknowledged} exchanged before, ` +
        `${counts.afterwards} after the restart, ${counts.usedUp} committed without a response`,
    );
  },
  120_000 + KILLS * 60_000,
);

async function listMembers(): Promise<string[]> {
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
