/**
 * Tests the main use of Portico with the vendor's unmodified packages on a real server: an anonymous visitor becomes a
 * member, works on items and submits a form. Only the call that redirects the vendor's hosts to the server is specific
 * to Portico.
 */
import { collections, items } from '@wix/data';
import { forms, submissions } from '@wix/forms';
import { members } from '@wix/members';
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointWixSdkAt } from '../sdk/src/wix/index.js';
import { REDIRECT_URI, type TestServer, testServer } from '../server/src/testing/index.ts';

let t: TestServer;
let restore: () => void;

const adminClient = () =>
  createClient({
    modules: { collections, forms, items, submissions },
    auth: ApiKeyStrategy({ apiKey: t.key, siteId: t.site.id }),
  });
const visitorClient = () =>
  createClient({ modules: { forms, items, members, submissions }, auth: OAuthStrategy({ clientId: t.app.clientId }) });

let admin: ReturnType<typeof adminClient>;
let client: ReturnType<typeof visitorClient>;
let formId: string;

beforeAll(async () => {
  t = await testServer();
  restore = pointWixSdkAt(await t.listen());
  admin = adminClient();
  client = visitorClient();
});
afterAll(async () => {
  restore();
  await t.stop();
});

const SHARED = 'Notices';
const OWN = 'Notes';
const email = 'ada@example.org';
const password = 'a long enough password';

/** Returns the error code of a rejected call of the items client. */
const codeOf = (error: unknown): string =>
  (error as { details: { applicationError: { code: string } } }).details.applicationError.code;

