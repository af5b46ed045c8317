/** Tokens and sessions of visitors and members. */
import type { BehaviourClient, Tokens } from '../client.ts';
import { BOOKS, type Fixture } from '../fixture.ts';
import { rejectionRows, type Subject, successRows } from '../row.ts';

const TOKEN = '/oauth2/token';
const readBook = (client: BehaviourClient) => client.items.get(BOOKS, 'b01');
const describeTokens = (client: BehaviourClient, tokens: Tokens) => ({
  access: tokens.accessToken.value.length > 20,
  refresh: tokens.refreshToken.value.length > 20,
  role: tokens.refreshToken.role,
  hours: Math.round(client.auth.expiresInSeconds(tokens) / 3_600),
});

/** Signs a new client in as the member of the fixture. */
async function newMember(
  { newVisitor, fixture }: Subject,
  seconds = 3_600,
  { accessToken, refreshToken }: Pick<Fixture['member'], 'accessToken' | 'refreshToken'> = fixture.member,
): Promise<BehaviourClient> {
  const client = newVisitor();
  await client.auth.setTokens(client.auth.createTokens(accessToken, refreshToken, 'member', seconds));
  return client;
}

/** Sets the locally stored expiry of the access token to the past. */
async function expireAccessToken({ auth }: BehaviourClient): Promise<void> {
  const { accessToken, refreshToken } = await auth.validTokens();
  await auth.setTokens(auth.createTokens(accessToken.value, refreshToken.value, refreshToken.role, -60));
}

