import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountNotFound } from '../../app.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { newId } from '../../kernel/ids.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { type DatabaseClock, stopDatabaseClock } from '../../testing/database-clock.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { signIn } from './session.ts';
import { findUserByEmail, insertUser, updatePassword } from './store.ts';

const PASSWORD = 'a boat under the bridge';

let t: TestServer;
let passwordHash: string;
let email: string;
let clock: DatabaseClock;
let now: Date;
beforeAll(async () => {
  t = await testServer((app) => mountNotFound(app.http), { limits: true });
  passwordHash = await hashPassword(PASSWORD);
  clock = await stopDatabaseClock(t.db);
});
afterAll(() => t.stop());
beforeEach(async () => {
  now = new Date();
  email = `owner-${newId()}@example.org`;
  await insertUser(t.db, { id: newId(), email, password_hash: passwordHash });
});

interface Browser {
  readonly address?: string;
  /** The cookies that the browser sends, by name. */
  readonly cookies?: Record<string, string>;
}

const attempt = (password: string, { address = '198.51.100.1', cookies = {} }: Browser = {}): Promise<HttpResponse> => {
  const ctx: Ctx = { ...t.ctx, address, now };
  const request = { headers: {}, cookies, host: 'localhost', origin: t.ctx.env.dashboardOrigin };
  return signIn(ctx, { query: {}, body: { email, password } }, request);
};

/** Returns the error code, or `in` after a successful sign-in. */
const signInOutcome = (password: string, browser?: Browser): Promise<string> =>
  attempt(password, browser).then(
    () => 'in',
    (error) => error.code,
  );

/** Returns the cookies that the browser stores from a response. */
function cookiesOf(response: HttpResponse): Record<string, string> {
  const set = [response.headers['set-cookie'] ?? []].flat();
  return Object.fromEntries(set.map((line) => line.split(';')[0]?.split('=') as [string, string]));
}

describe('repeated failures', () => {
  it('wait after five; the right password waits as well, and succeeds after the wait', async () => {
    for (let n = 0; n < 5; n += 1) expect(await signInOutcome('wrong')).toBe('WRONG_CREDENTIALS');
    expect(await signInOutcome('wrong')).toBe('TOO_MANY_REQUESTS');
    expect(await signInOutcome(PASSWORD)).toBe('TOO_MANY_REQUESTS');
    await clock.advance(1);
    expect(await signInOutcome(PASSWORD)).toBe('in');
    for (let n = 0; n < 5; n += 1) expect(await signInOutcome('wrong')).toBe('WRONG_CREDENTIALS');
  });

  it('let five of 100 parallel guesses reach the hash', async () => {
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => signInOutcome('wrong')));
    expect(outcomes.filter((code) => code === 'WRONG_CREDENTIALS')).toHaveLength(5);
  });

  it('from one address do not keep the owner out at another', async () => {
    for (let n = 0; n < 10; n += 1) await signInOutcome('wrong', { address: '198.51.100.2' });
    expect(await signInOutcome(PASSWORD, { address: '198.51.100.3' })).toBe('in');
  });

  it('count for an IPv6 network and not for each of its addresses', async () => {
    const outcomes: string[] = [];
    for (let n = 0; n < 20; n += 1) outcomes.push(await signInOutcome('wrong', { address: `2001:db8::${n}` }));
    expect(outcomes.filter((code) => code === 'WRONG_CREDENTIALS')).toHaveLength(5);
  });

  it('at many accounts from one address wait after sixty', async () => {
    const outcomes: string[] = [];
    for (let n = 0; n < 70; n += 1) {
      email = `nobody-${n}@example.org`;
      outcomes.push(await signInOutcome('wrong', { address: '198.51.100.77' }));
    }
    expect(outcomes.filter((code) => code === 'WRONG_CREDENTIALS')).toHaveLength(60);
  });

  it('with a site’s token count like those without: the credential changes nothing', async () => {
    const site = t.ctx.site;
    for (let n = 0; n < 5; n += 1) await signInOutcome('wrong', { address: '198.51.100.9' });
    const ctx = { ...t.ctx, site, address: '198.51.100.9' };
    const request = { headers: {}, cookies: {}, host: 'localhost', origin: t.ctx.env.dashboardOrigin };
    await expect(signIn(ctx, { query: {}, body: { email, password: 'wrong' } }, request)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });
});

