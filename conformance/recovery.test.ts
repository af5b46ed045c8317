/** Tests recovery, verification, passwords and the sign-on policy with the vendor's unmodified packages in Node. */
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

/** Returns true if the refresh token of a client that was signed in is still valid. */
const isSignedIn = (oldClient: Client) =>
  oldClient.auth.renewToken(oldClient.auth.getTokens().refreshToken).then(
    () => true,
    () => false,
  );

describe('sendPasswordResetEmail', () => {
  it('sends a link that sets the password once and ends every session', async () => {
    const { email, client: oldClient } = await newMember(site.t);
    expect(await client.auth.sendPasswordResetEmail(email, REDIRECT_URI)).toBeUndefined();
    const { link, token } = await mailTo(site, email, 'RECOVERY');
    expect(link).toMatch(`${site.t.origin}/reset-password?token=`);
    expect(await isSignedIn(oldClient)).toBe(true);
    const result = await client.recovery.recover(token, { password: NEW_PASSWORD });
    expect(result).toMatchObject({ state: 'SUCCESS', identity: { email: { address: email, isVerified: true } } });
    await becomeMember(client, result.sessionToken as string);
    expect(await isSignedIn(oldClient)).toBe(false);
    expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject(wrongPassword);
    expect(await client.auth.login({ email, password: NEW_PASSWORD })).toMatchObject({ loginState: 'SUCCESS' });
    expect((await thrownBy(client.recovery.recover(token, { password: PASSWORD }))).code).toBe('VERIFICATION_FAILED');
    await mailTo(site, email, 'PASSWORD_CHANGED');
  });

  it('resolves for an unknown address without sending a mail', async () => {
    const [unknown, known] = [newEmail(), (await newMember(site.t)).email];
    await client.auth.sendPasswordResetEmail(unknown, REDIRECT_URI);
    await client.auth.sendPasswordResetEmail(known, REDIRECT_URI);
    await mailTo(site, known, 'RECOVERY');
    expect(await mailsTo(site, unknown)).toEqual([]);
  });

  it('rejects for an unknown address on a site that reveals whether an account exists', async () => {
    await site.configure({ protectAccountExistence: false });
    const thrown = await thrownBy(client.auth.sendPasswordResetEmail(newEmail(), REDIRECT_URI));
    expect(thrown).toMatchObject({ status: 404, code: '-19999' });
  });

  it.each(['https://evil.example/', `${REDIRECT_URI}/`, 'http://localhost:3000', 'javascript:alert(1)'])(
    'rejects the unlisted redirect URI %s for known and unknown addresses',
    async (url) => {
      for (const email of [(await newMember(site.t)).email, newEmail()]) {
        expect((await thrownBy(client.auth.sendPasswordResetEmail(email, url))).code).toBe('INVALID_REDIRECT_URI');
      }
    },
  );

  it.each(['nobody', ''])('resolves for the malformed address %j', async (email) => {
    await expect(client.auth.sendPasswordResetEmail(email, REDIRECT_URI)).resolves.toBeUndefined();
  });
});

