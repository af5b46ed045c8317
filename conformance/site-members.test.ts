/** Tests the older site-member calls (`members.authentication`) with the vendor's unmodified packages in Node. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailsTo, mailTo } from './support/mails.ts';
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

describe('sendSetPasswordEmail', () => {
  it('sends a link to a member without a password', async () => {
    const email = newEmail();
    await admin.members.createMember({ member: { loginEmail: email } });
    expect(await client.siteMembers.sendSetPasswordEmail(email, { hideIgnoreMessage: true })).toEqual({
      accepted: true,
    });
    const { token } = await mailTo(site, email, 'SET_PASSWORD');
    expect(await client.recovery.recover(token, { password: PASSWORD })).toMatchObject({ state: 'SUCCESS' });
    expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject({ loginState: 'SUCCESS' });
  });

  it('accepts an unknown address, but rejects it on a site that reveals whether an account exists', async () => {
    const email = newEmail();
    expect(await client.siteMembers.sendSetPasswordEmail(email)).toEqual({ accepted: true });
    expect(await mailsTo(site, email)).toEqual([]);
    await site.configure({ protectAccountExistence: false });
    expect((await thrownBy(client.siteMembers.sendSetPasswordEmail(email))).code).toBe('-19999');
  });
});

describe('register and login', () => {
  it('return a session token that authorize accepts', async () => {
    const email = newEmail();
    const contactInfo = { firstName: 'Ada' };
    const registered = await client.siteMembers.register(email, PASSWORD, {
      contactInfo,
      profilePrivacyStatus: 'PUBLIC',
    } as never);
    expect(registered).toMatchObject({ member: { loginEmail: email, status: 'APPROVED', contact: contactInfo } });
    const secondLogin = await client.siteMembers.login(email, PASSWORD);
    expect(secondLogin.member?._id).toBe(registered.member?._id);
    await becomeMember(client, secondLogin.session?.token as string);
    expect((await client.members.getCurrentMember()).member?._id).toBe(registered.member?._id);
  });

  it.each([
    [
      'register of a taken address',
      async () => client.siteMembers.register((await newMember(site.t)).email, PASSWORD),
      '-19995',
    ],
    [
      'login with a wrong password',
      async () => client.siteMembers.login((await newMember(site.t)).email, 'wrong'),
      '-19976',
    ],
    ['login of an unknown address', async () => client.siteMembers.login(newEmail(), PASSWORD), '-19976'],
    [
      'register on a site that verifies addresses',
      async () => {
        await site.configure({ requireEmailVerification: true });
        return client.siteMembers.register(newEmail(), PASSWORD);
      },
      'EMAIL_VERIFICATION_REQUIRED',
    ],
    [
      'register on a closed site',
      async () => {
        await site.configure({ signUp: 'CLOSED' });
        return client.siteMembers.register(newEmail(), PASSWORD);
      },
      'SIGN_UP_CLOSED',
    ],
  ])('%s rejects', async (_name, call, code) => {
    expect((await thrownBy(call())).code).toBe(code);
  });
});

describe('approve, block, changeLoginEmail', () => {
  it('approve admits a waiting member by id and by address', async () => {
    await site.configure({ requireOwnerApproval: true });
    for (const by of ['_id', 'email'] as const) {
      const email = newEmail();
      const { member } = await client.siteMembers.register(email, PASSWORD);
      expect(member?.status).toBe('PENDING');
      await admin.siteMembers.approve(by === '_id' ? { _id: member?._id as string } : { email });
      expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject({ loginState: 'SUCCESS' });
      await mailTo(site, email, 'APPROVED');
    }
  });

  it('block works by id and by address', async () => {
    for (const by of ['_id', 'email'] as const) {
      const { id, email } = await newMember(site.t);
      await admin.siteMembers.block(by === '_id' ? { _id: id } : { email });
      expect((await admin.members.getMember(id, { fieldsets: ['FULL'] })).status).toBe('BLOCKED');
    }
  });

  it('changeLoginEmail mails the former address, which can no longer sign in', async () => {
    const { id, email } = await newMember(site.t);
    const next = newEmail();
    expect(await admin.siteMembers.changeLoginEmail(id, next)).toMatchObject({ member: { loginEmail: next } });
    await mailTo(site, email, 'EMAIL_CHANGED');
    expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject({ errorCode: 'invalidPassword' });
    expect(await client.auth.login({ email: next, password: PASSWORD })).toMatchObject({ loginState: 'SUCCESS' });
  });

  it.each([
    ['a visitor', async () => client],
    ['another member', async () => (await newMember(site.t)).client],
  ])('reject %s', async (_name, makeClient) => {
    const { siteMembers } = await makeClient();
    const { id } = await newMember(site.t);
    const calls = [
      () => siteMembers.approve({ _id: id }),
      () => siteMembers.block({ _id: id }),
      () => siteMembers.changeLoginEmail(id, newEmail()),
    ];
    for (const call of calls) expect((await thrownBy(call())).code).toBe('PERMISSION_DENIED');
  });
});
