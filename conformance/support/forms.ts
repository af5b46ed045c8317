/** The vendor's forms package, pointed at a Portico, for each kind of caller. */
import { formSpamSubmissionReports, forms, restrictions, submissions } from '@wix/forms';
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import type { TestServer } from '../../server/src/testing/index.ts';

const modules = { forms, submissions, restrictions, formSpamSubmissionReports };

/** With an API key, or the session of somebody who works on the site. */
export const newFormsAdmin = (t: TestServer, apiKey = t.key, siteId = t.site.id) =>
  createClient({ modules, auth: ApiKeyStrategy({ apiKey, siteId }) });
export type FormsClient = Pick<
  ReturnType<typeof newFormsAdmin>,
  'forms' | 'submissions' | 'restrictions' | 'formSpamSubmissionReports'
>;

export const newFormsVisitor = (t: TestServer): FormsClient =>
  createClient({ modules, auth: OAuthStrategy({ clientId: t.app.clientId }) }) as FormsClient;

/** With the access token of a member. */
export function newFormsMember(t: TestServer, token = t.member): FormsClient {
  const accessToken = { value: token, expiresAt: Math.floor(Date.now() / 1_000) + 3_600 };
  const tokens = { accessToken, refreshToken: { value: '', role: 'none' } } as never;
  return createClient({ modules, auth: OAuthStrategy({ clientId: t.app.clientId, tokens }) }) as FormsClient;
}

/** `ok`, or the code of the refusal as the client shows it: an application's code, a rule, or the status. */
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
