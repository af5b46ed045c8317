/** Adapts `@portico/sdk` to BehaviourClient, the interface that the rows of the behaviour table use (row.ts). */
import { createFullClient, type FullClient } from '../../sdk/src/admin/index.ts';
import { type ExternalLoginAuth, externalLoginAuth } from '../../sdk/src/auth/external-login.ts';
import { apiKeyAuth, memoryStorage } from '../../sdk/src/index.ts';
import type { Auth, BehaviourClient, Entity, Submissions, Tokens } from './client.ts';
import type { Fixture } from './fixture.ts';

export function createPorticoVisitor({ url, redirectUri }: Fixture, clientId: string): BehaviourClient {
  const storage = memoryStorage();
  const client = createFullClient({ url, auth: externalLoginAuth({ clientId, storage }) });
  return { ...adaptModules(client), auth: adaptAuth(client.auth, redirectUri, () => storage.load()) };
}

export function createPorticoOwner({ url, apiKey, siteId }: Fixture): BehaviourClient {
  const client = createFullClient({ url, auth: apiKeyAuth(apiKey, siteId) });
  return { ...adaptModules(client), auth: {} as Auth };
}

const adaptModules = (client: Omit<FullClient, 'auth'>): Omit<BehaviourClient, 'auth'> => ({
  items: client.items,
  forms: client.forms as unknown as BehaviourClient['forms'],
  submissions: adaptSubmissions(client),
  currentMemberId: async () => (await client.members.getCurrentMember())?.id,
});

function adaptAuth(auth: ExternalLoginAuth, redirectUri: string, load: () => unknown): Auth {
  const isInBrowser = typeof document === 'object';
  return {
    ...auth,
    getMemberTokens: (code, state, oauthData) => auth.getMemberTokens(code, state, oauthData),
    getMemberTokensForDirectLogin: (sessionToken) =>
      auth.getMemberTokensForDirectLogin(sessionToken, isInBrowser ? {} : { redirectUri }),
    preWarm: async (options) => void (await auth.preWarm(options)),
    validTokens: () => auth.tokens(),
    storedTokens: async () => (await load()) as Tokens | null,
    setTokens: (tokens) => auth.setTokens(tokens as never),
    createTokens: (value, refreshToken, role, seconds) => ({
      accessToken: { value, expiresAt: Date.now() + seconds * 1_000 },
      refreshToken: { value: refreshToken, role },
    }),
    expiresInSeconds: ({ accessToken }) => (accessToken.expiresAt - Date.now()) / 1_000,
  };
}

const adaptSubmissions = ({ submissions, call }: Pick<FullClient, 'submissions' | 'call'>): Submissions => ({
  ...(submissions as unknown as Submissions),
  list: async (query) => (await submissions.list(query)).items as unknown as Entity[],
  listTrash: async (query) => (await submissions.listTrash(query)).items as unknown as Entity[],
  setExtendedFields: (submissionId, namespace, namespaceData) =>
    call('forms.submissions.updateExtendedFields', { query: { submissionId }, body: { namespace, namespaceData } }),
});
