/** Reads and checks an authorize request (RFC 6749, section 4.1.1; RFC 7636, section 4.3). */
import { AppError } from '../../kernel/app-error.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { assertRedirectUri, invalidRedirectUri } from '../oauth/allow-lists.ts';
import { type Client, findClient } from '../oauth/client.ts';
import { isChallenge, PKCE_METHOD } from '../oauth/pkce.ts';
import { readEntry } from '../oauth/token-request.ts';

const NAMES = [
  'clientId',
  'responseType',
  'responseMode',
  'redirectUri',
  'scope',
  'nonce',
  'state',
  'codeChallenge',
  'codeChallengeMethod',
  'prompt',
  'sessionToken',
  'idp',
  'lang',
] as const;

/** The parameters of the request, in camelCase. */
export type AuthorizeParams = { readonly [name in (typeof NAMES)[number]]?: string };

export interface AuthorizeRequest extends Client {
  readonly params: AuthorizeParams;
  readonly responseMode: 'query' | 'fragment' | 'web_message';
  /** Null in the hidden-frame flow, which has no redirect. */
  readonly redirectUri: string | null;
  readonly codeChallenge: string;
  readonly state: string;
  /** True if the client allows no page to be shown (`prompt=none`). */
  readonly isSilent: boolean;
}

type Check = (params: AuthorizeParams, client: Client) => void;

/** The redirect URI comes first: until it is checked, nothing may be sent to it. */
const CHECKS: readonly Check[] = [
  checkRedirectUri,
  checkResponseType,
  checkResponseMode,
  checkPkce,
  checkState,
  checkScope,
  checkIdp,
];

/**
 * Reads and checks the parameters of an authorize request.
 * @throws AppError, which is shown on a page of the site and never sent to the redirect URI, because that URI may
 *   be an attacker's
 */
export async function readAuthorizeRequest(
  ctx: Ctx,
  query: Readonly<Record<string, unknown>>,
): Promise<AuthorizeRequest> {
  const params: AuthorizeParams = Object.fromEntries(NAMES.flatMap((name) => readEntry(query, name)));
  const client = await findClient(ctx, params.clientId);
  if (!client) throw new AppError('INVALID_CLIENT');
  for (const check of CHECKS) check(params, client);
  return {
    ...client,
    params,
    responseMode: (params.responseMode ?? 'query') as AuthorizeRequest['responseMode'],
    redirectUri: params.redirectUri ?? null,
    codeChallenge: params.codeChallenge as string,
    state: params.state as string,
    isSilent: params.prompt === 'none',
  };
}

function checkRedirectUri({ redirectUri, responseMode }: AuthorizeParams, { app }: Client): void {
  if (redirectUri === undefined) {
    if (responseMode !== 'web_message') throw invalidRedirectUri(undefined);
  } else assertRedirectUri(app, redirectUri);
}

function checkResponseType({ responseType }: AuthorizeParams): void {
  if (responseType !== 'code') reject('response_type must be code');
}

function checkResponseMode({ responseMode = 'query' }: AuthorizeParams): void {
  if (!['query', 'fragment', 'web_message'].includes(responseMode)) {
    reject('response_mode must be query, fragment or web_message');
  }
}

/** Requires PKCE with S256: without it, or with `plain`, an attacker could exchange an intercepted code. */
function checkPkce({ codeChallenge, codeChallengeMethod }: AuthorizeParams): void {
  if (!codeChallenge || !isChallenge(codeChallenge)) {
    reject('code_challenge must be base64url of a SHA-256, without padding');
  }
  if (codeChallengeMethod !== PKCE_METHOD) reject('code_challenge_method must be S256');
}

/** Requires a state, by which the client recognizes a response to its own request (CSRF; RFC 6749, section 10.12). */
function checkState({ state }: AuthorizeParams): void {
  if (!state) reject('state is missing');
}

function checkScope({ scope = 'offline_access' }: AuthorizeParams): void {
  const known = ['offline_access', 'openid', 'email', 'profile'];
  if (scope.split(' ').some((part) => !known.includes(part))) reject('scope must be offline_access');
}

function checkIdp({ idp }: AuthorizeParams): void {
  if (idp) throw new AppError('UNSUPPORTED_IDP');
}

function reject(reason: string): never {
  throw new AppError('invalid_request', { reason });
}