describe('the recovery module', () => {
  it('sendRecoveryEmail sends the mail in the requested language', async () => {
    const { email } = await newMember(site.t);
    await client.recovery.sendRecoveryEmail(email, { language: 'de' });
    expect((await mailTo(site, email, 'RECOVERY')).subject).toMatch(/Passwort/i);
  });

  it.each([
    ['with a password', NEW_PASSWORD, 'SUCCESS'],
    ['without one', undefined, 'resetPassword'],
  ])('sendActivationEmail by a key, recover %s', async (_name, password, expected) => {
    const email = newEmail();
    const created = await admin.members.createMember({ member: { loginEmail: email } });
    await admin.recovery.sendActivationEmail(created._id as string, { emailOptions: { language: 'en' } });
    const { link, token } = await mailTo(site, email, 'ACTIVATION');
    expect(link).toMatch(`${site.t.origin}/activate?token=`);
    const result = await client.recovery.recover(token, { password });
    expect(result).toMatchObject({ state: 'SUCCESS', sessionToken: expect.any(String) });
    const login = await client.auth.login({ email, password: NEW_PASSWORD });
    expect([login.loginState, (login as { errorCode?: string }).errorCode]).toContain(expected);
  });

  it.each([
    ['a visitor', async () => client],
    ['a member', async () => (await newMember(site.t)).client],
  ])('sendActivationEmail by %s rejects', async (_name, makeClient) => {
    const { id } = await newMember(site.t);
    expect((await thrownBy((await makeClient()).recovery.sendActivationEmail(id))).code).toBe('PERMISSION_DENIED');
  });

  it('sendActivationEmail for an unknown member rejects', async () => {
    const thrown = await thrownBy(admin.recovery.sendActivationEmail(crypto.randomUUID()));
    expect(thrown).toMatchObject({ status: 404, code: 'MEMBER_NOT_FOUND' });
  });

  it.each(['made.up', 'x'])('recover with the token %j rejects', async (token) => {
    const thrown = await thrownBy(client.recovery.recover(token, { password: NEW_PASSWORD }));
    expect(thrown.code).toBe('VERIFICATION_FAILED');
  });

  it('recover with an invalid password rejects, and the link stays valid', async () => {
    const { email } = await newMember(site.t);
    await client.auth.sendPasswordResetEmail(email, REDIRECT_URI);
    const { token } = await mailTo(site, email, 'RECOVERY');
    const thrown = await thrownBy(client.recovery.recover(token, { password: 'short' }));
    expect(thrown.message).toContain('at least 8');
    expect(await client.recovery.recover(token, { password: NEW_PASSWORD })).toMatchObject({ state: 'SUCCESS' });
  });

  it('recover verifies the e-mail address, but skips no other requirement', async () => {
    await site.configure({ requireEmailVerification: true, requireOwnerApproval: true });
    const email = newEmail();
    await client.auth.register({ email, password: PASSWORD });
    await client.auth.sendPasswordResetEmail(email, REDIRECT_URI);
    const { token } = await mailTo(site, email, 'RECOVERY');
    const result = await client.recovery.recover(token, { password: NEW_PASSWORD });
    expect(result.state).toBe('REQUIRE_OWNER_APPROVAL');
    expect(result.sessionToken).toBeUndefined();
  });

  it('recover of a member who was blocked in the meantime rejects', async () => {
    const { email, id } = await newMember(site.t);
    await client.auth.sendPasswordResetEmail(email, REDIRECT_URI);
    const { token } = await mailTo(site, email, 'RECOVERY');
    await admin.members.blockMember(id);
    expect((await thrownBy(client.recovery.recover(token, { password: NEW_PASSWORD }))).code).toBe('MEMBER_BLOCKED');
  });
});

