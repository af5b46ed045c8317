/** Recovery, verification, passwords and the sign-on policy with the vendor's unmodified packages in Node. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REDIRECT_URI } from '../server/src/testing/index.ts';
import { codeTo, mailsTo, mailTo } from './support/mails.ts';
import {
  type Admin,
  becomeMember,
  type Client,
  newAdmin,
  newClient,
  newEmail,
  newMember,
  PASSWORD,
} from './support/people.ts';
import { type ServedSite, serveSite, thrownBy } from './support/served-site.ts';

let site: ServedSite;
let client: Client;
let admin: Admin;
beforeAll(async () => {
  site = await serveSite();
  admin = newAdmin(site.t);
});
beforeEach(async () => {
  await site.configure();
  client = newClient(site.t);
});
afterAll(() => site.stop());

const NEW_PASSWORD = 'another long password';
const wrongPassword = { loginState: 'FAILURE', errorCode: 'invalidPassword' };

/** What a member who was signed in finds afterwards. */
const isSignedIn = (former: Client) =>
  former.auth.renewToken(former.auth.getTokens().refreshToken).then(
    () => true,
    () => false,
  );

describe('sendPasswordResetEmail', () => {
  it('mails a link, by which the password is set, once; every session ends', async () => {
    const { email, client: former } = await newMember(site.t);
    expect(await client.auth.sendPasswordResetEmail(email, REDIRECT_URI)).toBeUndefined();
    const { link, token } = await mailTo(site, email, 'RECOVERY');
    expect(link).toMatch(`${site.t.origin}/reset-password?token=`);
    expect(await isSignedIn(former)).toBe(true);
    const stand = await client.recovery.recover(token, { password: NEW_PASSWORD });
    expect(stand).toMatchObject({ state: 'SUCCESS', identity: { email: { address: email, isVerified: true } } });
    await becomeMember(client, stand.sessionToken as string);
    expect(await isSignedIn(former)).toBe(false);
    expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject(wrongPassword);
    expect(await client.auth.login({ email, password: NEW_PASSWORD })).toMatchObject({ loginState: 'SUCCESS' });
    expect((await thrownBy(client.recovery.recover(token, { password: PASSWORD }))).code).toBe('VERIFICATION_FAILED');
    await mailTo(site, email, 'PASSWORD_CHANGED');
  });

  it('of an unknown address resolves, and no mail leaves', async () => {
    const [unknown, known] = [newEmail(), (await newMember(site.t)).email];
    await client.auth.sendPasswordResetEmail(unknown, REDIRECT_URI);
    await client.auth.sendPasswordResetEmail(known, REDIRECT_URI);
    await mailTo(site, known, 'RECOVERY');
    expect(await mailsTo(site, unknown)).toEqual([]);
  });

  it('of an unknown address rejects where existence is told', async () => {
    await site.configure({ protectAccountExistence: false });
    const thrown = await thrownBy(client.auth.sendPasswordResetEmail(newEmail(), REDIRECT_URI));
    expect(thrown).toMatchObject({ status: 404, code: '-19999' });
  });

  it.each(['https://evil.example/', `${REDIRECT_URI}/`, 'http://localhost:3000', 'javascript:alert(1)'])(
    'with the unlisted address %s rejects, known address or not',
    async (url) => {
      for (const email of [(await newMember(site.t)).email, newEmail()]) {
        expect((await thrownBy(client.auth.sendPasswordResetEmail(email, url))).code).toBe('INVALID_REDIRECT_URI');
      }
    },
  );

  it.each(['nobody', ''])('of the malformed address %j resolves', async (email) => {
    await expect(client.auth.sendPasswordResetEmail(email, REDIRECT_URI)).resolves.toBeUndefined();
  });
});

