/** Reading and checking an authorize request (RFC 6749, section 4.1.1; RFC 7636, section 4.3). */
import { AppError } from '../../kernel/app-error.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { assertRedirectUri, notOnList } from '../oauth/allow-lists.ts';
import { type Client, findClient } from '../oauth/client.ts';
import { isChallenge, PKCE_METHOD } from '../oauth/pkce.ts';
import { entry } from '../oauth/token-request.ts';

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

/** The parameters as sent, in camelCase. */
export type AuthorizeParams = { readonly [name in (typeof NAMES)[number]]?: string };

export interface AuthorizeRequest extends Client {
  readonly params: AuthorizeParams;
  readonly responseMode: 'query' | 'fragment' | 'web_message';
  /** null in the hidden-frame flow, which names none */
  readonly redirectUri: string | null;
  readonly codeChallenge: string;
  readonly state: string;
  /** no page may be shown */
  readonly silent: boolean;
}

type Check = (params: AuthorizeParams, client: Client) => void;

/** In this order: until client and address are known good, nothing may be sent anywhere. */
const CHECKS: readonly Check[] = [
  checkRedirectUri,
  checkResponseType,
  checkResponseMode,
  checkPkce,
  checkState,
  checkScope,
  checkIdp,
];

/** @throws AppError shown as a page of ours, never sent on: the address may be an attacker's */
export async function readAuthorizeRequest(
  ctx: Ctx,
  query: Readonly<Record<string, unknown>>,
): Promise<AuthorizeRequest> {
  const params: AuthorizeParams = Object.fromEntries(NAMES.flatMap((name) => entry(query, name)));
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
    silent: params.prompt === 'none',
  };
}

function checkRedirectUri({ redirectUri, responseMode }: AuthorizeParams, { app }: Client): void {
  if (redirectUri === undefined) {
    if (responseMode !== 'web_message') throw notOnList(undefined);
  } else assertRedirectUri(app, redirectUri);
}

function checkResponseType({ responseType }: AuthorizeParams): void {
  if (responseType !== 'code') refuse('response_type must be code');
}

function checkResponseMode({ responseMode = 'query' }: AuthorizeParams): void {
  if (!['query', 'fragment', 'web_message'].includes(responseMode)) {
    refuse('response_mode must be query, fragment or web_message');
  }
}

/** Required, and S256 only: without it, or with `plain`, an intercepted code can be exchanged by a thief. */
function checkPkce({ codeChallenge, codeChallengeMethod }: AuthorizeParams): void {
  if (!codeChallenge || !isChallenge(codeChallenge)) {
    refuse('code_challenge must be base64url of a SHA-256, without padding');
  }
  if (codeChallengeMethod !== PKCE_METHOD) refuse('code_challenge_method must be S256');
}

/** Required: by it the client tells an answer to its own request from one that an attacker made (RFC 6749, 10.12). */
function checkState({ state }: AuthorizeParams): void {
  if (!state) refuse('state is missing');
}

function checkScope({ scope = 'offline_access' }: AuthorizeParams): void {
  const known = ['offline_access', 'openid', 'email', 'profile'];
  if (scope.split(' ').some((part) => !known.includes(part))) refuse('scope must be offline_access');
}

function checkIdp({ idp }: AuthorizeParams): void {
  if (idp) throw new AppError('UNSUPPORTED_IDP');
}

function refuse(reason: string): never {
  throw new AppError('invalid_request', { reason });
}
