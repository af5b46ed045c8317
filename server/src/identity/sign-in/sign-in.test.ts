import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '../../kernel/app-error.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { codeOf } from '../../testing/answers.ts';
import { type DatabaseClock, stopDatabaseClock } from '../../testing/database-clock.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs } from '../../testing/runs.ts';
import {
  codeFor,
  exchange,
  login,
  newEmail,
  PASSWORD,
  pkce,
  register,
  signedInMember,
  signInAgain,
  token,
} from '../testing/client.ts';
import { checkCredentials } from './check-credentials.ts';
import { noteDevice } from './devices.ts';
import { registerMember } from './register.ts';

let t: TestServer;
let clock: DatabaseClock;
beforeAll(async () => {
  t = await testServer();
  clock = await stopDatabaseClock(t.db);
});
afterAll(() => t.stop());

const memberRow = (id: string) => t.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('200', () => {
  it('registers a member in full shape, and notes the visitor', async () => {
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
    const row = await memberRow(body.identity.id);
    expect(row.visitor_id).toBe(t.visitorId);
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('emits the event, for who listens', async () => {
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

  it('keeps what must not be assigned: status, verification, ids, dates', async () => {
    const { body } = await register(t, newEmail(), {
      status: 'BLOCKED',
      emailVerified: true,
      profile: { status: 'ADMIN', emailVerified: true, role: 'owner', id: 'x', visitorId: 'x' },
      identity: { id: '00000000-0000-4000-8000-000000000000', status: { name: 'ADMIN' } },
    });
    expect(body.identity.status.name).toBe('ACTIVE');
    expect(body.identity.email.isVerified).toBe(false);
    expect((await memberRow(body.identity.id)).details).toEqual({});
  });

  it.each(['/_api/iam/authentication', '/_api/authentication', '/authentication', '/iam/authentication', ''])(
    'answers under %j',
    async (prefix) => {
      const body = { loginId: { email: newEmail() }, password: PASSWORD };
      expect((await t.call({ method: 'POST', path: `${prefix}/v2/register`, body, as: t.visitor })).status).toBe(200);
    },
  );

  it('signs in, in any case and with blanks around the address', async () => {
    const email = newEmail();
    const { body } = await register(t, email);
    const answer = await login(t, `  ${email.toUpperCase()} `);
    expect(answer).toMatchObject({ status: 200, body: { state: 'SUCCESS', identity: { id: body.identity.id } } });
    expect(answer.body.sessionToken).not.toBe(body.sessionToken);
    expect((await memberRow(body.identity.id)).last_login_at).toBeInstanceOf(Date);
  });

  it('takes a password in either Unicode form', async () => {
    const email = newEmail();
    await register(t, email, { password: 'caf\u00e9 caf\u00e9 caf\u00e9' });
    expect((await login(t, email, 'cafe\u0301 cafe\u0301 cafe\u0301')).status).toBe(200);
  });

  it('changes the password and ends every other session of the member', async () => {
    const member = await signedInMember(t);
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
      token(t, { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken });
    const me = (as: string) => t.call({ method: 'GET', path: '/members/v1/members/my', as });
    expect((await refresh(elsewhere.refreshToken)).body.error).toBe('invalid_grant');
    await expect.poll(async () => (await me(elsewhere.accessToken)).status).toBe(401);
    expect((await refresh(member.refreshToken)).status).toBe(200);
    expect((await me(member.accessToken)).status).toBe(200);
    // A sign-in with the old password that has not become a session yet must not become one now.
    await expect(codeFor(t, unused)).rejects.toThrow('no code');
  });

  it('refuses a code from before a change of the password', async () => {
    const member = await signedInMember(t);
    const made = pkce();
    const code = await codeFor(t, (await login(t, member.email)).body.sessionToken, made);
    const body = { newPassword: 'a new passphrase' };
    await t.call({ method: 'POST', path: '/v2/change-password', body, as: member.accessToken });
    expect((await exchange(t, code, made.verifier)).body.error).toBe('invalid_grant');
  });

  it('makes a hash of an older cost anew at the next sign-in, and only then', async () => {
    const email = newEmail();
    const { body } = await register(t, email);
    const old = await hash(PASSWORD, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await t.db.updateTable('members').set({ password_hash: old }).where('id', '=', body.identity.id).execute();
    await login(t, email, 'wrong password');
    expect((await memberRow(body.identity.id)).password_hash).toBe(old);
    expect((await login(t, email)).status).toBe(200);
    const upgraded = (await memberRow(body.identity.id)).password_hash;
    expect(upgraded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login(t, email)).status).toBe(200);
    expect((await memberRow(body.identity.id)).password_hash).toBe(upgraded);
  });

  it('signs the same member on twice by key, also at once', async () => {
    const body = { loginId: { email: newEmail() } };
    const signOn = () => t.call({ method: 'POST', path: '/_api/iam/authentication/v2/sign-on', body, as: t.key });
    const answers = await Promise.all([signOn(), signOn(), signOn()]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.identity.id)).size).toBe(1);
  });

  it('keeps the members of two sites apart', async () => {
    const email = newEmail();
    const second = await t.secondSite();
    expect((await register(t, email)).status).toBe(200);
    expect((await register(t, email, {}, second.visitor)).status).toBe(200);
  });
});

describe('400', () => {
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
  ])('refuses to register the address %j with a violation of type EMAIL', async (email) => {
    const { status, body } = await register(t, email);
    expect(status).toBe(400);
    const [violation] = body.details.validationError.fieldViolations;
    expect(violation).toMatchObject({ field: 'loginId.email', data: { type: 'EMAIL' } });
  });

  it.each([
    ['a short password', { password: '1234567' }],
    ['a password beyond all bounds', { password: 'x'.repeat(1001) }],
    ['a password that is no text', { password: 12345678 }],
    ['no password', { password: undefined }],
    ['a slug with signs', { profile: { slug: '../x' } }],
    ['a birthdate that is none', { profile: { birthdate: 'x' } }],
  ])('refuses %s with data in each violation', async (_name, more) => {
    const { status, body } = await register(t, newEmail(), more);
    expect(status).toBe(400);
    for (const violation of body.details.validationError.fieldViolations) expect(violation.data).toBeTypeOf('object');
  });

  it('refuses a text that PostgreSQL cannot store', async () => {
    const answer = await register(t, newEmail(), { profile: { firstName: 'a\u0000b' } });
    expect(answer.status).toBe(400);
  });
});

