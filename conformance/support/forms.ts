/** Creates clients of the vendor's forms package for a Portico server, for each kind of caller. */
import { formSpamSubmissionReports, forms, restrictions, submissions } from '@wix/forms';
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import type { TestServer } from '../../server/src/testing/index.ts';

const modules = { forms, submissions, restrictions, formSpamSubmissionReports };

/** Creates a client with an API key or a dashboard user's access token. */
export const newFormsAdmin = (t: TestServer, apiKey = t.key, siteId = t.site.id) =>
  createClient({ modules, auth: ApiKeyStrategy({ apiKey, siteId }) });
export type FormsClient = Pick<
  ReturnType<typeof newFormsAdmin>,
  'forms' | 'submissions' | 'restrictions' | 'formSpamSubmissionReports'
>;

export const newFormsVisitor = (t: TestServer): FormsClient =>
  createClient({ modules, auth: OAuthStrategy({ clientId: t.app.clientId }) }) as FormsClient;

/** Creates a client with the access token of a member. */
export function newFormsMember(t: TestServer, token = t.member): FormsClient {
  const accessToken = { value: token, expiresAt: Math.floor(Date.now() / 1_000) + 3_600 };
  const tokens = { accessToken, refreshToken: { value: '', role: 'none' } } as never;
  return createClient({ modules, auth: OAuthStrategy({ clientId: t.app.clientId, tokens }) }) as FormsClient;
}

/** Returns `ok`, or the error that the client throws: its application code, the name of a rule, or the status. */
export const outcomeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: { details?: Details; status?: number; message?: string }) =>
      error.details?.applicationError?.code ??
      error.details?.validationError?.fieldViolations?.[0]?.ruleName ??
      (error.details?.validationError ? 'INVALID_ARGUMENT' : `${error.status ?? error.message}`),
  );

interface Details {
  readonly applicationError?: { readonly code?: string };
  readonly validationError?: { readonly fieldViolations?: readonly { readonly ruleName?: string }[] };
}
