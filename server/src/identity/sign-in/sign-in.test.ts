import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '../../kernel/app-error.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { type DatabaseClock, stopDatabaseClock } from '../../testing/database-clock.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { runs } from '../../testing/runs.ts';
import {
  codeFor,
  createPkce,
  exchange,
  login,
  newEmail,
  PASSWORD,
  register,
  requestToken,
  signInAgain,
  signInNewMember,
} from '../testing/client.ts';
import { checkCredentials } from './check-credentials.ts';
import { recordDevice } from './devices.ts';
import { registerMember } from './register.ts';

let t: TestServer;
let clock: DatabaseClock;
beforeAll(async () => {
  t = await testServer();
  clock = await stopDatabaseClock(t.db);
});
afterAll(() => t.stop());

const readMemberRow = (id: string) =>
  t.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('responses with status 200', () => {
  it('registers a member and stores the visitor id', async () => {
    const team = { key: 'team', name: 'team', type: 'TEXT', editableByMember: true } as const;
    await t.configure({ members: { fields: [team] } });
    const email = newEmail();
    const { status, body } = await register(t, email.toUpperCase(), {
      profile: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        phones: ['1'],
        secondaryEmails: [{ email: 'b@example.org', tag: 'WORK' }],
        addresses: [{ address: { country: 'GB', city: 'London' }, tag: 'HOME' }],
        customFields: [{ name: 'team', value: { strValue: 'blue' } }],
        picture: 'https://example.org/a.png',
        birthdate: '1815-12-10',
      },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'SUCCESS', sessionToken: expect.any(String), additionalData: {} });
    expect(body.identity).toMatchObject({
      email: { address: email, isVerified: false },
      status: { name: 'ACTIVE', reasons: [] },
      connections: [],
      metadata: { tags: [] },
      factors: [{ type: 'PASSWORD', status: 'ACTIVE' }],
      identityProfile: {
        firstName: 'Ada',
        labels: [],
        phonesV2: [{ phone: '1', tag: 'UNTAGGED' }],
        emails: ['b@example.org'],
        addresses: [{ address: { country: 'GB', city: 'London' }, tag: 'HOME' }],
        customFields: [{ name: 'team', value: { strValue: 'blue' } }],
      },
    });
    const row = await readMemberRow(body.identity.id);
    expect(row.visitor_id).toBe(t.visitorId);
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
  });

  it('emits the event member_created', async () => {
    const { body } = await register(t, newEmail());
    await expect
      .poll(
        () => t.db.selectFrom('activity').selectAll().where('entity_id', '=', body.identity.id).executeTakeFirst(),
        {
          timeout: 10_000,
        },
      )
      .toMatchObject({ type: 'wix.members.v1.member_created', site_id: t.site.id });
  });

  it('ignores protected attributes: status, verification, ids', async () => {
    const { body } = await register(t, newEmail(), {
      status: 'BLOCKED',
      emailVerified: true,
      profile: { status: 'ADMIN', emailVerified: true, role: 'owner', id: 'x', visitorId: 'x' },
      identity: { id: '00000000-0000-4000-8000-000000000000', status: { name: 'ADMIN' } },
    });
    expect(body.identity.status.name).toBe('ACTIVE');
    expect(body.identity.email.isVerified).toBe(false);
    expect((await readMemberRow(body.identity.id)).details).toEqual({});
  });

  it.each(['/_api/iam/authentication', '/_api/authentication', '/authentication', '/iam/authentication', ''])(
    'responds under %j',
    async (prefix) => {
      const body = { loginId: { email: newEmail() }, password: PASSWORD };
      expect((await t.call({ method: 'POST', path: `${prefix}/v2/register`, body, as: t.visitor })).status).toBe(200);
    },
  );

  it('ignores case and surrounding blanks of the address', async () => {
    const email = newEmail();
    const { body } = await register(t, email);
    const response = await login(t, `  ${email.toUpperCase()} `);
    expect(response).toMatchObject({ status: 200, body: { state: 'SUCCESS', identity: { id: body.identity.id } } });
    expect(response.body.sessionToken).not.toBe(body.sessionToken);
    expect((await readMemberRow(body.identity.id)).last_login_at).toBeInstanceOf(Date);
  });

  it('accepts a password in either Unicode normalization form', async () => {
    const email = newEmail();
    await register(t, email, { password: 'caf\u00e9 caf\u00e9 caf\u00e9' });
    expect((await login(t, email, 'cafe\u0301 cafe\u0301 cafe\u0301')).status).toBe(200);
  });

  it('changes the password and ends every other session of the member', async () => {
    const member = await signInNewMember(t);
    const elsewhere = await signInAgain(t, member.email);
    const unused = (await login(t, member.email)).body.sessionToken;
    const body = { newPassword: 'a new passphrase' };
    const changed = await t.call({
      method: 'POST',
      path: '/_api/iam/authentication/v2/change-password',
      body,
      as: member.accessToken,
    });
    expect(changed).toMatchObject({ status: 200, body: {} });
    expect((await login(t, member.email)).status).toBe(401);
    expect((await login(t, member.email, 'a new passphrase')).status).toBe(200);
    const refresh = (refreshToken: string) =>
      requestToken(t, { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken });
    const getMe = (as: string) => t.call({ method: 'GET', path: '/members/v1/members/my', as });
    expect((await refresh(elsewhere.refreshToken)).body.error).toBe('invalid_grant');
    await expect.poll(async () => (await getMe(elsewhere.accessToken)).status).toBe(401);
    expect((await refresh(member.refreshToken)).status).toBe(200);
    expect((await getMe(member.accessToken)).status).toBe(200);
    // An unused session token from a sign-in with the old password must be invalid.
    await expect(codeFor(t, unused)).rejects.toThrow('no code');
  });

  it('rejects a code that was issued before a password change', async () => {
    const member = await signInNewMember(t);
    const proof = createPkce();
    const code = await codeFor(t, (await login(t, member.email)).body.sessionToken, proof);
    const body = { newPassword: 'a new passphrase' };
    await t.call({ method: 'POST', path: '/v2/change-password', body, as: member.accessToken });
    expect((await exchange(t, code, proof.verifier)).body.error).toBe('invalid_grant');
  });

  it('replaces a hash with outdated parameters at the next successful sign-in', async () => {
    const email = newEmail();
    const { body } = await register(t, email);
    const old = await hash(PASSWORD, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await t.db.updateTable('members').set({ password_hash: old }).where('id', '=', body.identity.id).execute();
    await login(t, email, 'wrong password');
    expect((await readMemberRow(body.identity.id)).password_hash).toBe(old);
    expect((await login(t, email)).status).toBe(200);
    const upgradedHash = (await readMemberRow(body.identity.id)).password_hash;
    expect(upgradedHash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
    expect((await login(t, email)).status).toBe(200);
    expect((await readMemberRow(body.identity.id)).password_hash).toBe(upgradedHash);
  });

  it('signs the same member on in concurrent calls by key', async () => {
    const body = { loginId: { email: newEmail() } };
    const signOn = () => t.call({ method: 'POST', path: '/_api/iam/authentication/v2/sign-on', body, as: t.key });
    const responses = await Promise.all([signOn(), signOn(), signOn()]);
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200]);
    expect(new Set(responses.map((response) => response.body.identity.id)).size).toBe(1);
  });

  it('registers the same address on two sites', async () => {
    const email = newEmail();
    const second = await t.secondSite();
    expect((await register(t, email)).status).toBe(200);
    expect((await register(t, email, {}, second.visitor)).status).toBe(200);
  });
});

