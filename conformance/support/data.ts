/** Creates clients of the vendor's data packages for a Portico server, for each kind of caller. */
import { collections, indexes, items, permissions } from '@wix/data';
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import type { TestServer } from '../../server/src/testing/index.ts';

const modules = { items, collections, indexes, permissions };

/** Creates a client with an API key or a dashboard user's access token. */
export const newAdmin = (t: TestServer, apiKey = t.key) =>
  createClient({ modules, auth: ApiKeyStrategy({ apiKey, siteId: t.site.id }) });
export type DataClient = Pick<ReturnType<typeof newAdmin>, 'items' | 'collections' | 'indexes' | 'permissions'>;

export const newVisitor = (t: TestServer): DataClient =>
  createClient({ modules, auth: OAuthStrategy({ clientId: t.app.clientId }) }) as DataClient;

/** Creates a client with the access token of a member. */
export function newMember(t: TestServer, token = t.member): DataClient {
  const accessToken = { value: token, expiresAt: Math.floor(Date.now() / 1_000) + 3_600 };
  const tokens = { accessToken, refreshToken: { value: '', role: 'none' } } as never;
  return createClient({ modules, auth: OAuthStrategy({ clientId: t.app.clientId, tokens }) }) as DataClient;
}

/** Returns `ok`, or the error code of the error that the client throws. */
export const outcomeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error) => codeOf(error),
  );

export function codeOf(error: unknown): string {
  const { details, code, message } = error as { details?: Details; code?: string; message?: string };
  return (
    details?.applicationError?.code ?? details?.validationError?.fieldViolations?.[0]?.field ?? code ?? `${message}`
  );
}

interface Details {
  readonly applicationError?: { readonly code?: string };
  readonly validationError?: { readonly fieldViolations?: readonly { readonly field: string }[] };
}