describe('the recovery module', () => {
  it('sendRecoveryEmail speaks the language that was asked for', async () => {
    const { email } = await newMember(site.t);
    await client.recovery.sendRecoveryEmail(email, { language: 'de' });
    expect((await mailTo(site, email, 'RECOVERY')).subject).toMatch(/Passwort/i);
  });

  it.each([
    ['with a password', NEW_PASSWORD, 'SUCCESS'],
    ['without one', undefined, 'resetPassword'],
  ])('sendActivationEmail by a key, recover %s', async (_name, password, expected) => {
    const email = newEmail();
    const made = await admin.members.createMember({ member: { loginEmail: email } });
    await admin.recovery.sendActivationEmail(made._id as string, { emailOptions: { language: 'en' } });
    const { link, token } = await mailTo(site, email, 'ACTIVATION');
    expect(link).toMatch(`${site.t.origin}/activate?token=`);
    const stand = await client.recovery.recover(token, { password });
    expect(stand).toMatchObject({ state: 'SUCCESS', sessionToken: expect.any(String) });
    const login = await client.auth.login({ email, password: NEW_PASSWORD });
    expect([login.loginState, (login as { errorCode?: string }).errorCode]).toContain(expected);
  });

  it.each([
    ['a visitor', async () => client],
    ['a member', async () => (await newMember(site.t)).client],
  ])('sendActivationEmail by %s rejects', async (_name, of) => {
    const { id } = await newMember(site.t);
    expect((await thrownBy((await of()).recovery.sendActivationEmail(id))).code).toBe('PERMISSION_DENIED');
  });

  it('sendActivationEmail of nobody rejects', async () => {
    const thrown = await thrownBy(admin.recovery.sendActivationEmail(crypto.randomUUID()));
    expect(thrown).toMatchObject({ status: 404, code: 'MEMBER_NOT_FOUND' });
  });

  it.each(['made.up', 'x'])('recover with the token %j rejects', async (token) => {
    const thrown = await thrownBy(client.recovery.recover(token, { password: NEW_PASSWORD }));
    expect(thrown.code).toBe('VERIFICATION_FAILED');
  });

  it('recover with a password that will not do rejects, and the link stays good', async () => {
    const { email } = await newMember(site.t);
    await client.auth.sendPasswordResetEmail(email, REDIRECT_URI);
    const { token } = await mailTo(site, email, 'RECOVERY');
    const thrown = await thrownBy(client.recovery.recover(token, { password: 'short' }));
    expect(thrown.message).toContain('at least 8');
    expect(await client.recovery.recover(token, { password: NEW_PASSWORD })).toMatchObject({ state: 'SUCCESS' });
  });

  it('recover proves the mailbox, and leads past nothing else', async () => {
    await site.configure({ requireEmailVerification: true, requireOwnerApproval: true });
    const email = newEmail();
    await client.auth.register({ email, password: PASSWORD });
    await client.auth.sendPasswordResetEmail(email, REDIRECT_URI);
    const { token } = await mailTo(site, email, 'RECOVERY');
    const stand = await client.recovery.recover(token, { password: NEW_PASSWORD });
    expect(stand.state).toBe('REQUIRE_OWNER_APPROVAL');
    expect(stand.sessionToken).toBeUndefined();
  });

  it('recover of who was blocked meanwhile rejects', async () => {
    const { email, id } = await newMember(site.t);
    await client.auth.sendPasswordResetEmail(email, REDIRECT_URI);
    const { token } = await mailTo(site, email, 'RECOVERY');
    await admin.members.blockMember(id);
    expect((await thrownBy(client.recovery.recover(token, { password: NEW_PASSWORD }))).code).toBe('MEMBER_BLOCKED');
  });
});

describe('the verification module', () => {
  it('start and verifyDuringAuthentication prove the address of the member who asks', async () => {
    const { client, email, id } = await newMember(site.t);
    const { verificationId } = await client.verification.start({ identityId: id, target: 'EMAIL' } as never);
    const code = await codeTo(site, email);
    const stand = await client.verification.verifyDuringAuthentication(code, { stateToken: verificationId as string });
    expect(stand).toMatchObject({ state: 'SUCCESS', identity: { email: { isVerified: true } } });
    expect(await client.oauth.userInfo()).toMatchObject({ emailVerified: true });
  });

  it('start by a key mails to the member that it names', async () => {
    const { email, id } = await newMember(site.t);
    await admin.verification.start({ identityId: id, target: 'EMAIL' } as never);
    expect(await codeTo(site, email)).toMatch(/^\d{6}$/);
  });

  it.each([
    ['of another member', async () => (await newMember(site.t)).id],
    ['of nobody', async () => crypto.randomUUID()],
  ])('start %s answers alike, and no mail leaves', async (_name, whose) => {
    const { client } = await newMember(site.t);
    const identityId = await whose();
    const { verificationId } = await client.verification.start({ identityId, target: 'EMAIL' } as never);
    const thrown = await thrownBy(
      client.verification.verifyDuringAuthentication('123456', { stateToken: verificationId as string }),
    );
    expect(thrown).toMatchObject({ status: 400, code: 'VERIFICATION_FAILED' });
    const [member] = (
      await admin.members
        .queryMembers({ fieldsets: ['FULL'] })
        .eq('_id', identityId)
        .find()
    ).items;
    if (member) expect(await mailsTo(site, member.loginEmail as string)).toEqual([]);
  });
});