describe('responses with status 400', () => {
  it.each([
    '',
    'no-at',
    'a@b',
    'a b@example.org',
    '@example.org',
    'a@',
    'a,b@example.org',
    'a\n@example.org',
    'a@@example.org',
  ])('rejects registration of the address %j with a violation of type EMAIL', async (email) => {
    const { status, body } = await register(t, email);
    expect(status).toBe(400);
    const [violation] = body.details.validationError.fieldViolations;
    expect(violation).toMatchObject({ field: 'loginId.email', data: { type: 'EMAIL' } });
  });

  it.each([
    ['a short password', { password: '1234567' }],
    ['a password that is too long', { password: 'x'.repeat(1001) }],
    ['a password that is not a text', { password: 12345678 }],
    ['no password', { password: undefined }],
    ['an invalid slug', { profile: { slug: '../x' } }],
    ['an invalid birthdate', { profile: { birthdate: 'x' } }],
  ])('rejects %s with data in each violation', async (_name, more) => {
    const { status, body } = await register(t, newEmail(), more);
    expect(status).toBe(400);
    for (const violation of body.details.validationError.fieldViolations) expect(violation.data).toBeTypeOf('object');
  });

  it('rejects a text that PostgreSQL cannot store', async () => {
    const response = await register(t, newEmail(), { profile: { firstName: 'a\u0000b' } });
    expect(response.status).toBe(400);
  });
});

