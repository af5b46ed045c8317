/** Tests every method of OAuthStrategy that handles tokens, with the vendor's unmodified packages in Node. */
import { createClient, EMPTY_TOKENS, OAuthStrategy, type Tokens } from '@wix/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newClient, newMember, subjectOf } from './support/people.ts';
import { type ServedSite, serveSite } from './support/served-site.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

const withExpiredAccess = (tokens: Tokens): Tokens => ({
  ...tokens,
  accessToken: { ...tokens.accessToken, expiresAt: 1 },
});

/** Returns the grant types of the calls to the token endpoint that `act` makes. */
async function recordGrantTypes(act: () => Promise<unknown>): Promise<string[]> {
  const originalFetch = globalThis.fetch;
  const grantTypes: string[] = [];
  globalThis.fetch = (input, init) => {
    if (String(input).endsWith('/oauth2/token')) grantTypes.push(JSON.parse(String(init?.body)).grantType);
    return originalFetch(input, init);
  };
  await act().finally(() => {
    globalThis.fetch = originalFetch;
  });
  return grantTypes;
}

it('an access token contains its site where the vendor’s templates expect it', async () => {
  const tokens = [
    (await newClient(site.t).auth.generateVisitorTokens()).accessToken,
    (await newMember(site.t)).client.auth.getTokens().accessToken,
  ];
  for (const { value } of tokens) {
    const payload = value.replace(/^OauthNG\.JWS\./, '').split('.')[1] as string;
    const { data } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(JSON.parse(data)).toEqual({ instance: { instanceId: site.t.site.id, metaSiteId: site.t.site.id } });
  }
});

describe('generateVisitorTokens', () => {
  const asMember = async () => (await newMember(site.t)).client.auth.getTokens();
  const asVisitor = () => newClient(site.t).auth.generateVisitorTokens();
  const forgedToken = { value: 'made.up', role: 'visitor' };

  it.each<[string, () => Promise<unknown>, string[], 'visitor' | 'member']>([
    ['no tokens', async () => undefined, ['anonymous'], 'visitor'],
    ['empty tokens', async () => EMPTY_TOKENS, ['anonymous'], 'visitor'],
    ['valid tokens of a visitor', asVisitor, [], 'visitor'],
    ['valid tokens of a member', asMember, [], 'member'],
    ['an access token alone', async () => ({ accessToken: (await asVisitor()).accessToken }), ['anonymous'], 'visitor'],
    ['expired tokens of a visitor', async () => withExpiredAccess(await asVisitor()), ['refresh_token'], 'visitor'],
    ['expired tokens of a member', async () => withExpiredAccess(await asMember()), ['refresh_token'], 'member'],
    [
      'the refresh token of a visitor',
      async () => ({ refreshToken: (await asVisitor()).refreshToken }),
      ['refresh_token'],
      'visitor',
    ],
    [
      'the refresh token of a member',
      async () => ({ refreshToken: (await asMember()).refreshToken }),
      ['refresh_token'],
      'member',
    ],
    [
      'an invalid refresh token',
      async () => ({ refreshToken: forgedToken }),
      ['refresh_token', 'anonymous'],
      'visitor',
    ],
  ])('from %s', async (_name, start, grants, role) => {
    const { auth } = newClient(site.t);
    const before = (await start()) as Partial<Tokens> | undefined;
    let after = EMPTY_TOKENS;
    expect(
      await recordGrantTypes(async () => {
        after = await auth.generateVisitorTokens(before as Tokens);
      }),
    ).toEqual(grants);
    expect(after.refreshToken.role).toBe(role);
    expect(after.accessToken.expiresAt).toBeGreaterThan(Date.now() / 1000 + 14_000);
    expect(await subjectOf(after.accessToken.value)).toMatchObject({
      active: true,
      subjectType: role.toUpperCase(),
      siteId: site.t.site.id,
      clientId: site.t.app.clientId,
    });
    const wasRenewed = grants.length === 1 && grants[0] === 'refresh_token';
    if (wasRenewed || grants.length === 0) expect(after.refreshToken).toEqual(before?.refreshToken);
  });

  it('keeps the visitor of expired tokens', async () => {
    const { auth } = newClient(site.t);
    const tokens = await auth.generateVisitorTokens();
    const renewed = await auth.generateVisitorTokens(withExpiredAccess(tokens));
    expect(await subjectOf(renewed.accessToken.value)).toEqual(await subjectOf(tokens.accessToken.value));
  });

  it('silently returns a visitor for a member whose session has ended', async () => {
    const { client } = await newMember(site.t);
    const tokens = client.auth.getTokens();
    await fetch((await client.auth.logout('http://localhost:3000/')).logoutUrl, { redirect: 'manual' });
    const { auth } = newClient(site.t);
    expect((await auth.generateVisitorTokens(withExpiredAccess(tokens))).refreshToken.role).toBe('visitor');
  });

  it('rejects an unknown client with the reason', async () => {
    const { auth } = createClient({ auth: OAuthStrategy({ clientId: 'unknown' }) });
    await expect(auth.generateVisitorTokens()).rejects.toThrow(
      /Failed to fetch tokens from OAuth API.*request id: (?!null).+invalid_client/s,
    );
  });
});

