import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { codeFor, createPkce, exchange, login, newEmail, PASSWORD, register } from '../testing/client.ts';
import { countMails, waitForMail } from '../testing/mail.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());
beforeEach(() =>
  t.configure({ signIn: { requireEmailVerification: true, requireOwnerApproval: false, requiredFields: [] } }),
);

const { post } = createVerbs(() => t, { caller: 'visitor' });
const verify = (stateToken: string, code: string) =>
  post('/_api/iam/verification/v1/auth/verify', { stateToken, code });
const resend = (stateToken: string) => post('/_api/iam/verification/v1/auth/resend', { stateToken });

async function registerMember(email = newEmail()) {
  const { status, body } = await register(t, email);
  expect(status).toBe(200);
  expect(body.state).toBe('REQUIRE_EMAIL_VERIFICATION');
  expect(body.sessionToken).toBeUndefined();
  return { email, stateToken: body.stateToken as string, id: body.identity.id as string, body };
}
const waitForCode = async (email: string) => (await waitForMail(t, email, 'VERIFY_EMAIL')).code as string;
const makeWrongCode = (code: string) => (code === '123456' ? '654321' : '123456');

describe('responses with status 200', () => {
  it('mails six digits, and returns a session for them', async () => {
    const { email, stateToken, body } = await registerMember();
    expect(body.identity).toMatchObject({
      email: { isVerified: false },
      status: { name: 'PENDING', reasons: ['PENDING_EMAIL_VERIFICATION_REQUIRED'] },
    });
    const code = await waitForCode(email);
    expect(code).toMatch(/^\d{6}$/);
    const response = await verify(stateToken, ` ${code} `);
    expect(response.body).toMatchObject({
      state: 'SUCCESS',
      sessionToken: expect.any(String),
      identity: { email: { isVerified: true }, status: { name: 'ACTIVE', reasons: [] } },
    });
    const proof = createPkce();
    const tokens = await exchange(t, await codeFor(t, response.body.sessionToken, proof), proof.verifier);
    expect(tokens.status).toBe(200);
    expect((await login(t, email)).body.state).toBe('SUCCESS');
  });

  it('requires another code at the next sign-in', async () => {
    const { email, stateToken } = await registerMember();
    const first = await waitForCode(email);
    const again = await login(t, email);
    expect(again.body.state).toBe('REQUIRE_EMAIL_VERIFICATION');
    const second = await waitForCode(email);
    // A code is valid only for its own sign-in.
    if (first !== second) expect(codeOf(await verify(again.body.stateToken, first))).toBe('VERIFICATION_FAILED');
    expect((await verify(stateToken, first)).body.state).toBe('SUCCESS');
  });

  it('mails a new code on request, which invalidates the previous one', async () => {
    const { email, stateToken } = await registerMember();
    const first = await waitForCode(email);
    expect(await resend(stateToken)).toMatchObject({ status: 200, body: {} });
    const second = await waitForCode(email);
    expect(await countMails(t, email, 'VERIFY_EMAIL')).toBe(2);
    if (first !== second) expect(codeOf(await verify(stateToken, first))).toBe('VERIFICATION_FAILED');
    expect((await verify(stateToken, second)).body.state).toBe('SUCCESS');
  });

  it('mails at most five codes for one sign-in, with the same response', async () => {
    const { email, stateToken } = await registerMember();
    for (let times = 0; times < 8; times += 1) expect((await resend(stateToken)).status).toBe(200);
    expect(await countMails(t, email, 'VERIFY_EMAIL')).toBe(5);
  });

  it('requires every step of the site, in order', async () => {
    await t.configure({ signIn: { requireOwnerApproval: true, requiredFields: ['firstName', 'company'] } });
    const email = newEmail();
    const first = await register(t, email);
    expect(first.body.state).toBe('REQUIRE_EMAIL_VERIFICATION');
    const second = await verify(first.body.stateToken, await waitForCode(email));
    expect(second.body).toMatchObject({
      state: 'REQUIRE_MISSING_FIELDS',
      additionalData: { missingFields: ['firstName', 'company'] },
    });
    const part = await post('/portico/v1/complete-profile', {
      stateToken: second.body.stateToken,
      profile: { firstName: 'Ada' },
    });
    expect(part.body).toMatchObject({
      state: 'REQUIRE_MISSING_FIELDS',
      additionalData: { missingFields: ['company'] },
    });
    const third = await post('/portico/v1/complete-profile', {
      stateToken: part.body.stateToken,
      profile: { company: 'Analytical Engines' },
    });
    expect(third.body).toMatchObject({
      state: 'REQUIRE_OWNER_APPROVAL',
      identity: { status: { name: 'PENDING', reasons: ['PENDING_ADMIN_APPROVAL_REQUIRED'] } },
    });
    expect(third.body.stateToken).toBeUndefined();
    expect(third.body.sessionToken).toBeUndefined();
    const { id } = third.body.identity;
    expect((await post(`/members/v1/members/${id}/approve`, {}, t.key)).status).toBe(200);
    expect((await login(t, email)).body.state).toBe('SUCCESS');
  });

  it('responds to a taken address as to a new one, and mails the owner of the address', async () => {
    const { email, stateToken, body } = await registerMember();
    await verify(stateToken, await waitForCode(email));
    const registerResponse = await register(t, email, { password: 'somebody else entirely' });
    expect(registerResponse.status).toBe(200);
    expect(Object.keys(registerResponse.body).sort()).toEqual(Object.keys(body).sort());
    expect(Object.keys(registerResponse.body.identity).sort()).toEqual(Object.keys(body.identity).sort());
    expect(registerResponse.body.identity).toMatchObject({
      revision: '1',
      status: body.identity.status,
      factors: body.identity.factors,
    });
    expect(registerResponse.body.identity.id).not.toBe(body.identity.id);
    expect(await countMails(t, email, 'ADDRESS_TAKEN')).toBe(1);
    expect(await resend(registerResponse.body.stateToken)).toMatchObject({ status: 200, body: {} });
    expect(codeOf(await verify(registerResponse.body.stateToken, '123456'))).toBe('VERIFICATION_FAILED');
    expect((await login(t, email)).body.state).toBe('SUCCESS');
    expect((await login(t, email, 'somebody else entirely')).status).toBe(401);
  });

  it('gives the same response to concurrent registrations of one address, and creates one member', async () => {
    const email = newEmail();
    const responses = await Promise.all(Array.from({ length: 6 }, () => register(t, email)));
    expect(responses.map(({ status, body }) => [status, body.state])).toEqual(
      Array(6).fill([200, 'REQUIRE_EMAIL_VERIFICATION']),
    );
    expect(await t.db.selectFrom('members').select('id').where('login_email', '=', email).execute()).toHaveLength(1);
  });

  it('attack: pre-hijacking: an address that an attacker registered first belongs to the owner of the mailbox', async () => {
    const email = newEmail();
    const attacker = await register(t, email, { password: 'the attacker knows this' });
    const owner = await register(t, email);
    expect(owner.body.state).toBe('REQUIRE_EMAIL_VERIFICATION');
    const code = await waitForCode(email);
    expect(codeOf(await verify(attacker.body.stateToken, code))).toBe('VERIFICATION_FAILED');
    expect((await verify(owner.body.stateToken, code)).body.state).toBe('SUCCESS');
    expect((await login(t, email, 'the attacker knows this')).status).toBe(401);
    expect((await login(t, email)).body.state).toBe('SUCCESS');
  });

  it.each(['/v1/start', '/v1/Start'])(
    'starts at %s for the member, for staff, and for a member who has to verify the address',
    async (path) => {
      const { email, id } = await registerMember();
      const start = (body: unknown, as?: string) => post(`/_api/iam/verification${path}`, body, as);
      const waiting = await start({ identityId: id, target: 'EMAIL' });
      expect(waiting.status).toBe(200);
      const code = await waitForCode(email);
      expect((await verify(waiting.body.verificationId, code)).body.state).toBe('SUCCESS');
      const startResponse = await start({ target: 'EMAIL' }, t.member);
      const mail = await waitForMail(t, 'member@example.org', 'VERIFY_EMAIL');
      expect(
        (await verify(startResponse.body.verificationId, mail.code as string)).body.identity.email.isVerified,
      ).toBe(true);
      const before = await countMails(t, email, 'VERIFY_EMAIL');
      // For all other callers, the response must not reveal whether the member exists.
      for (const identityId of [id, crypto.randomUUID()]) {
        const response = await start({ identityId, target: 'EMAIL' }, t.otherMember);
        expect(response.body).toEqual({ verificationId: expect.any(String) });
      }
      expect(await countMails(t, email, 'VERIFY_EMAIL')).toBe(before);
      expect((await start({ identityId: id, target: 'EMAIL' }, t.key)).status).toBe(200);
      expect(await countMails(t, email, 'VERIFY_EMAIL')).toBe(before + 1);
    },
  );

  it('reads and changes the sign-on policy, for staff and keys', async () => {
    const path = '/iam/signon/v1/sign-on-policies';
    const read = await t.call({ method: 'GET', path, as: t.key });
    expect(read.body).toEqual({ signOnPolicy: { requireOwnerApproval: false, requireEmailVerification: true } });
    const body = { signOnPolicy: { requireOwnerApproval: true } };
    const changed = await t.call({ method: 'PATCH', path, body, as: t.key });
    expect(changed.body).toEqual({ signOnPolicy: { requireOwnerApproval: true, requireEmailVerification: true } });
    await expect
      .poll(async () => (await t.call({ method: 'GET', path, as: await t.userToken('viewer') })).body)
      .toEqual(changed.body);
    for (const as of [t.visitor, t.member]) {
      expect((await t.call({ method: 'GET', path, as })).status).toBe(403);
      expect((await t.call({ method: 'PATCH', path, body, as })).status).toBe(403);
    }
  });
});