describe('responses with status 401', () => {
  it('returns the same error for a wrong password and an unknown address', async () => {
    const email = newEmail();
    await register(t, email);
    const wrong = await login(t, email, 'wrong password');
    const unknown = await login(t, newEmail());
    expect(wrong.status).toBe(401);
    expect(codeOf(wrong)).toBe('-19976');
    expect(unknown.status).toBe(wrong.status);
    expect(unknown.body).toEqual(wrong.body);
  });

  it.each([undefined, null, 7, {}, ''])('returns the same error for the malformed password %j', async (password) => {
    expect(codeOf(await login(t, newEmail(), password))).toBe('-19976');
  });

  it('returns -19973 for a member without a password, or with the right password if it must be reset', async () => {
    const body = { loginId: { email: newEmail() } };
    await t.call({ method: 'POST', path: '/_api/iam/authentication/v2/sign-on', body, as: t.key });
    for (const password of ['', PASSWORD]) expect(codeOf(await login(t, body.loginId.email, password))).toBe('-19973');
    const email = newEmail();
    const registered = await register(t, email);
    const update = t.db.updateTable('members').set({ password_reset_required: true });
    await update.where('id', '=', registered.body.identity.id).execute();
    expect(codeOf(await login(t, email))).toBe('-19973');
    expect(codeOf(await login(t, email, 'wrong password'))).toBe('-19976');
  });

  it('needs a token', async () => {
    expect((await t.call({ method: 'POST', path: '/v2/login', body: {} })).status).toBe(401);
  });
});

describe('responses with status 403', () => {
  it('returns MEMBER_BLOCKED only with the right password', async () => {
    const email = newEmail();
    const { body } = await register(t, email);
    await t.db.updateTable('members').set({ status: 'BLOCKED' }).where('id', '=', body.identity.id).execute();
    expect(codeOf(await login(t, email))).toBe('MEMBER_BLOCKED');
    expect(codeOf(await login(t, email, 'wrong password'))).toBe('-19976');
  });

  it('allows sign-on only to a key with the scope', async () => {
    const body = { loginId: { email: newEmail() } };
    const callers = [t.visitor, t.member, await t.keyWith(['items:*']), await t.userToken('owner')];
    for (const as of callers) {
      expect((await t.call({ method: 'POST', path: '/v2/sign-on', body, as })).status).toBe(403);
    }
  });

  it('does not let a visitor change a password', async () => {
    const body = { newPassword: 'a new passphrase' };
    expect((await t.call({ method: 'POST', path: '/v2/change-password', body, as: t.visitor })).status).toBe(403);
  });
});

describe('responses with status 404', () => {
  it.each([undefined, null, '', 'no-at', 7, {}, 'a@b', 'x'.repeat(300)])(
    'returns -19999 for the malformed address %j, as an application error',
    async (email) => {
      const response = await login(t, email);
      expect([response.status, codeOf(response)]).toEqual([404, '-19999']);
      expect(response.body.details.validationError).toBeUndefined();
    },
  );
});

describe('responses with status 409', () => {
  it('returns -19995 for an address that is taken, ignoring case, also to concurrent calls', async () => {
    const email = newEmail();
    const responses = await Promise.all([register(t, email), register(t, email.toUpperCase()), register(t, email)]);
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409]);
    for (const response of responses.filter(({ status }) => status === 409)) expect(codeOf(response)).toBe('-19995');
  });

  it('returns SLUG_ALREADY_EXISTS for a slug that is taken', async () => {
    const profile = { slug: 'ada' };
    expect((await register(t, newEmail(), { profile })).status).toBe(200);
    expect(codeOf(await register(t, newEmail(), { profile }))).toBe('SLUG_ALREADY_EXISTS');
  });
});

