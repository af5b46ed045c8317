/** Runs the client against a real server over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {} from '../../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../../server/src/testing/index.ts';
import { createFullClient, type FullClient } from './admin/index.ts';
import {
  type AnySite,
  accessTokenAuth,
  apiKeyAuth,
  type Client,
  createClient,
  fieldErrorsOf,
  memoryStorage,
  type VisitorAuth,
} from './index.ts';

let server: TestServer;
let url: string;
let visitor: Client<AnySite, VisitorAuth>;
let owner: FullClient;

beforeAll(async () => {
  server = await testServer();
  url = await server.listen();
  visitor = createClient({ url, clientId: server.app.clientId });
  owner = createFullClient({ url, auth: apiKeyAuth(server.key, server.site.id) });
  await owner.call('data.collections.create', {
    body: {
      collection: {
        id: 'Books',
        fields: [
          { key: 'title', type: 'TEXT' },
          { key: 'year', type: 'NUMBER' },
        ],
        permissions: { read: 'ANYONE', insert: 'SITE_MEMBER', update: 'ADMIN', remove: 'ADMIN' },
      },
    },
  });
});
afterAll(() => server.stop());

describe('the url', () => {
  const clientId = () => server.app.clientId;

  it.each([
    'localhost:8080',
    'example.com',
    '//example.com',
    'ftp://example.com',
    'http://',
    'https://example.com/dashboard',
    'https://example.com?site=1',
    'https://example.com/#top',
    'https://user:secret@example.com',
    ' http://localhost:4000',
    '',
  ])('is rejected at once if it is not an origin: "%s"', (url) => {
    const message = `INVALID_URL: url "${url}" is not the origin of a Portico server, such as "http://localhost:4000".`;
    expect(() => createClient({ url, clientId: clientId() })).toThrow(message);
    expect(() => createFullClient({ url, auth: apiKeyAuth(server.key) })).toThrow(message);
  });

  it('is rejected if an environment variable is missing', () => {
    const url = process.env.PORTICO_NO_SUCH_VARIABLE as string;
    expect(() => createClient({ url, clientId: clientId() })).toThrow('INVALID_URL: url undefined is not the origin');
  });

  it('may end with a slash, and have an IPv6 address or a scheme in capitals', async () => {
    const paths: string[] = [];
    const record: typeof fetch = (input, init) => {
      paths.push(new URL(String(input)).pathname);
      return fetch(input, init);
    };
    const client = createClient({ url: `${url.replace('http', 'HTTP')}/`, clientId: clientId(), fetch: record });
    await client.items.query('Books').find();
    expect(paths).toEqual(['/oauth2/token', '/v2/items/query']);
    expect(() => createClient({ url: 'http://[::1]:4000', clientId: clientId() })).not.toThrow();
  });

  it('may be empty for a fetch that accepts paths', async () => {
    const local: typeof fetch = (input, init) => fetch(`${url}${String(input)}`, init);
    const client = createClient({ url: '', clientId: clientId(), fetch: local });
    expect(await client.items.query('Books').count()).toBe(0);
  });
});

describe('items', () => {
  it('can be inserted, read, replaced, counted and removed', async () => {
    const read = new Date('2024-05-06T07:08:09.010Z');
    const inserted = await owner.items.insert('Books', { title: 'Emma', year: 1815, read });
    expect(inserted).toMatchObject({ title: 'Emma', read });
    expect(inserted._createdDate).toBeInstanceOf(Date);
    expect(await visitor.items.get('Books', inserted._id)).toEqual(inserted);

    await owner.items.update('Books', { _id: inserted._id, title: 'Emma', year: 1816 });
    const { items } = await visitor.items.query('Books').eq('title', 'Emma').gt('year', 1815).find();
    expect(items).toMatchObject([{ _id: inserted._id, year: 1816 }]);
    expect(items[0]).not.toHaveProperty('read');

    expect(await visitor.items.query('Books').eq('title', 'Emma').count()).toBe(1);
    expect(await owner.items.remove('Books', inserted._id)).toMatchObject({ _id: inserted._id });
    expect(await owner.items.remove('Books', inserted._id)).toBeNull();
    expect(await visitor.items.get('Books', inserted._id)).toBeNull();
  });

  it('are paged without duplicates', async () => {
    for (let n = 0; n < 7; n += 1) await owner.items.insert('Books', { _id: `p${n}`, title: 'Page', year: n });
    let page = await visitor.items
      .query('Books')
      .eq('title', 'Page')
      .ascending('year')
      .limit(3)
      .find({ returnTotalCount: true });
    const years = [page.items.map((item) => item.year)];
    expect([page.totalCount, page.totalPages]).toEqual([7, 3]);
    while (page.hasNext()) {
      page = await page.next();
      years.push(page.items.map((item) => item.year));
    }
    expect(years).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
    expect((await page.prev()).items.map((item) => item.year)).toEqual([3, 4, 5]);
  });

  it('cannot be inserted by a visitor: 403', async () => {
    await expect(visitor.items.insert('Books', { title: 'x' })).rejects.toMatchObject({ status: 403, code: 'WDE0027' });
  });

  it('are rejected by the client without a request if they are invalid', async () => {
    await expect(owner.items.insert('Books', [] as never)).rejects.toMatchObject({ code: 'WDE0004' });
    await expect(owner.items.insert('Books', { _id: 5 as never })).rejects.toMatchObject({ code: 'WDE0007' });
    await expect(owner.items.update('Books', { title: 'x' } as never)).rejects.toMatchObject({ code: 'WDE0007' });
    await expect(owner.items.get('Books', 5 as never)).rejects.toMatchObject({ code: 'WDE0002' });
    expect(() => owner.items.query('')).toThrow(expect.objectContaining({ code: 'WDE0001' }));
  });
});

describe('tokens', () => {
  it('of a visitor are requested once and stored', async () => {
    const client = createClient({ url, clientId: server.app.clientId });
    const [one, other] = await Promise.all([client.auth.tokens(), client.auth.tokens()]);
    expect(one).toEqual(other);
    expect(one.refreshToken.role).toBe('visitor');
    expect(await client.auth.isLoggedIn()).toBe(false);
  });

  it('are refreshed after expiry for the same visitor', async () => {
    const subject = (token: string) => JSON.parse(atob(token.split('.').at(-2) ?? '')).sub as unknown;
    const tokens = await visitor.auth.tokens();
    const storage = memoryStorage({ ...tokens, accessToken: { value: 'over', expiresAt: 0 } });
    const client = createClient({ url, clientId: server.app.clientId, storage });
    const renewedTokens = await client.auth.tokens();
    expect(renewedTokens.accessToken.value).not.toBe('over');
    expect(subject(tokens.accessToken.value)).toMatch(/^[0-9a-f-]{36}$/);
    expect(subject(renewedTokens.accessToken.value)).toBe(subject(tokens.accessToken.value));
  });

  it('are renewed during a call if the server rejects them', async () => {
    const tokens = await visitor.auth.tokens();
    const storage = memoryStorage({ ...tokens, accessToken: { value: 'broken', expiresAt: Date.now() + 3_600_000 } });
    const client = createClient({ url, clientId: server.app.clientId, storage });
    expect(await client.items.query('Books').count()).toBeGreaterThanOrEqual(0);
  });

  it('are replaced by those of a new anonymous visitor if the refresh fails', async () => {
    const storage = memoryStorage({
      accessToken: { value: '', expiresAt: 0 },
      refreshToken: { value: 'forged', role: 'member' },
    });
    const client = createClient({ url, clientId: server.app.clientId, storage });
    expect((await client.auth.tokens()).refreshToken.role).toBe('visitor');
  });

  it('of an unknown app fail with an error that contains the request id', async () => {
    const client = createClient({ url, clientId: '00000000-0000-4000-8000-000000000000' });
    await expect(client.auth.tokens()).rejects.toThrow(/^Failed to fetch tokens from OAuth API: .*request-id/);
  });
});

describe('members', () => {
  it('are null for an anonymous visitor', async () => {
    expect(await visitor.members.getCurrentMember()).toBeNull();
  });

  it('can change their own name', async () => {
    const client = createClient({ url, auth: accessTokenAuth(server.member) });
    const me = await client.members.getCurrentMember();
    expect(me?.id).toBe(server.memberId);
    await client.members.updateMember(server.memberId, { profile: { nickname: 'Ada' } });
    expect((await client.members.getCurrentMember())?.profile.nickname).toBe('Ada');
  });
});

describe('forms', () => {
  let formId: string;
  beforeAll(async () => {
    const { form } = await owner.call('forms.forms.create', {
      body: {
        form: {
          name: 'Contact',
          namespace: 'wix.form_app.form',
          formFields: [
            {
              id: '11111111-1111-4111-8111-111111111111',
              identifier: 'CONTACTS_EMAIL',
              fieldType: 'INPUT',
              inputOptions: {
                target: 'email',
                required: true,
                inputType: 'STRING',
                stringOptions: {
                  componentType: 'TEXT_INPUT',
                  validation: { format: 'EMAIL' },
                  textInputOptions: { label: 'E-mail', showLabel: true },
                },
              },
            },
          ],
        },
      },
    });
    formId = form.id;
  });

  it('can be read and submitted by a visitor', async () => {
    expect(await visitor.forms.getForm(formId)).toMatchObject({ id: formId, name: 'Contact' });
    const submission = await visitor.forms.submit(formId, { email: 'ada@example.org' });
    expect(submission).toMatchObject({ formId, submissions: { email: 'ada@example.org' } });
  });

  it('are null for an unknown id', async () => {
    expect(await visitor.forms.getForm('22222222-2222-4222-8222-222222222222')).toBeNull();
  });

  it('return errors by field', async () => {
    const errors = await visitor.forms.validate(formId, { email: 'nobody' });
    expect(errors).toMatchObject([{ errorPath: 'email', errorType: 'FORMAT_ERROR' }]);
    const rejection = await visitor.forms.submit(formId, {}).catch((error: unknown) => error);
    expect(fieldErrorsOf(rejection)).toMatchObject([{ errorPath: 'email', errorType: 'REQUIRED_VALUE_ERROR' }]);
  });
});
