/** Creates members of a site through the vendor's client. */
import { authentication, oauth, recovery, signOnPolicy, verification } from '@wix/identity';
import { authorization, members, authentication as siteMembers } from '@wix/members';
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import { REDIRECT_URI, type TestServer } from '../../server/src/testing/index.ts';

export const PASSWORD = 'a long enough password';

let createdCount = 0;
export const newEmail = (): string => `person-${++createdCount}@example.org`;

const modules = { authentication, oauth, recovery, signOnPolicy, verification, siteMembers, authorization, members };

export const newClient = (t: TestServer) =>
  createClient({ modules, auth: OAuthStrategy({ clientId: t.app.clientId }) });
export type Client = ReturnType<typeof newClient>;

export const newAdmin = (t: TestServer, apiKey = t.key) =>
  createClient({ modules, auth: ApiKeyStrategy({ apiKey, siteId: t.site.id }) });
export type Admin = ReturnType<typeof newAdmin>;

/** Registers a member and signs the client in. */
export async function newMember(t: TestServer, profile: object = {}, email = newEmail()) {
  const client = newClient(t);
  await becomeMember(
    client,
    sessionTokenOf(await client.auth.register({ email, password: PASSWORD, profile } as never)),
  );
  const id = (await client.members.getCurrentMember()).member?._id as string;
  return { client, email, id };
}

export function sessionTokenOf(result: unknown): string {
  const { data } = result as { data?: { sessionToken?: string } };
  if (!data?.sessionToken) throw new Error(`The response contains no session token: ${JSON.stringify(result)}`);
  return data.sessionToken;
}

/** Signs the client in with a session token. Node has no frames, so this reads the redirect of the authorize URL. */
export async function becomeMember(client: Client, sessionToken: string): Promise<void> {
  const oauthData = client.auth.generateOAuthData(REDIRECT_URI);
  const { code, state } = await codeFor(client, oauthData, sessionToken);
  client.auth.setTokens(await client.auth.getMemberTokens(code, state, oauthData));
}

type OauthData = ReturnType<Client['auth']['generateOAuthData']>;

export async function codeFor(
  client: Client,
  oauthData: OauthData,
  sessionToken: string,
): Promise<{ code: string; state: string }> {
  // The types omit these options, but they work (identity contract, section 7).
  const options = { prompt: 'none', responseMode: 'query', sessionToken } as never;
  const redirect = await fetch((await client.auth.getAuthUrl(oauthData, options)).authUrl, { redirect: 'manual' });
  return client.auth.parseFromUrl(redirect.headers.get('location') as string, 'query');
}

/** Returns the subject of an access token. */
export async function subjectOf(token: string) {
  const response = await fetch('https://www.wixapis.com/oauth2/token-info', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const { active, subjectType, subjectId, siteId, clientId } = await response.json();
  return { active, subjectType, subjectId, siteId, clientId };
}