describe('401', () => {
  it('answers a wrong password and an unknown address alike', async () => {
    const email = newEmail();
    await register(t, email);
    const wrong = await login(t, email, 'wrong password');
    const unknown = await login(t, newEmail());
    expect(wrong.status).toBe(401);
    expect(codeOf(wrong)).toBe('-19976');
    expect(unknown.status).toBe(wrong.status);
    expect(unknown.body).toEqual(wrong.body);
  });

  it.each([undefined, null, 7, {}, ''])('answers the malformed password %j alike', async (password) => {
    expect(codeOf(await login(t, newEmail(), password))).toBe('-19976');
  });

  it('says -19973 to a member who came without a password, and, once the password was right, to who is told to reset it', async () => {
    const body = { loginId: { email: newEmail() } };
    await t.call({ method: 'POST', path: '/_api/iam/authentication/v2/sign-on', body, as: t.key });
    for (const password of ['', PASSWORD]) expect(codeOf(await login(t, body.loginId.email, password))).toBe('-19973');
    const email = newEmail();
    const registered = await register(t, email);
    const told = t.db.updateTable('members').set({ password_reset_required: true });
    await told.where('id', '=', registered.body.identity.id).execute();
    expect(codeOf(await login(t, email))).toBe('-19973');
    expect(codeOf(await login(t, email, 'wrong password'))).toBe('-19976');
  });

  it('needs a token', async () => {
    expect((await t.call({ method: 'POST', path: '/v2/login', body: {} })).status).toBe(401);
  });
});

describe('403', () => {
  it('says to a blocked member, and only with the right password, that the account is closed', async () => {
    const email = newEmail();
    const { body } = await register(t, email);
    await t.db.updateTable('members').set({ status: 'BLOCKED' }).where('id', '=', body.identity.id).execute();
    expect(codeOf(await login(t, email))).toBe('MEMBER_BLOCKED');
    expect(codeOf(await login(t, email, 'wrong password'))).toBe('-19976');
  });

  it('lets nobody but a key sign on, and only with the scope', async () => {
    const body = { loginId: { email: newEmail() } };
    const callers = [t.visitor, t.member, await t.keyWith(['items:*']), await t.userToken('owner')];
    for (const as of callers) {
      expect((await t.call({ method: 'POST', path: '/v2/sign-on', body, as })).status).toBe(403);
    }
  });

  it('lets a visitor change no password', async () => {
    const body = { newPassword: 'a new passphrase' };
    expect((await t.call({ method: 'POST', path: '/v2/change-password', body, as: t.visitor })).status).toBe(403);
  });
});