describe('responses with status 429', () => {
  const tryOnce = (
    email: string,
    { password = PASSWORD, address = '192.0.2.1', device = null as string | null } = {},
  ) =>
    checkCredentials(
      { ...t.ctx, env: { ...t.ctx.env, hasRateLimits: true }, address },
      { email, password, captcha: undefined },
      { proof: device === null ? null : hashSecret(device), userAgent: 'test' },
    ).then(
      () => 'signed in',
      (error: AppError) => error.code,
    );
  const wrong = { password: 'wrong password' };

  it('slows down repeated failures of one address, and no other sign-ins', async () => {
    const email = newEmail();
    await register(t, email);
    const outcomes: string[] = [];
    for (let tries = 0; tries < 8; tries += 1) outcomes.push(await tryOnce(email, wrong));
    expect(outcomes.slice(0, 5)).toEqual(Array(5).fill('-19976'));
    expect(outcomes.at(-1)).toBe('TOO_MANY_REQUESTS');
    expect(await tryOnce(email)).toBe('TOO_MANY_REQUESTS');
    // The limit affects neither this account from another address nor another account from this address.
    expect(await tryOnce(email, { address: '192.0.2.2' })).toBe('signed in');
    expect(await tryOnce(newEmail())).toBe('-19976');
    await clock.advance(60);
    expect(await tryOnce(email)).toBe('signed in');
  });

  it('counts failures only', async () => {
    const email = newEmail();
    await register(t, email);
    for (let times = 0; times < 12; times += 1) expect(await tryOnce(email)).toBe('signed in');
  });

  it('attack: while 1,000 addresses guess at one account for an hour, the owner can sign in on a known device', async () => {
    const email = newEmail();
    const { body } = await register(t, email);
    const owner = { device: 'the laptop of the owner', address: '198.51.100.7' };
    const member = await readMemberRow(body.identity.id);
    await recordDevice(t.ctx, member as never, { proof: hashSecret(owner.device), userAgent: 'test' });
    let checked = 0;
    const interval = 3_600 / runs(3_600);
    for (let second = 0; second < 3_600; second += interval) {
      const address = `127.${second % 4}.${second % 250}.1`;
      const outcome = await tryOnce(email, { ...wrong, address });
      await clock.advance(interval);
      if (outcome === '-19976') checked += 1;
      else expect(outcome).toBe('TOO_MANY_REQUESTS');
    }
    // Ten guesses are free, then the wait doubles up to a minute, so that at most one guess a minute is checked.
    console.log(`guesses at one account in an hour, from 1,000 addresses, whose password was checked: ${checked}`);
    expect(checked).toBeLessThanOrEqual(76);
    expect(await tryOnce(email, { address: '203.0.113.9' })).toBe('TOO_MANY_REQUESTS');
    expect(await tryOnce(email, owner)).toBe('signed in');
  });

  it('checks at most ten of 200 concurrent guesses', async () => {
    const email = newEmail();
    await register(t, email);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => tryOnce(email, { ...wrong, address: `127.1.${index}.1` })),
    );
    expect(outcomes.filter((outcome) => outcome === '-19976').length).toBeLessThanOrEqual(10);
  });

  it('allows one address 60 sign-ins and 20 registrations a minute', async () => {
    const limited = { ...t.ctx, env: { ...t.ctx.env, hasRateLimits: true }, address: '192.0.2.60' };
    const email = newEmail();
    await register(t, email);
    for (let times = 0; times < 60; times += 1) {
      expect(await tryOnce(email, { address: '192.0.2.60' })).toBe('signed in');
    }
    for (let times = 0; times < 20; times += 1) {
      const input = { email: newEmail(), password: PASSWORD, captcha: undefined };
      const result = await registerMember(limited, input, { proof: null, userAgent: '' });
      expect(result.state).toBe('SUCCESS');
    }
  }, 60_000);
});
