/** The calls of a client that signs a member in, for the tests of this slice. */
import { createHash, randomBytes } from 'node:crypto';
import { REDIRECT_URI, type TestServer } from '../../testing/index.ts';

export const PASSWORD = 'correct horse battery';

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export const newEmail = (): string => `m-${randomBytes(6).toString('hex')}@example.org`;

export const requestToken = (t: TestServer, body: Record<string, unknown>, as?: string) =>
  t.call({ method: 'POST', path: '/oauth2/token', body, as });

export const register = (t: TestServer, email: string, more: Record<string, unknown> = {}, as = t.visitor) =>
  t.call({
    method: 'POST',
    path: '/_api/iam/authentication/v2/register',
    body: { loginId: { email }, password: PASSWORD, ...more },
    as,
  });

export const login = (t: TestServer, email: unknown, password: unknown = PASSWORD) =>
  t.call({
    method: 'POST',
    path: '/_api/iam/authentication/v2/login',
    body: { loginId: { email }, password },
    as: t.visitor,
  });

/** Returns the query of a valid authorize request with changes; undefined removes a parameter. */
export function authorizeQuery(t: TestServer, { challenge }: Pkce, changes: Record<string, string | undefined> = {}) {
  const params = {
    clientId: t.app.clientId,
    responseType: 'code',
    responseMode: 'query',
    redirectUri: REDIRECT_URI,
    scope: 'offline_access',
    state: 'a-state',
    codeChallenge: challenge,
    codeChallengeMethod: 'S256',
    prompt: 'none',
    ...changes,
  };
  return new URLSearchParams(Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

export const authorize = (t: TestServer, query: URLSearchParams, headers: Record<string, string> = {}) =>
  t.call({ method: 'GET', path: `/_api/oauth2/authorize?${query}`, headers });

/** Exchanges a session token for an authorization code, as the vendor's SDK does without a browser. */
export async function codeFor(t: TestServer, sessionToken: string, proof = createPkce()): Promise<string> {
  const response = await authorize(t, authorizeQuery(t, proof, { sessionToken }));
  const code = new URL(String(response.headers.location)).searchParams.get('code');
  if (!code) throw new Error(`the authorize request returned no code: ${response.status} ${response.text}`);
  return code;
}

export const exchange = (t: TestServer, code: string, verifier: string, changes: Record<string, unknown> = {}) =>
  requestToken(t, {
    clientId: t.app.clientId,
    grantType: 'authorization_code',
    redirectUri: REDIRECT_URI,
    code,
    codeVerifier: verifier,
    ...changes,
  });

/** Registers a member and obtains tokens through the authorization endpoint. */
export async function signInNewMember(t: TestServer, profile: Record<string, unknown> = {}) {
  const email = newEmail();
  const registered = await register(t, email, { profile });
  return {
    email,
    id: registered.body.identity.id as string,
    ...(await tokensFor(t, registered.body.sessionToken)),
  };
}

/** Starts another session of a member with the password PASSWORD, and returns its tokens. */
export const signInAgain = async (t: TestServer, email: string) =>
  tokensFor(t, (await login(t, email)).body.sessionToken);

async function tokensFor(t: TestServer, sessionToken: string) {
  const proof = createPkce();
  const { body } = await exchange(t, await codeFor(t, sessionToken, proof), proof.verifier);
  return { accessToken: body.access_token as string, refreshToken: body.refresh_token as string };
}