describe('responses with status 400', () => {
  it('attack: guessing the six digits ends after five attempts, sequential or parallel', async () => {
    const { email, stateToken } = await registerMember();
    const code = await waitForCode(email);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(codeOf(await verify(stateToken, makeWrongCode(code)))).toBe('VERIFICATION_FAILED');
    }
    expect(codeOf(await verify(stateToken, code))).toBe('VERIFICATION_FAILED');
    await resend(stateToken);
    const fresh = await waitForCode(email);
    const responses = await Promise.all(Array.from({ length: 40 }, () => verify(stateToken, makeWrongCode(fresh))));
    expect(responses.every((response) => codeOf(response) === 'VERIFICATION_FAILED')).toBe(true);
    expect(codeOf(await verify(stateToken, fresh))).toBe('VERIFICATION_FAILED');
    console.log('six-digit code: 5 attempts are compared, the right one after them is rejected; 50 a day for a member');
  });

  it.each([
    ['a forged state token', 'made.up'],
    ['an empty code', undefined],
  ])('rejects %s', async (_name, forged) => {
    const { stateToken } = await registerMember();
    expect(codeOf(await verify(forged ?? stateToken, ''))).toBe('VERIFICATION_FAILED');
    if (forged) expect(codeOf(await resend(forged))).toBe('VERIFICATION_FAILED');
  });

  it('accepts a code once', async () => {
    const { email, stateToken } = await registerMember();
    const code = await waitForCode(email);
    const responses = await Promise.all(Array.from({ length: 4 }, () => verify(stateToken, code)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
  });

  it('rejects a state token of another site', async () => {
    const { email, stateToken } = await registerMember();
    const second = await t.secondSite();
    const response = await t.call({
      method: 'POST',
      path: '/_api/iam/verification/v1/auth/verify',
      body: { stateToken, code: await waitForCode(email) },
      headers: { authorization: second.visitor },
    });
    expect(codeOf(response)).toBe('VERIFICATION_FAILED');
  });

  it('rejects an expired code', async () => {
    const { email, stateToken } = await registerMember();
    await t.db
      .updateTable('sign_in_states')
      .set({ code_expires_at: new Date(Date.now() - 1) })
      .execute();
    expect(codeOf(await verify(stateToken, await waitForCode(email)))).toBe('VERIFICATION_FAILED');
  });

  it('rejects profile fields before the address is verified', async () => {
    await t.configure({ signIn: { requiredFields: ['firstName'] } });
    const { stateToken } = await registerMember();
    const body = { stateToken, profile: { firstName: 'Ada' } };
    expect(codeOf(await post('/portico/v1/complete-profile', body))).toBe('VERIFICATION_FAILED');
  });
});

describe('responses with status 403', () => {
  it('rejects registrations while sign-up is closed', async () => {
    await t.configure({ signIn: { signUp: 'CLOSED' } });
    const response = await register(t, newEmail(), { password: PASSWORD });
    expect(response.status).toBe(403);
    expect(codeOf(response)).toBe('SIGN_UP_CLOSED');
    await t.configure({ signIn: { signUp: 'OPEN' } });
  });

  it('rejects sign-on by a key while approval is due', async () => {
    await t.configure({ signIn: { requireEmailVerification: false, requireOwnerApproval: true } });
    const email = newEmail();
    await register(t, email);
    const response = await post('/v2/sign-on', { loginId: { email } }, t.key);
    expect(codeOf(response)).toBe('MEMBER_PENDING');
  });
});