describe('the owner, with an API key', () => {
  it('creates a public collection, and one in which members write their own items', async () => {
    const closed = { insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' } as const;
    await admin.collections.createDataCollection({
      _id: SHARED,
      displayName: 'Notices',
      fields: [
        { key: 'title', type: 'TEXT' },
        { key: 'rank', type: 'NUMBER' },
        { key: 'on', type: 'DATETIME' },
      ],
      permissions: { read: 'ANYONE', ...closed },
    } as never);
    await admin.collections.createDataCollection({
      _id: OWN,
      displayName: 'Notes',
      fields: [{ key: 'text', type: 'TEXT' }],
      permissions: {
        read: 'SITE_MEMBER_AUTHOR',
        insert: 'SITE_MEMBER',
        update: 'SITE_MEMBER_AUTHOR',
        remove: 'SITE_MEMBER_AUTHOR',
      },
    } as never);
    const { collections: listed } = await admin.collections.listDataCollections();
    expect(listed?.map((collection) => collection._id)).toEqual(expect.arrayContaining([SHARED, OWN]));
    const storedDate = new Date('2026-03-04T05:06:07.089Z');
    for (const rank of [1, 2, 3, 4, 5])
      await admin.items.insert(SHARED, { title: `Notice ${rank}`, rank, on: storedDate });
  });

  it('creates a form', async () => {
    const form = await admin.forms.createForm({
      name: 'Contact',
      namespace: 'wix.form_app.form',
      formFields: [
        field('email', {
          required: true,
          inputType: 'STRING',
          stringOptions: {
            componentType: 'TEXT_INPUT',
            textInputOptions: { label: 'E-mail', showLabel: true },
            validation: { format: 'EMAIL' },
          },
        }),
        field('message', {
          required: true,
          inputType: 'STRING',
          stringOptions: {
            componentType: 'TEXT_INPUT',
            textInputOptions: { label: 'Message', showLabel: true },
            validation: { maxLength: 20 },
          },
        }),
        field('people', {
          inputType: 'NUMBER',
          numberOptions: {
            componentType: 'NUMBER_INPUT',
            numberInputOptions: { label: 'People', showLabel: true },
            validation: { minimum: 1, maximum: 9 },
          },
        }),
      ],
    } as never);
    formId = form._id as string;
    expect(formId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a visitor, with an anonymous token', () => {
  it('queries a public collection with filter, sort, pages and count, and gets dates as Date', async () => {
    const found = await client.items.query(SHARED).ge('rank', 2).descending('rank').limit(2).find();
    expect(found.items.map((item) => item.rank)).toEqual([5, 4]);
    expect(found.items[0]?.on).toEqual(new Date('2026-03-04T05:06:07.089Z'));
    expect(found.hasNext()).toBe(true);
    expect((await found.next()).items.map((item) => item.rank)).toEqual([3, 2]);
    expect(await client.items.query(SHARED).ge('rank', 2).count()).toBe(4);
    expect(client.auth.loggedIn()).toBe(false);
  });

  it('gets an error in the wire’s format for an insert', async () => {
    const error = await client.items.insert(SHARED, { title: 'Mine' }).catch((thrown: unknown) => thrown);
    expect(codeOf(error)).toBe('WDE0027');
    expect(String((error as Error).message)).toContain('WDE0027');
  });
});

describe('a member', () => {
  it('registers, signs in, and gets member tokens through the authorize endpoint', async () => {
    const registered = await client.auth.register({ email, password, profile: { firstName: 'Ada' } });
    expect(registered.loginState).toBe('SUCCESS');
    const secondRegistration = await client.auth.register({ email, password });
    expect(secondRegistration).toMatchObject({ loginState: 'FAILURE', errorCode: 'emailAlreadyExists' });
    const failedLogin = await client.auth.login({ email, password: 'not the password' });
    expect(failedLogin).toMatchObject({ loginState: 'FAILURE', errorCode: 'invalidPassword' });

    const successfulLogin = await client.auth.login({ email, password });
    expect(successfulLogin.loginState).toBe('SUCCESS');
    const oauthData = client.auth.generateOAuthData(REDIRECT_URI);
    const { authUrl } = await client.auth.getAuthUrl(oauthData, {
      prompt: 'none',
      responseMode: 'query',
      sessionToken: (successfulLogin as { data: { sessionToken: string } }).data.sessionToken,
    } as never);
    const redirect = await fetch(authUrl, { redirect: 'manual' });
    expect(redirect.status).toBe(302);
    const { code, state } = client.auth.parseFromUrl(redirect.headers.get('location') as string, 'query');
    client.auth.setTokens(await client.auth.getMemberTokens(code, state, oauthData));
    expect(client.auth.loggedIn()).toBe(true);
  });

  it('inserts, queries, updates and removes own items, and sees no items of others', async () => {
    await admin.items.insert(OWN, { text: 'the owner’s' });
    const inserted = await client.items.insert(OWN, { text: 'first' });
    expect(inserted._owner).toBeTruthy();
    expect((await client.items.query(OWN).find()).items.map((item) => item.text)).toEqual(['first']);
    const changed = await client.items.update(OWN, { ...inserted, text: 'second' });
    expect(changed).toMatchObject({
      _id: inserted._id,
      _owner: inserted._owner,
      _createdDate: inserted._createdDate,
      text: 'second',
    });
    expect(await client.items.get(OWN, inserted._id as string)).toMatchObject({ text: 'second' });
    expect(await client.items.remove(OWN, inserted._id as string)).toMatchObject({ text: 'second' });
    expect(await client.items.get(OWN, inserted._id as string)).toBeNull();
    const error = await client.items.insert(SHARED, { title: 'Mine' }).catch((thrown: unknown) => thrown);
    expect(codeOf(error)).toBe('WDE0027');
  });

  it('submits a form', async () => {
    const created = await client.submissions.createSubmission({
      formId,
      submissions: { email, message: 'Hello', people: 3 },
    });
    expect(created).toMatchObject({ formId, status: 'CONFIRMED', submissions: { email, message: 'Hello', people: 3 } });
    const found = await admin.submissions
      .querySubmissionsByNamespace()
      .eq('namespace', 'wix.form_app.form')
      .eq('formId', formId)
      .find();
    expect(found.items.map((submission) => submission._id)).toEqual([created._id]);
  });

  it('gets every error of an invalid submission at once', async () => {
    const invalidValues = { email: 'nobody', message: 'far too long for this field', people: 12, other: 'x' };
    const error = await client.submissions
      .createSubmission({ formId, submissions: invalidValues })
      .catch((thrown: unknown) => thrown);
    const { fieldViolations } = (error as { details: { validationError: { fieldViolations: Violation[] } } }).details
      .validationError;
    const errors = fieldViolations.flatMap((violation) => violation.data.errors);
    expect(Object.fromEntries(errors.map((one) => [one.errorPath, one.errorType]))).toEqual({
      email: 'FORMAT_ERROR',
      message: 'MAX_LENGTH_ERROR',
      people: 'MAX_VALUE_ERROR',
      other: 'UNKNOWN_VALUE_ERROR',
    });
  });

  it('may not read submissions', async () => {
    const query = client.submissions.querySubmissionsByNamespace().eq('namespace', 'wix.form_app.form').find();
    await expect(query).rejects.toMatchObject({ status: 403 });
  });

  it('is the current member until signing out', async () => {
    const { member } = await client.members.getCurrentMember({ fieldsets: ['FULL'] } as never);
    expect(member).toMatchObject({ loginEmail: email, contact: { firstName: 'Ada' } });
    const tokens = client.auth.getTokens();
    const { logoutUrl } = await client.auth.logout('http://localhost:3000/bye');
    const logoutResponse = await fetch(logoutUrl, { redirect: 'manual' });
    expect(logoutResponse.status).toBe(302);
    expect(logoutResponse.headers.get('location')).toBe('http://localhost:3000/bye');
    expect(client.auth.loggedIn()).toBe(false);
    await expect(client.auth.renewToken(tokens.refreshToken)).rejects.toThrow('Failed to fetch tokens');
  });
});

interface Violation {
  field: string;
  data: { errors: { errorPath: string; errorType: string }[] };
}

function field(target: string, input: object): object {
  return {
    _id: crypto.randomUUID(),
    fieldType: 'INPUT',
    identifier: 'TEXT_INPUT',
    hidden: false,
    inputOptions: { target, ...input },
  };
}
