/** Tests the vendor's authentication strategies other than OAuthStrategy, in Node: API keys, site sessions and apps. */
import { members } from '@wix/members';
import { ApiKeyStrategy, AppStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import { SiteSessionAuth } from '@wix/sdk/auth/site-session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newClient, newEmail, newMember, subjectOf } from './support/people.ts';
import { type ServedSite, serveSite, thrownBy } from './support/served-site.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

describe('ApiKeyStrategy', () => {
  const withKey = (apiKey: string, more: object = { siteId: site.t.site.id }) =>
    createClient({ modules: { members }, auth: ApiKeyStrategy({ apiKey, ...more } as never) });

  it('has every right of the key on the site', async () => {
    const { members } = withKey(site.t.key);
    const loginEmail = newEmail();
    const created = await members.createMember({ member: { loginEmail } });
    expect(await members.getMember(created._id as string, { fieldsets: ['FULL'] })).toMatchObject({ loginEmail });
  });

  it('setSiteId and setAccountId change the headers', async () => {
    const client = withKey(site.t.key, {});
    client.auth.setSiteId(site.t.site.id);
    expect((await client.members.listMembers()).members?.length).toBeGreaterThan(0);
    client.auth.setAccountId(site.t.site.accountId);
    expect((await client.members.listMembers()).members?.length).toBeGreaterThan(0);
    client.auth.setSiteId(crypto.randomUUID());
    expect((await thrownBy(client.members.listMembers())).status).toBe(403);
  });

  it.each([
    ['an invalid key', async () => withKey('made up'), 401],
    ['a key with another site’s id', async () => withKey(site.t.key, { siteId: crypto.randomUUID() }), 403],
    ['a key without the scope', async () => withKey(await site.t.keyWith(['members:read'])), 403],
  ])('rejects %s', async (_name, makeClient, status) => {
    const { members } = await makeClient();
    expect((await thrownBy(members.createMember({ member: { loginEmail: newEmail() } }))).status).toBe(status);
  });

  it('a key of another site cannot read this one', async () => {
    const { id } = await newMember(site.t);
    const second = await site.t.secondSite();
    const { members } = withKey(second.key, { siteId: second.site.id });
    expect((await members.listMembers()).members).toEqual([]);
    expect((await thrownBy(members.getMember(id))).status).toBe(404);
  });
});

describe('SiteSessionAuth', () => {
  const newAppSession = () =>
    createClient({ modules: { members }, auth: SiteSessionAuth({ clientId: site.t.app.clientId }) });

  it('issues visitor tokens and renews them without a client id', async () => {
    const { auth } = newAppSession();
    const tokens = await auth.generateVisitorTokens();
    const expiredTokens = { ...tokens, accessToken: { ...tokens.accessToken, expiresAt: 1 } };
    const renewed = await auth.generateVisitorTokens(expiredTokens);
    expect(await subjectOf(renewed.accessToken.value)).toEqual(await subjectOf(tokens.accessToken.value));
    expect(auth.loggedIn()).toBe(false);
  });

  it('renews the tokens of a member', async () => {
    const { client, id } = await newMember(site.t);
    const session = newAppSession();
    session.auth.setTokens(await session.auth.renewToken(client.auth.getTokens().refreshToken));
    expect(session.auth.loggedIn()).toBe(true);
    expect((await session.members.getCurrentMember()).member?._id).toBe(id);
  });

  it('the first call issues visitor tokens', async () => {
    const session = newAppSession();
    await session.members.listMembers();
    expect(session.auth.getTokens().refreshToken.role).toBe('visitor');
  });
});

describe('AppStrategy', () => {
  const appStrategy = (more: object) =>
    createClient({
      modules: { members },
      auth: AppStrategy({ appId: site.t.app.clientId, appSecret: site.t.app.clientSecret, ...more } as never),
    });

  it('with an instance id uses the app’s secret and requests only one token', async () => {
    const { members } = appStrategy({ instanceId: site.t.site.id });
    await newMember(site.t);
    const { items } = await members.queryMembers({ fieldsets: ['FULL'] }).find();
    expect(items.every((member) => member.loginEmail)).toBe(true);
    const originalFetch = globalThis.fetch;
    const requests: string[] = [];
    globalThis.fetch = (input, init) => {
      requests.push(String(input));
      return originalFetch(input, init);
    };
    await members.listMembers().finally(() => {
      globalThis.fetch = originalFetch;
    });
    expect(requests.filter((url) => url.includes('/oauth2/'))).toEqual([]);
  });

  it.each([
    ['a wrong secret', { appSecret: 'wrong' }],
    ['an unknown app', { appId: crypto.randomUUID() }],
  ])('rejects %s', async (_name, more) => {
    const { auth } = appStrategy({ instanceId: site.t.site.id, ...more });
    await expect(auth.getAuthHeaders()).rejects.toThrow(/Unexpected status code.*401/);
  });

  it('rejects the instance id of another site', async () => {
    const second = await site.t.secondSite();
    const { auth } = appStrategy({ instanceId: second.site.id });
    await expect(auth.getAuthHeaders()).rejects.toThrow(/Unexpected status code.*400/);
  });

  it('getTokenInfo of an access token returns its subject and instance', async () => {
    const { client, id } = await newMember(site.t);
    const accessToken = client.auth.getTokens().accessToken.value;
    expect(await appStrategy({ accessToken }).auth.getTokenInfo()).toMatchObject({
      active: true,
      subjectType: 'MEMBER',
      subjectId: id,
      clientId: site.t.app.clientId,
      siteId: site.t.site.id,
      instanceId: site.t.site.id,
      accountId: site.t.site.accountId,
      exp: expect.any(Number),
      iat: expect.any(Number),
    });
    expect(await appStrategy({ accessToken: 'made up' }).auth.getTokenInfo()).toEqual({ active: false });
  });

  it('elevated replaces a visitor’s token by the app’s own', async () => {
    const { auth } = newClient(site.t);
    const accessToken = (await auth.generateVisitorTokens()).accessToken.value;
    const elevated = await appStrategy({ accessToken }).auth.elevated();
    const { headers } = await elevated.getAuthHeaders({} as never);
    expect((await subjectOf(headers.Authorization as string)).subjectType).toBe('APP');
  });

  it('elevated rejects a token of another app', async () => {
    const body = { app: { name: 'Another' } };
    const created = await site.t.call({ method: 'POST', path: '/portico/v1/apps', body, as: site.owner });
    const { auth } = createClient({ auth: OAuthStrategy({ clientId: created.body.app.clientId }) });
    const accessToken = (await auth.generateVisitorTokens()).accessToken.value;
    await expect(appStrategy({ accessToken }).auth.elevated()).rejects.toThrow('not issued for the app');
  });

  it.each([
    ['a refresh token of the app market', { refreshToken: 'a.b' }],
    ['an invalid refresh token of an app', { refreshToken: 'a.app~b' }],
    ['an access token without an instance id', { accessToken: 'a.b.c' }],
  ])('rejects %s, because Portico has no app market', async (_name, more) => {
    await expect(appStrategy(more).auth.getAuthHeaders()).rejects.toThrow(/Unexpected status code.*40[04]/);
  });

  describe('with a refresh token', () => {
    const refreshTokenOf = async (): Promise<string> => {
      const body = {
        grant_type: 'client_credentials',
        client_id: site.t.app.clientId,
        client_secret: site.t.app.clientSecret,
        scope: 'offline_access',
      };
      return (await site.t.call({ method: 'POST', path: '/oauth2/token', body })).body.refresh_token;
    };

    it('uses the app’s rights in every call', async () => {
      const { auth, members } = appStrategy({ refreshToken: await refreshTokenOf() });
      for (let calls = 0; calls < 3; calls += 1) {
        const { headers } = await auth.getAuthHeaders();
        expect(await subjectOf(headers.Authorization as string)).toMatchObject({
          subjectType: 'APP',
          subjectId: site.t.app.clientId,
        });
      }
      expect((await members.listMembers({ fieldsets: ['FULL'] })).members?.[0]?.loginEmail).toBeTruthy();
    });

    it('is rejected without the secret of its app', async () => {
      const refreshToken = await refreshTokenOf();
      const body = { app: { name: 'Another' } };
      const otherApp = (await site.t.call({ method: 'POST', path: '/portico/v1/apps', body, as: site.owner })).body;
      for (const [wrongCredentials, status] of [
        [{ appSecret: 'wrong' }, 401],
        [{ appId: otherApp.app.clientId, appSecret: otherApp.clientSecret }, 400],
      ] as const) {
        const { auth } = appStrategy({ refreshToken, ...wrongCredentials });
        await expect(auth.getAuthHeaders()).rejects.toThrow(`Unexpected status code from Wix OAuth API: ${status}`);
      }
    });
  });

  it('getInstallUrl returns a URL of the vendor, and Portico does not serve its callback', async () => {
    const { auth } = appStrategy({});
    expect(auth.getInstallUrl({ redirectUrl: 'https://app.example/' })).toMatch(
      'https://www.wix.com/installer/install?',
    );
    const url = 'https://app.example/?code=c&instanceId=i';
    await expect(auth.handleOAuthCallback(url)).rejects.toThrow(/Unexpected status code.*40[04]/s);
  });
});