describe('renewToken', () => {
  it.each(['visitor', 'member'] as const)(
    'of a %s: a new access token, the same refresh token and role',
    async (role) => {
      const { auth } = role === 'member' ? (await newMember(site.t)).client : newClient(site.t);
      const tokens = role === 'member' ? auth.getTokens() : await auth.generateVisitorTokens();
      const renewed = await auth.renewToken(tokens.refreshToken);
      expect(renewed.refreshToken).toEqual(tokens.refreshToken);
      expect(await subjectOf(renewed.accessToken.value)).toEqual(await subjectOf(tokens.accessToken.value));
    },
  );

  it('accepts a member’s refresh token without an access token, as some apps store it', async () => {
    const { client, email } = await newMember(site.t);
    const second = newClient(site.t);
    second.auth.setTokens(await second.auth.renewToken(client.auth.getTokens().refreshToken));
    expect(second.auth.loggedIn()).toBe(true);
    const { member } = await second.members.getCurrentMember({ fieldsets: ['EXTENDED'] });
    expect(member).toMatchObject({ loginEmail: email, status: 'APPROVED', _createdDate: expect.any(Date) });
  });

  it('works ten times at once with one refresh token, because the client does not combine calls', async () => {
    const { client } = await newMember(site.t);
    const { refreshToken } = client.auth.getTokens();
    const renewed = await Promise.all(Array.from({ length: 10 }, () => client.auth.renewToken(refreshToken)));
    expect(renewed.every((tokens) => tokens.refreshToken.role === 'member')).toBe(true);
  });

  it.each(['made.up', 'a.b.c', ''])('rejects the refresh token %j', async (value) => {
    const renewed = newClient(site.t).auth.renewToken({ value, role: 'visitor' } as never);
    await expect(renewed).rejects.toThrow(/Failed to fetch tokens.*invalid_(grant|request)/s);
  });
});

describe('setTokens, getTokens, loggedIn, getActiveToken, getAuthHeaders', () => {
  it.each([
    ['none', EMPTY_TOKENS, false],
    ['visitor', async () => newClient(site.t).auth.generateVisitorTokens(), false],
    ['member', async () => (await newMember(site.t)).client.auth.getTokens(), true],
  ] as const)('of role %s', async (role, source, isLoggedIn) => {
    const tokens = typeof source === 'function' ? await source() : source;
    const { auth } = newClient(site.t);
    auth.setTokens(tokens);
    expect(auth.getTokens()).toEqual(tokens);
    expect(auth.loggedIn()).toBe(isLoggedIn);
    const { getActiveToken } = auth as unknown as { getActiveToken(): string };
    expect(getActiveToken()).toBe(tokens.accessToken.value);
    const { headers } = await auth.getAuthHeaders();
    expect(headers.Authorization).toBe(auth.getTokens().accessToken.value);
    expect(auth.getTokens().refreshToken.role).toBe(role === 'none' ? 'visitor' : role);
  });

  it('a client starts with the tokens of its options or of its storage', async () => {
    const tokens = (await newMember(site.t)).client.auth.getTokens();
    const { clientId } = site.t.app;
    let current: Tokens = tokens;
    const tokenStorage = {
      getTokens: () => current,
      setTokens(next: Tokens) {
        current = next;
      },
    };
    expect(createClient({ auth: OAuthStrategy({ clientId, tokens }) }).auth.loggedIn()).toBe(true);
    const stored = createClient({ auth: OAuthStrategy({ clientId, tokenStorage } as never) });
    expect(stored.auth.loggedIn()).toBe(true);
    current = withExpiredAccess(tokens);
    await stored.auth.getAuthHeaders();
    expect(current.accessToken.expiresAt).toBeGreaterThan(1);
    expect(current.refreshToken).toEqual(tokens.refreshToken);
  });

  it('every token call contains the app’s own headers', async () => {
    const tokenRequestOptions = { headers: { 'client-binding': 'a-binding' } };
    const { auth } = createClient({
      auth: OAuthStrategy({ clientId: site.t.app.clientId, tokenRequestOptions } as never),
    });
    expect((await auth.generateVisitorTokens()).refreshToken.role).toBe('visitor');
  });

  it('ten concurrent first calls each get visitor tokens and succeed', async () => {
    const client = newClient(site.t);
    const calls = Array.from({ length: 10 }, () => client.members.queryMembers().find());
    expect((await Promise.all(calls)).map((page) => page.items)).toEqual(Array(10).fill([]));
  });

  it('client.fetch sends the token to any URL of the API, and Portico does not serve graphql', async () => {
    const { client, id } = await newMember(site.t);
    const response = await client.fetch('/members/v1/members/my', {});
    expect(await response.json()).toMatchObject({ member: { id } });
    await expect(client.graphql('{ site { id } }', {})).rejects.toThrow();
  });
});