describe('the authentication module', () => {
  it('registerV2 and loginV2 answer the state machine, every list of it there', async () => {
    const email = newEmail();
    const profile = { firstName: 'Ada', addresses: [{ address: { addressLine1: 'Dorset Street 1', city: 'London' } }] };
    const made = await client.authentication.registerV2({ email }, { password: PASSWORD, profile } as never);
    expect(made).toMatchObject({
      state: 'SUCCESS',
      sessionToken: expect.any(String),
      additionalData: {},
      identity: {
        _id: expect.any(String),
        _createdDate: expect.anything(),
        revision: expect.any(String),
        connections: [],
        email: { address: email, isVerified: false },
        status: { name: 'ACTIVE', reasons: [] },
        identityProfile: {
          firstName: 'Ada',
          emails: [],
          phones: [],
          labels: [],
          customFields: [],
          secondaryEmails: [],
          phonesV2: [],
          addresses: [{ address: { addressLine1: 'Dorset Street 1', city: 'London' } }],
        },
        factors: expect.any(Array),
      },
    });
    const stand = await client.authentication.loginV2({ email }, { password: PASSWORD });
    expect(stand).toMatchObject({ state: 'SUCCESS', identity: { _id: made.identity?._id } });
  });

  it.each([
    [{ requireOwnerApproval: true }, 'REQUIRE_OWNER_APPROVAL', ['PENDING_ADMIN_APPROVAL_REQUIRED'], false],
    [{ requireEmailVerification: true }, 'REQUIRE_EMAIL_VERIFICATION', ['PENDING_EMAIL_VERIFICATION_REQUIRED'], true],
    [{ requiredFields: ['company'] }, 'REQUIRE_MISSING_FIELDS', ['PENDING_REQUIRED_FIELDS_MISSING'], true],
  ])('registerV2 and loginV2 under %j: what is due, and why', async (settings, state, reasons, goesOn) => {
    await site.configure(settings);
    const email = newEmail();
    const stands = [
      await client.authentication.registerV2({ email }, { password: PASSWORD }),
      await client.authentication.loginV2({ email }, { password: PASSWORD }),
    ];
    for (const stand of stands) {
      expect(stand).toMatchObject({ state, identity: { status: { name: 'PENDING', reasons } } });
      expect(stand.sessionToken).toBeUndefined();
      expect(typeof stand.stateToken).toBe(goesOn ? 'string' : 'undefined');
    }
  });

  it('signOn by a key alone', async () => {
    const email = newEmail();
    const { sessionToken, identity } = await admin.authentication.signOn({ email }, { verifyEmail: true } as never);
    expect(identity).toMatchObject({ _id: expect.any(String), email: { address: email, isVerified: true } });
    await becomeMember(client, sessionToken as string);
    expect((await client.members.getCurrentMember()).member?._id).toBe(identity?._id);
  });

  it.each([
    ['a visitor', async () => client],
    ['a member', async () => (await newMember(site.t)).client],
  ])('signOn by %s rejects', async (_name, of) => {
    expect((await thrownBy((await of()).authentication.signOn({ email: newEmail() }))).code).toBe('PERMISSION_DENIED');
  });

  it('changePassword of a member: the session stays', async () => {
    const { client, email } = await newMember(site.t);
    await client.authentication.changePassword(NEW_PASSWORD);
    expect((await client.members.getCurrentMember()).member).toBeDefined();
    expect(await isSignedIn(client)).toBe(true);
    expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject(wrongPassword);
    expect(await client.auth.login({ email, password: NEW_PASSWORD })).toMatchObject({ loginState: 'SUCCESS' });
    await mailTo(site, email, 'PASSWORD_CHANGED');
  });

  it('changePassword to one that will not do, or by a visitor, rejects', async () => {
    const { client: member } = await newMember(site.t);
    expect((await thrownBy(member.authentication.changePassword('short'))).message).toContain('at least 8');
    expect((await thrownBy(client.authentication.changePassword(NEW_PASSWORD))).code).toBe('PERMISSION_DENIED');
  });

  it.each(['nobody', 'a@', '@b.example', 'two@at@b.example'])('validateEmail of %j', async (email) => {
    expect(await client.authentication.validateEmail(email)).toEqual({
      valid: false,
      failure: { reason: 'EMAIL_DOMAIN_FORMAT_INVALID' },
      formatInvalid: true,
    });
  });

  it('logout answers the redirect in an envelope, and refuses an unlisted address', async () => {
    const { clientId } = site.t.app;
    const back = 'http://localhost:3000/';
    const { client } = await newMember(site.t);
    const away = await client.authentication.logout({ clientId, postLogoutRedirectUri: 'https://evil.example/' });
    expect(away).toMatchObject({ statusCode: 400 });
    expect(await isSignedIn(client)).toBe(true);
    expect(await client.authentication.logout({ clientId, postLogoutRedirectUri: back })).toMatchObject({
      statusCode: 302,
      headers: [{ key: 'location', value: back }],
    });
    expect(await isSignedIn(client)).toBe(false);
  });
});

describe('the sign-on policy', () => {
  it('is read and changed by a key, and holds for who registers next', async () => {
    const changed = await admin.signOnPolicy.updateSignOnPolicy({ requireOwnerApproval: true });
    expect(changed).toMatchObject({ requireOwnerApproval: true, requireEmailVerification: false });
    expect(await admin.signOnPolicy.getSignOnPolicy()).toMatchObject({
      signOnPolicy: { requireOwnerApproval: true, requireEmailVerification: false },
    });
    await expect
      .poll(async () => (await newClient(site.t).auth.register({ email: newEmail(), password: PASSWORD })).loginState)
      .toBe('OWNER_APPROVAL_REQUIRED');
  });

  it.each([
    ['a visitor', async () => client],
    ['a member', async () => (await newMember(site.t)).client],
  ])('is not changed by %s', async (_name, of) => {
    const call = (await of()).signOnPolicy.updateSignOnPolicy({ requireOwnerApproval: true });
    expect((await thrownBy(call)).code).toBe('PERMISSION_DENIED');
  });
});
