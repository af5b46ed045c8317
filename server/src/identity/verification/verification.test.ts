import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { verbs } from '../../testing/verbs.ts';
import { codeFor, exchange, login, newEmail, PASSWORD, pkce, register } from '../testing/client.ts';
import { countMails, latestMail } from '../testing/mail.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());
beforeEach(() =>
  t.configure({ signIn: { requireEmailVerification: true, requireOwnerApproval: false, requiredFields: [] } }),
);

const { post } = verbs(() => t, { caller: 'visitor' });
const verify = (stateToken: string, code: string) =>
  post('/_api/iam/verification/v1/auth/verify', { stateToken, code });
const resend = (stateToken: string) => post('/_api/iam/verification/v1/auth/resend', { stateToken });

async function registered(email = newEmail()) {
  const { status, body } = await register(t, email);
  expect(status).toBe(200);
  expect(body.state).toBe('REQUIRE_EMAIL_VERIFICATION');
  expect(body.sessionToken).toBeUndefined();
  return { email, stateToken: body.stateToken as string, id: body.identity.id as string, body };
}
const codeMailed = async (email: string) => (await latestMail(t, email, 'VERIFY_EMAIL')).code as string;
const wrongCode = (code: string) => (code === '123456' ? '654321' : '123456');

describe('200', () => {
  it('mails six digits, and gives a session for them', async () => {
    const { email, stateToken, body } = await registered();
    expect(body.identity).toMatchObject({
      email: { isVerified: false },
      status: { name: 'PENDING', reasons: ['PENDING_EMAIL_VERIFICATION_REQUIRED'] },
    });
    const code = await codeMailed(email);
    expect(code).toMatch(/^\d{6}$/);
    const answer = await verify(stateToken, ` ${code} `);
    expect(answer.body).toMatchObject({
      state: 'SUCCESS',
      sessionToken: expect.any(String),
      identity: { email: { isVerified: true }, status: { name: 'ACTIVE', reasons: [] } },
    });
    const made = pkce();
    const tokens = await exchange(t, await codeFor(t, answer.body.sessionToken, made), made.verifier);
    expect(tokens.status).toBe(200);
    expect((await login(t, email)).body.state).toBe('SUCCESS');
  });

  it('asks for the code again at the next sign-in, with a code of its own', async () => {
    const { email, stateToken } = await registered();
    const first = await codeMailed(email);
    const again = await login(t, email);
    expect(again.body.state).toBe('REQUIRE_EMAIL_VERIFICATION');
    const second = await codeMailed(email);
    // A code belongs to its sign-in.
    if (first !== second) expect(codeOf(await verify(again.body.stateToken, first))).toBe('VERIFICATION_FAILED');
    expect((await verify(stateToken, first)).body.state).toBe('SUCCESS');
  });

  it('mails the code again, and the former one stops working', async () => {
    const { email, stateToken } = await registered();
    const first = await codeMailed(email);
    expect(await resend(stateToken)).toMatchObject({ status: 200, body: {} });
    const second = await codeMailed(email);
    expect(await countMails(t, email, 'VERIFY_EMAIL')).toBe(2);
    if (first !== second) expect(codeOf(await verify(stateToken, first))).toBe('VERIFICATION_FAILED');
    expect((await verify(stateToken, second)).body.state).toBe('SUCCESS');
  });

  it('sends no more than five mails for one sign-in, silently', async () => {
    const { email, stateToken } = await registered();
    for (let times = 0; times < 8; times += 1) expect((await resend(stateToken)).status).toBe(200);
    expect(await countMails(t, email, 'VERIFY_EMAIL')).toBe(5);
  });

  it('goes through every step that the site asks for, in order', async () => {
    await t.configure({ signIn: { requireOwnerApproval: true, requiredFields: ['firstName', 'company'] } });
    const email = newEmail();
    const first = await register(t, email);
    expect(first.body.state).toBe('REQUIRE_EMAIL_VERIFICATION');
    const second = await verify(first.body.stateToken, await codeMailed(email));
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

  it('answers a taken address like a new one, and tells the owner of the mailbox', async () => {
    const { email, stateToken, body } = await registered();
    await verify(stateToken, await codeMailed(email));
    const taken = await register(t, email, { password: 'somebody else entirely' });
    expect(taken.status).toBe(200);
    expect(Object.keys(taken.body).sort()).toEqual(Object.keys(body).sort());
    expect(Object.keys(taken.body.identity).sort()).toEqual(Object.keys(body.identity).sort());
    expect(taken.body.identity).toMatchObject({
      revision: '1',
      status: body.identity.status,
      factors: body.identity.factors,
    });
    expect(taken.body.identity.id).not.toBe(body.identity.id);
    expect(await countMails(t, email, 'ADDRESS_TAKEN')).toBe(1);
    expect(await resend(taken.body.stateToken)).toMatchObject({ status: 200, body: {} });
    expect(codeOf(await verify(taken.body.stateToken, '123456'))).toBe('VERIFICATION_FAILED');
    expect((await login(t, email)).body.state).toBe('SUCCESS');
    expect((await login(t, email, 'somebody else entirely')).status).toBe(401);
  });

  it('answers every one of several registrations of one address at once alike, and keeps one member', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(t, email)));
    expect(answers.map(({ status, body }) => [status, body.state])).toEqual(
      Array(6).fill([200, 'REQUIRE_EMAIL_VERIFICATION']),
    );
    expect(await t.db.selectFrom('members').select('id').where('login_email', '=', email).execute()).toHaveLength(1);
  });

  it('attack: an address registered by somebody else first ends as that of who has the mailbox (pre-hijacking)', async () => {
    const email = newEmail();
    const attacker = await register(t, email, { password: 'the attacker knows this' });
    const owner = await register(t, email);
    expect(owner.body.state).toBe('REQUIRE_EMAIL_VERIFICATION');
    const code = await codeMailed(email);
    expect(codeOf(await verify(attacker.body.stateToken, code))).toBe('VERIFICATION_FAILED');
    expect((await verify(owner.body.stateToken, code)).body.state).toBe('SUCCESS');
    expect((await login(t, email, 'the attacker knows this')).status).toBe(401);
    expect((await login(t, email)).body.state).toBe('SUCCESS');
  });

  it.each(['/v1/start', '/v1/Start'])(
    'starts at %s for the member, for staff, and for who waits for it',
    async (path) => {
      const { email, id } = await registered();
      const start = (body: unknown, as?: string) => post(`/_api/iam/verification${path}`, body, as);
      const waiting = await start({ identityId: id, target: 'EMAIL' });
      expect(waiting.status).toBe(200);
      const code = await codeMailed(email);
      expect((await verify(waiting.body.verificationId, code)).body.state).toBe('SUCCESS');
      const own = await start({ target: 'EMAIL' }, t.member);
      const mail = await latestMail(t, 'member@example.org', 'VERIFY_EMAIL');
      expect((await verify(own.body.verificationId, mail.code as string)).body.identity.email.isVerified).toBe(true);
      const before = await countMails(t, email, 'VERIFY_EMAIL');
      // Whoever else it is about, and whether there is such a member, cannot be told from the answer.
      for (const identityId of [id, crypto.randomUUID()]) {
        const answer = await start({ identityId, target: 'EMAIL' }, t.otherMember);
        expect(answer.body).toEqual({ verificationId: expect.any(String) });
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

describe('400', () => {
  it('attack: guessing the six digits, one after the other and at once, ends after five', async () => {
    const { email, stateToken } = await registered();
    const code = await codeMailed(email);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(codeOf(await verify(stateToken, wrongCode(code)))).toBe('VERIFICATION_FAILED');
    }
    expect(codeOf(await verify(stateToken, code))).toBe('VERIFICATION_FAILED');
    await resend(stateToken);
    const fresh = await codeMailed(email);
    const answers = await Promise.all(Array.from({ length: 40 }, () => verify(stateToken, wrongCode(fresh))));
    expect(answers.every((answer) => codeOf(answer) === 'VERIFICATION_FAILED')).toBe(true);
    expect(codeOf(await verify(stateToken, fresh))).toBe('VERIFICATION_FAILED');
    console.log('six-digit code: 5 attempts are compared, the right one after them is refused; 50 a day for a member');
  });

  it.each([
    ['a made-up state token', 'made.up'],
    ['an empty code', undefined],
  ])('refuses %s', async (_name, made) => {
    const { stateToken } = await registered();
    expect(codeOf(await verify(made ?? stateToken, ''))).toBe('VERIFICATION_FAILED');
    if (made) expect(codeOf(await resend(made))).toBe('VERIFICATION_FAILED');
  });

  it('takes a code once', async () => {
    const { email, stateToken } = await registered();
    const code = await codeMailed(email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => verify(stateToken, code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it("takes no state token of another site's", async () => {
    const { email, stateToken } = await registered();
    const second = await t.secondSite();
    const answer = await t.call({
      method: 'POST',
      path: '/_api/iam/verification/v1/auth/verify',
      body: { stateToken, code: await codeMailed(email) },
      headers: { authorization: second.visitor },
    });
    expect(codeOf(answer)).toBe('VERIFICATION_FAILED');
  });

  it('refuses an expired code', async () => {
    const { email, stateToken } = await registered();
    await t.db
      .updateTable('sign_in_states')
      .set({ code_expires_at: new Date(Date.now() - 1) })
      .execute();
    expect(codeOf(await verify(stateToken, await codeMailed(email)))).toBe('VERIFICATION_FAILED');
  });

  it('fills in no profile before the address is proved', async () => {
    await t.configure({ signIn: { requiredFields: ['firstName'] } });
    const { stateToken } = await registered();
    const body = { stateToken, profile: { firstName: 'Ada' } };
    expect(codeOf(await post('/portico/v1/complete-profile', body))).toBe('VERIFICATION_FAILED');
  });
});

describe('403', () => {
  it('takes no new members while sign-up is closed', async () => {
    await t.configure({ signIn: { signUp: 'CLOSED' } });
    const answer = await register(t, newEmail(), { password: PASSWORD });
    expect(answer.status).toBe(403);
    expect(codeOf(answer)).toBe('SIGN_UP_CLOSED');
    await t.configure({ signIn: { signUp: 'OPEN' } });
  });

  it('signs a member who waits for the owner on by no key', async () => {
    await t.configure({ signIn: { requireEmailVerification: false, requireOwnerApproval: true } });
    const email = newEmail();
    await register(t, email);
    const answer = await post('/v2/sign-on', { loginId: { email } }, t.key);
    expect(codeOf(answer)).toBe('MEMBER_PENDING');
  });
});