describe('404', () => {
  it.each([undefined, null, '', 'no-at', 7, {}, 'a@b', 'x'.repeat(300)])(
    'answers -19999 to the malformed address %j, as an application error',
    async (email) => {
      const answer = await login(t, email);
      expect([answer.status, codeOf(answer)]).toEqual([404, '-19999']);
      expect(answer.body.details.validationError).toBeUndefined();
    },
  );
});

describe('409', () => {
  it('says -19995 as a text for an address that is taken, in any case, also at once', async () => {
    const email = newEmail();
    const answers = await Promise.all([register(t, email), register(t, email.toUpperCase()), register(t, email)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409)) expect(codeOf(answer)).toBe('-19995');
  });

  it('says that a slug is taken', async () => {
    const profile = { slug: 'ada' };
    expect((await register(t, newEmail(), { profile })).status).toBe(200);
    expect(codeOf(await register(t, newEmail(), { profile }))).toBe('SLUG_ALREADY_EXISTS');
  });
});

describe('429', () => {
  const tryOnce = (
    email: string,
    { password = PASSWORD, address = '192.0.2.1', device = null as string | null } = {},
  ) =>
    checkCredentials(
      { ...t.ctx, env: { ...t.ctx.env, limits: true }, address },
      { email, password, captcha: undefined },
      { proof: device === null ? null : hashSecret(device), userAgent: 'test' },
    ).then(
      () => 'signed in',
      (error: AppError) => error.code,
    );
  const wrong = { password: 'wrong password' };

  it('slows down who fails again and again, and nobody else', async () => {
    const email = newEmail();
    await register(t, email);
    const answers: string[] = [];
    for (let tries = 0; tries < 8; tries += 1) answers.push(await tryOnce(email, wrong));
    expect(answers.slice(0, 5)).toEqual(Array(5).fill('-19976'));
    expect(answers.at(-1)).toBe('TOO_MANY_REQUESTS');
    expect(await tryOnce(email)).toBe('TOO_MANY_REQUESTS');
    // The owner of the account from elsewhere, and others from the same address.
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

  it('attack: 1,000 addresses guess at one account for an hour; the owner still signs in on a known device', async () => {
    const email = newEmail();
    const { body } = await register(t, email);
    const owner = { device: 'the laptop of the owner', address: '198.51.100.7' };
    const member = await memberRow(body.identity.id);
    await noteDevice(t.ctx, member as never, { proof: hashSecret(owner.device), userAgent: 'test' });
    let reached = 0;
    const every = 3_600 / runs(3_600);
    for (let second = 0; second < 3_600; second += every) {
      const address = `127.${second % 4}.${second % 250}.1`;
      const answer = await tryOnce(email, { ...wrong, address });
      await clock.advance(every);
      if (answer === '-19976') reached += 1;
      else expect(answer).toBe('TOO_MANY_REQUESTS');
    }
    // Ten are free, then the wait doubles up to a minute: at most one a minute is left.
    console.log(`guesses at one account that reached the hash in an hour, from 1,000 addresses: ${reached}`);
    expect(reached).toBeLessThanOrEqual(76);
    expect(await tryOnce(email, { address: '203.0.113.9' })).toBe('TOO_MANY_REQUESTS');
    expect(await tryOnce(email, owner)).toBe('signed in');
  });

  it('lets no more through when 200 guess at once', async () => {
    const email = newEmail();
    await register(t, email);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => tryOnce(email, { ...wrong, address: `127.1.${index}.1` })),
    );
    expect(answers.filter((answer) => answer === '-19976').length).toBeLessThanOrEqual(10);
  });

  it('lets one address sign in 60 times and sign up 20 times a minute', async () => {
    const limited = { ...t.ctx, env: { ...t.ctx.env, limits: true }, address: '192.0.2.60' };
    const email = newEmail();
    await register(t, email);
    for (let times = 0; times < 60; times += 1) {
      expect(await tryOnce(email, { address: '192.0.2.60' })).toBe('signed in');
    }
    for (let times = 0; times < 20; times += 1) {
      const given = { email: newEmail(), password: PASSWORD, captcha: undefined };
      const stand = await registerMember(limited, given, { proof: null, userAgent: '' });
      expect(stand.state).toBe('SUCCESS');
    }
  }, 60_000);
});