it('counted while the clock of the server was a day ahead do not keep the owner out', async () => {
  const headers = { origin: t.ctx.env.dashboardOrigin };
  const signInWith = (password: string) =>
    t.call({ method: 'POST', path: '/portico/v1/dashboard/sign-in', body: { email, password }, headers });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  try {
    for (let n = 0; n < 6; n += 1) expect((await signInWith('wrong')).status).toBe(n < 5 ? 401 : 429);
  } finally {
    vi.useRealTimers();
  }
  await clock.advance(1);
  expect((await signInWith(PASSWORD)).status).toBe(200);
});

describe('a known device', () => {
  it('signs in while a thousand addresses guess for an hour; fewer than 100 guesses reach the hash', async () => {
    const cookies = cookiesOf(await attempt(PASSWORD));
    const outcomes: string[] = [];
    for (let n = 0; n < 1_000; n += 1) {
      await clock.advance(3.6);
      outcomes.push(await signInOutcome('wrong', { address: `10.0.${n >> 8}.${n & 255}` }));
      if (n % 250 === 249) expect(await signInOutcome(PASSWORD, { cookies })).toBe('in');
    }
    expect(outcomes.filter((code) => code === 'WRONG_CREDENTIALS').length).toBeLessThan(100);
  }, 60_000);

  it('has its own allowance, which is limited too', async () => {
    const cookies = cookiesOf(await attempt(PASSWORD));
    for (let n = 0; n < 10; n += 1) expect(await signInOutcome('wrong', { cookies })).toBe('WRONG_CREDENTIALS');
    expect(await signInOutcome('wrong', { cookies })).toBe('TOO_MANY_REQUESTS');
    expect(await signInOutcome(PASSWORD)).toBe('in');
  });

  it('is not recognised by a forged, foreign, expired or outdated cookie', async () => {
    const ownDevice = cookiesOf(await attempt(PASSWORD))['portico-dashboard-device'] as string;
    const [id, expires, mac] = ownDevice.split('.') as [string, string, string];
    const victim = email;
    email = `other-${newId()}@example.org`;
    await insertUser(t.db, { id: newId(), email, password_hash: passwordHash });
    const foreign = cookiesOf(await attempt(PASSWORD))['portico-dashboard-device'] as string;
    email = victim;
    for (let n = 0; n < 5; n += 1) await signInOutcome('wrong');
    const expectRejected = async (value: string) =>
      expect(await signInOutcome('wrong', { cookies: { 'portico-dashboard-device': value } })).toBe(
        'TOO_MANY_REQUESTS',
      );
    await expectRejected(foreign);
    await expectRejected(`${newId()}.${expires}.${mac}`);
    await expectRejected(`${id}.${Number(expires) + 1}.${mac}`);
    await expectRejected(`${id}.${expires}.`);
    await expectRejected('..');
    const { id: userId } = (await findUserByEmail(t.db, email)) as { id: string };
    await updatePassword(t.db, userId, await hashPassword('another password'));
    await expectRejected(ownDevice);
    await updatePassword(t.db, userId, passwordHash);
    expect(await signInOutcome('wrong', { cookies: { 'portico-dashboard-device': ownDevice } })).toBe(
      'WRONG_CREDENTIALS',
    );
    now = new Date(now.getTime() + 366 * 86_400_000);
    for (let n = 0; n < 5; n += 1) await signInOutcome('wrong');
    await expectRejected(ownDevice);
  });
});

describe('password hashes', () => {
  it('with outdated parameters are replaced at sign-in, and still match', async () => {
    const user = (await findUserByEmail(t.db, email)) as { id: string };
    const old = await hash(PASSWORD, { algorithm: 1, memoryCost: 4_096, timeCost: 3, parallelism: 1 });
    await updatePassword(t.db, user.id, old);
    expect(await signInOutcome(PASSWORD)).toBe('in');
    expect((await findUserByEmail(t.db, email))?.password_hash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
    expect(await signInOutcome(PASSWORD)).toBe('in');
  });

  it('with current parameters stay', async () => {
    await attempt(PASSWORD);
    expect((await findUserByEmail(t.db, email))?.password_hash).toBe(passwordHash);
  });
});