describe('the verification module', () => {
  it('start and verifyDuringAuthentication verify the address of the calling member', async () => {
    const { client, email, id } = await newMember(site.t);
    const { verificationId } = await client.verification.start({ identityId: id, target: 'EMAIL' } as never);
    const code = await codeTo(site, email);
    const result = await client.verification.verifyDuringAuthentication(code, { stateToken: verificationId as string });
    expect(result).toMatchObject({ state: 'SUCCESS', identity: { email: { isVerified: true } } });
    expect(await client.oauth.userInfo()).toMatchObject({ emailVerified: true });
  });

  it('start by a key sends a mail to the named member', async () => {
    const { email, id } = await newMember(site.t);
    await admin.verification.start({ identityId: id, target: 'EMAIL' } as never);
    expect(await codeTo(site, email)).toMatch(/^\d{6}$/);
  });

  it.each([
    ['another member', async () => (await newMember(site.t)).id],
    ['an unknown member', async () => crypto.randomUUID()],
  ])('start for %s returns the same response and sends no mail', async (_name, makeIdentityId) => {
    const { client } = await newMember(site.t);
    const identityId = await makeIdentityId();
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
  it('registerV2 and loginV2 return the state machine with all of its lists', async () => {
    const email = newEmail();
    const profile = { firstName: 'Ada', addresses: [{ address: { addressLine1: 'Dorset Street 1', city: 'London' } }] };
    const registered = await client.authentication.registerV2({ email }, { password: PASSWORD, profile } as never);
    expect(registered).toMatchObject({
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
    const result = await client.authentication.loginV2({ email }, { password: PASSWORD });
    expect(result).toMatchObject({ state: 'SUCCESS', identity: { _id: registered.identity?._id } });
  });

  it.each([
    [{ requireOwnerApproval: true }, 'REQUIRE_OWNER_APPROVAL', ['PENDING_ADMIN_APPROVAL_REQUIRED'], false],
    [{ requireEmailVerification: true }, 'REQUIRE_EMAIL_VERIFICATION', ['PENDING_EMAIL_VERIFICATION_REQUIRED'], true],
    [{ requiredFields: ['company'] }, 'REQUIRE_MISSING_FIELDS', ['PENDING_REQUIRED_FIELDS_MISSING'], true],
  ])(
    'registerV2 and loginV2 with the settings %j return the next step and its reasons',
    async (settings, state, reasons, continues) => {
      await site.configure(settings);
      const email = newEmail();
      const results = [
        await client.authentication.registerV2({ email }, { password: PASSWORD }),
        await client.authentication.loginV2({ email }, { password: PASSWORD }),
      ];
      for (const result of results) {
        expect(result).toMatchObject({ state, identity: { status: { name: 'PENDING', reasons } } });
        expect(result.sessionToken).toBeUndefined();
        expect(typeof result.stateToken).toBe(continues ? 'string' : 'undefined');
      }
    },
  );

  it('signOn with a key signs the member in', async () => {
    const email = newEmail();
    const { sessionToken, identity } = await admin.authentication.signOn({ email }, { verifyEmail: true } as never);
    expect(identity).toMatchObject({ _id: expect.any(String), email: { address: email, isVerified: true } });
    await becomeMember(client, sessionToken as string);
    expect((await client.members.getCurrentMember()).member?._id).toBe(identity?._id);
  });

  it.each([
    ['a visitor', async () => client],
    ['a member', async () => (await newMember(site.t)).client],
  ])('signOn by %s rejects', async (_name, makeClient) => {
    expect((await thrownBy((await makeClient()).authentication.signOn({ email: newEmail() }))).code).toBe(
      'PERMISSION_DENIED',
    );
  });

  it('changePassword keeps the session of the member', async () => {
    const { client, email } = await newMember(site.t);
    await client.authentication.changePassword(NEW_PASSWORD);
    expect((await client.members.getCurrentMember()).member).toBeDefined();
    expect(await isSignedIn(client)).toBe(true);
    expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject(wrongPassword);
    expect(await client.auth.login({ email, password: NEW_PASSWORD })).toMatchObject({ loginState: 'SUCCESS' });
    await mailTo(site, email, 'PASSWORD_CHANGED');
  });

  it('changePassword rejects an invalid password and a visitor', async () => {
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

  it('logout returns the redirect in an envelope and rejects an unlisted URL', async () => {
    const { clientId } = site.t.app;
    const postLogoutUrl = 'http://localhost:3000/';
    const { client } = await newMember(site.t);
    const rejectedLogout = await client.authentication.logout({
      clientId,
      postLogoutRedirectUri: 'https://evil.example/',
    });
    expect(rejectedLogout).toMatchObject({ statusCode: 400 });
    expect(await isSignedIn(client)).toBe(true);
    expect(await client.authentication.logout({ clientId, postLogoutRedirectUri: postLogoutUrl })).toMatchObject({
      statusCode: 302,
      headers: [{ key: 'location', value: postLogoutUrl }],
    });
    expect(await isSignedIn(client)).toBe(false);
  });
});

describe('the sign-on policy', () => {
  it('is read and changed by a key, and applies to later registrations', async () => {
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
  ])('cannot be changed by %s', async (_name, makeClient) => {
    const call = (await makeClient()).signOnPolicy.updateSignOnPolicy({ requireOwnerApproval: true });
    expect((await thrownBy(call)).code).toBe('PERMISSION_DENIED');
  });
});