export const tokenRows = [
  ...successRows('tokens', {
    'the first call requests the tokens of a visitor': async ({ newVisitor, network }) => {
      await readBook(newVisitor());
      return network.log();
    },
    'a visitor gets an access token, a refresh token and the role visitor': async ({ newVisitor }) => {
      const client = newVisitor();
      return describeTokens(client, await client.auth.validTokens());
    },
    'later calls reuse the tokens': async ({ newVisitor, network }) => {
      const client = newVisitor();
      await readBook(client);
      await readBook(client);
      return network.log();
    },
    'tokens are sent in the header Authorization': async ({ newVisitor, network }) => {
      const client = newVisitor();
      await readBook(client);
      const { accessToken } = await client.auth.validTokens();
      return network.last().headers.get('authorization') === accessToken.value;
    },
    'a visitor is not logged in': async ({ newVisitor }) => {
      const client = newVisitor();
      const before = await client.auth.isLoggedIn();
      await client.auth.validTokens();
      return [before, await client.auth.isLoggedIn()];
    },
    'a member is logged in': async (s) => (await newMember(s)).auth.isLoggedIn(),
    'a member who is signed in reads their own profile': async (s) =>
      (await (await newMember(s)).currentMemberId()) === s.fixture.member.id,
    'the tokens of a member are used until they expire': async (s) => {
      await readBook(await newMember(s));
      return s.network.log();
    },
    'an expired access token is refreshed by the local clock': async (s) => {
      await readBook(await newMember(s, -60));
      return s.network.log();
    },
    'a refresh keeps the role': async (s) => {
      const client = await newMember(s, -60);
      return describeTokens(client, await client.auth.validTokens());
    },
    'a refresh keeps the refresh token of an app that does not rotate': async (s) => {
      const client = await newMember(s, -60);
      return (await client.auth.validTokens()).refreshToken.value === s.fixture.member.refreshToken;
    },
    'a visitor stays the same visitor after a refresh': async ({ newVisitor }) => {
      const client = newVisitor();
      const subject = async () => readSubject(await client.auth.validTokens());
      const before = await subject();
      await expireAccessToken(client);
      return (await subject()) === before;
    },
    'an access token that expires in an hour is not refreshed': async ({ newVisitor, network }) => {
      const client = newVisitor();
      const { accessToken, refreshToken } = await client.auth.validTokens();
      await client.auth.setTokens(client.auth.createTokens(accessToken.value, refreshToken.value, 'visitor', 3_600));
      await client.auth.validTokens();
      return network.log();
    },
    'an access token that expires in ten seconds': async ({ newVisitor, network }) => {
      const client = newVisitor();
      const { accessToken, refreshToken } = await client.auth.validTokens();
      await client.auth.setTokens(client.auth.createTokens(accessToken.value, refreshToken.value, 'visitor', 10));
      await client.auth.validTokens();
      return network.log();
    },
    'parallel calls with an expired token': async (s) => {
      const client = await newMember(s, -60);
      await Promise.all([readBook(client), readBook(client), readBook(client)]);
      return s.network.log().filter((line) => line.includes(TOKEN)).length;
    },
    'parallel first calls of a visitor': async ({ newVisitor, network }) => {
      const client = newVisitor();
      await Promise.all([readBook(client), readBook(client)]);
      return network.log().filter((line) => line.includes(TOKEN)).length;
    },
    'a refresh token that was revoked makes a visitor': async (s) => {
      const client = await newMember(s, -60, { accessToken: 'x', refreshToken: 'made.up' });
      return [describeTokens(client, await client.auth.validTokens()).role, s.network.log()];
    },
    'a member stays signed in while the server cannot refresh': async (s) => {
      const client = await newMember(s, -60);
      s.network.fail(TOKEN, 503, 1);
      await readBook(client).catch(() => undefined);
      return client.auth.isLoggedIn();
    },
    'a member stays signed in while the network fails': async (s) => {
      const client = await newMember(s, -60);
      s.network.fail(TOKEN, undefined, 1);
      await readBook(client).catch(() => undefined);
      return client.auth.isLoggedIn();
    },
    'a refresh token that the app rotates': async ({ newVisitor, fixture }) => {
      const client = newVisitor(fixture.rotatingClientId);
      await client.auth.validTokens();
      const first = await client.auth.getMemberTokensForExternalLogin(fixture.member.id, fixture.apiKey);
      await client.auth.setTokens(client.auth.createTokens('x', first.refreshToken.value, 'member', -60));
      const { refreshToken } = await client.auth.validTokens();
      return [refreshToken.role, refreshToken.value === first.refreshToken.value];
    },
    'a token that the server rejects before it expires': async (s) => {
      const client = await newMember(s, 3_600, { ...s.fixture.member, accessToken: 'made.up' });
      return readBook(client).then(
        (item) => item?._id,
        () => 'rejected',
      );
    },
    'setTokens replaces the tokens of a visitor': async (s) => {
      const client = s.newVisitor();
      await readBook(client);
      const { accessToken, refreshToken } = s.fixture.member;
      await client.auth.setTokens(client.auth.createTokens(accessToken, refreshToken, 'member', 3_600));
      return (await client.currentMemberId()) === s.fixture.member.id;
    },
    'tokens can be moved to another client': async ({ newVisitor, network }) => {
      const [first, second] = [newVisitor(), newVisitor()];
      await second.auth.setTokens(await first.auth.validTokens());
      await readBook(second);
      return network.log();
    },
    'a client without tokens has stored none': async ({ newVisitor }) =>
      (await newVisitor().auth.storedTokens())?.accessToken.value || null,
    'an unknown refresh token of a visitor makes another visitor': async ({ newVisitor, network }) => {
      const client = newVisitor();
      await client.auth.setTokens(client.auth.createTokens('x', 'made.up', 'visitor', -60));
      const { refreshToken } = await client.auth.validTokens();
      return [refreshToken.role, network.log()];
    },
    'logout removes the tokens and returns the URL of the site': async (s) => {
      const client = await newMember(s);
      const { logoutUrl } = await client.auth.logout('http://localhost:3000/bye');
      const url = new URL(logoutUrl);
      return [
        url.pathname,
        (await client.auth.storedTokens())?.accessToken.value || null,
        await client.auth.isLoggedIn(),
      ];
    },
    'a logout that the server rejects keeps the tokens': async (s) => {
      const client = await newMember(s);
      await client.auth.logout('https://evil.example/').catch(() => undefined);
      return client.auth.isLoggedIn();
    },
    'the client continues as a visitor after a logout': async (s) => {
      const client = await newMember(s);
      await client.auth.logout('http://localhost:3000/bye');
      return (await client.auth.validTokens()).refreshToken.role;
    },
    'getMemberTokensForExternalLogin returns tokens of a member': async ({ newVisitor, fixture }) => {
      const client = newVisitor();
      await client.auth.validTokens();
      const { id } = fixture.member;
      return describeTokens(client, await client.auth.getMemberTokensForExternalLogin(id, fixture.apiKey));
    },
    'getMemberTokensForExternalLogin does not store the tokens': async ({ newVisitor, fixture }) => {
      const client = newVisitor();
      await client.auth.validTokens();
      await client.auth.getMemberTokensForExternalLogin(fixture.member.id, fixture.apiKey);
      return client.auth.isLoggedIn();
    },
    'getMemberTokensForExternalLogin without tokens': async ({ newVisitor, fixture }) => {
      const client = newVisitor();
      return client.auth.getMemberTokensForExternalLogin(fixture.member.id, fixture.apiKey).then(
        (tokens) => tokens.refreshToken.role,
        () => 'rejected',
      );
    },
    'getMemberTokensForExternalLoginWithSession signs in by e-mail': async ({ newVisitor, fixture }) => {
      const client = newVisitor();
      const { email } = fixture.member;
      const tokens = await client.auth.getMemberTokensForExternalLoginWithSession(email, fixture.apiKey);
      await client.auth.setTokens(tokens);
      return (await client.currentMemberId()) === fixture.member.id;
    },
  }),
  ...rejectionRows('tokens', {
    'an unknown client id': async ({ newVisitor }) => readBook(newVisitor('6b3f1f5e-1111-4222-8333-944455556666')),
    'a token endpoint that fails': async ({ newVisitor, network }) => {
      network.fail(TOKEN, 500);
      return readBook(newVisitor());
    },
    'a logout to a URL that the app does not list': async (s) =>
      (await newMember(s)).auth.logout('https://evil.example/'),
    'getMemberTokensForExternalLogin with an unknown key': async ({ newVisitor, fixture }) => {
      const client = newVisitor();
      await client.auth.validTokens();
      return client.auth.getMemberTokensForExternalLogin(fixture.member.id, 'made.up');
    },
    'getMemberTokensForExternalLogin of an unknown member': async ({ newVisitor, fixture }) => {
      const client = newVisitor();
      await client.auth.validTokens();
      return client.auth.getMemberTokensForExternalLogin(fixture.siteId, fixture.apiKey);
    },
    'getMemberTokensForExternalLoginWithSession with an unknown key': async ({ newVisitor, fixture }) =>
      newVisitor().auth.getMemberTokensForExternalLoginWithSession(fixture.member.email, 'made.up'),
  }),
];

/** Returns the subject of an access token, a JSON web token with a prefix. */
function readSubject({ accessToken }: Tokens): unknown {
  const payload = accessToken.value.split('.').at(-2) ?? '';
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub;
}
