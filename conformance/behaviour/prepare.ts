/** Creates the sites on which the behaviour table runs, with their apps, members, collections and forms. */
import { filesForm } from '../../server/src/forms/testing/files.ts';
import { contactForm } from '../../server/src/forms/testing/sample-forms.ts';
import type { Call, TestServer } from '../../server/src/testing/index.ts';
import type { ServedSite } from '../support/served-site.ts';
import {
  type App,
  BOOK_COUNT,
  BOOKS,
  type Fixture,
  NOTES,
  PEOPLE,
  type Policy,
  policies,
  SECRETS,
  WHEN,
} from './fixture.ts';

const PASSWORD = 'a long enough password';

/** Creates one fixture for each name. All fixtures share the policy sites, one site for each entry of `policies`. */
export async function prepareFixtures<Name extends string>(
  { t, owner }: ServedSite,
  names: readonly Name[],
  redirectUris: readonly string[],
): Promise<Record<Name, Fixture>> {
  const server: Server = { t, owner, url: await t.listen(), redirectUris };
  const apps: Partial<Record<Policy, App>> = {};
  for (const [policy, signIn] of Object.entries(policies)) {
    const app = await createSite(server, policy);
    await createSend(server, app)('PATCH', '/portico/v1/settings', { settings: { signIn } });
    apps[policy as Policy] = app;
  }
  const fixtures: Partial<Record<Name, Fixture>> = {};
  for (const name of names) fixtures[name] = await prepareFixture(server, name, apps as Fixture['policies']);
  return fixtures as Record<Name, Fixture>;
}

interface Server {
  readonly t: TestServer;
  /** Access token of an owner of every site. */
  readonly owner: string;
  readonly url: string;
  readonly redirectUris: readonly string[];
}

async function prepareFixture(server: Server, name: string, sharedApps: Fixture['policies']): Promise<Fixture> {
  const { url, redirectUris } = server;
  const site = await createSite(server, name);
  const send = createSend(server, site);
  await createCollections(send);
  const contact = await send('POST', '/v4/forms', { form: { ...contactForm(), spamFilterProtectionLevel: 'NONE' } });
  const files = await send('POST', '/v4/forms', { form: { ...filesForm(), spamFilterProtectionLevel: 'NONE' } });
  const rotatingApp = await send('POST', '/portico/v1/apps', {
    app: { name: 'Rotating', redirectUris, rotateRefreshTokens: true },
  });
  return {
    ...site,
    url,
    ownerToken: server.owner,
    redirectUri: redirectUris[0] as string,
    rotatingClientId: rotatingApp.app.clientId,
    member: await createMember(server.t, site),
    forms: { contact: contact.form.id, files: files.form.id },
    policies: sharedApps,
  };
}

async function createSite(server: Server, name: string): Promise<App> {
  const { site } = await createSend(server)('POST', '/portico/v1/sites', {
    site: { name, slug: name.toLowerCase().replaceAll(' ', '-') },
  });
  const send = createSend(server, { siteId: site.siteId });
  const { app } = await send('POST', '/portico/v1/apps', {
    app: { name: 'Behaviour', redirectUris: server.redirectUris, redirectDomains: ['localhost:3000'] },
  });
  const { apiKey } = await send('POST', '/portico/v1/keys', { key: { name: 'Behaviour', scopes: ['*'] } });
  return { siteId: site.siteId, clientId: app.clientId, apiKey };
}

type Send = ReturnType<typeof createSend>;

/** Returns a function that calls the server as the owner of a site. */
const createSend =
  ({ t, owner }: Server, { siteId }: Pick<App, 'siteId'> = { siteId: t.site.id }) =>
  async (method: Call['method'], path: string, body: object) => {
    const headers = { authorization: owner, 'wix-site-id': siteId };
    const response = await t.call({ method, path, body, headers });
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.text}`);
    return response.body;
  };

async function createMember(t: TestServer, { clientId, apiKey }: App): Promise<Fixture['member']> {
  const email = 'ada@example.org';
  const anonymous = { clientId, grantType: 'anonymous' };
  const { access_token } = (await t.call({ method: 'POST', path: '/oauth2/token', body: anonymous })).body;
  const registration = { loginId: { email }, password: PASSWORD };
  const registerResponse = await t.call({
    method: 'POST',
    path: '/v2/register',
    body: registration,
    headers: { authorization: access_token },
  });
  const { id } = registerResponse.body.identity;
  const tokens = await t.call({
    method: 'POST',
    path: '/oauth2/token',
    body: { grant_type: 'authorized_client', scope: 'offline_access', member_id: id },
    headers: { authorization: `${access_token},${apiKey}` },
  });
  const { access_token: accessToken, refresh_token: refreshToken } = tokens.body;
  return { id, email, password: PASSWORD, accessToken, refreshToken };
}

async function createCollections(send: Send): Promise<void> {
  const openPermissions = { read: 'ANYONE', insert: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' };
  const adminPermissions = { read: 'ADMIN', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' };
  const peopleReference = { referencedCollectionId: PEOPLE };
  const fields = [
    { key: 'title', displayName: 'Title', type: 'TEXT' },
    { key: 'author', displayName: 'Author', type: 'REFERENCE', typeMetadata: { reference: peopleReference } },
    {
      key: 'editors',
      displayName: 'Editors',
      type: 'MULTI_REFERENCE',
      typeMetadata: { multiReference: peopleReference },
    },
  ];
  for (const [id, permissions, keys] of [
    [PEOPLE, openPermissions, []],
    [BOOKS, openPermissions, fields],
    [NOTES, openPermissions, fields],
    [SECRETS, adminPermissions, []],
  ] as const) {
    await send('POST', '/v2/collections', { collection: { id, displayName: id, permissions, fields: keys } });
  }
  const insert = (dataCollectionId: string, items: readonly { _id: string }[]) =>
    send('POST', '/v2/bulk/items/insert', {
      dataCollectionId,
      dataItems: items.map((data) => ({ id: data._id, data })),
    });
  await insert(PEOPLE, [
    { _id: 'ann', name: 'Ann' } as { _id: string },
    { _id: 'bob', name: 'Bob' } as { _id: string },
  ]);
  await insert(
    BOOKS,
    Array.from({ length: BOOK_COUNT }, (_, n) => book(n)),
  );
  await insert(SECRETS, [{ _id: 'secret' }]);
  for (const person of ['bob', 'ann']) {
    const reference = { referringItemFieldName: 'editors', referringItemId: 'b00', referencedItemId: person };
    await send('POST', '/v2/bulk/items/insert-references', {
      dataCollectionId: BOOKS,
      dataItemReferences: [reference],
    });
  }
}

/** Returns item n (0 to 11) of `Books`. The items contain values of every type. */
const book = (n: number) => ({
  _id: `b${String(n).padStart(2, '0')}`,
  n,
  title: n % 2 ? 'Odd one' : 'Even one',
  tags: ['x', `t${n}`],
  when: { $date: new Date(WHEN.getTime() + n * 86_400_000).toISOString() },
  isEven: n % 2 === 0,
  nothing: n === 0 ? null : undefined,
  deep: { x: n, list: [{ y: n }] },
  author: n < 6 ? 'ann' : 'bob',
});
