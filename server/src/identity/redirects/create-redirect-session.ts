import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { authorizeEndpoint } from '../authorize/sign-in-request.ts';
import { assertPostFlowUrl, invalidRedirectUri, listAllowedOrigins } from '../oauth/allow-lists.ts';
import { type App, findClient } from '../oauth/client.ts';

type Endpoint = (typeof identityEndpoints)['createRedirectSession'];
type RedirectRequest = Input<Endpoint>['body'];

interface Target {
  readonly endpoint: string;
  readonly searchParams: Record<string, string>;
}

const LOGOUT_STATE_LIFETIME_SECONDS = 600;

/**
 * Returns the URL to which the client sends the browser. The URL contains the whole request, and the endpoint that it
 * leads to checks the request, so nothing is stored. Intents of other vendor products (such as checkout) are rejected
 * by name.
 */
export async function createRedirectSession(
  ctx: SiteCtx,
  { body }: Input<Endpoint>,
  { origin }: RequestInfo,
): Promise<Output<Endpoint>> {
  const { endpoint, searchParams } = await targetOf(ctx, body, origin);
  const fullUrl = `${endpoint}?${new URLSearchParams(searchParams)}`;
  const sessionToken = body.auth?.authRequest.sessionToken;
  return {
    redirectSession: { id: newId(), fullUrl, urlDetails: { endpoint, searchParams }, sessionToken, shortUrl: fullUrl },
  };
}

function targetOf(ctx: SiteCtx, body: RedirectRequest, origin: string | null): Promise<Target> {
  const intents = Object.keys(body).filter((name) => !['callbacks', 'preferences', 'origin'].includes(name));
  if (intents.length === 1) {
    if (body.auth) return buildAuthTarget(ctx, body.auth, languageOf(body), origin);
    if (body.logout) return buildLogoutTarget(ctx, body.logout.clientId, body.callbacks?.postFlowUrl);
    if (body.login) return buildLoginTarget(ctx);
  }
  // With two intents, it is unclear which one the client meant.
  throw new AppError('UNSUPPORTED_INTENT', { intent: intents.join(' with ').slice(0, 200) || '(none)' });
}

/**
 * Leaves the check of the redirect URI to the authorize endpoint, because the vendor's `getAuthUrl` without arguments
 * sends an invalid one. Without a redirect URI, the response is a message to the page that makes this call.
 */
async function buildAuthTarget(
  ctx: SiteCtx,
  { authRequest, prompt }: NonNullable<RedirectRequest['auth']>,
  lang: string | undefined,
  origin: string | null,
): Promise<Target> {
  if (authRequest.idp) throw new AppError('UNSUPPORTED_IDP');
  const app = await requireAppOfSite(ctx, authRequest.clientId);
  if (authRequest.responseMode === 'web_message' && !authRequest.redirectUri) assertMessageTarget(app, origin);
  const { redirectUri, state, scope, nonce, codeChallenge, codeChallengeMethod, sessionToken } = authRequest;
  return {
    endpoint: authorizeEndpoint(ctx.site),
    searchParams: omitUndefined({
      clientId: app.id,
      responseType: authRequest.responseType ?? 'code',
      responseMode: authRequest.responseMode ?? 'query',
      redirectUri,
      scope,
      nonce,
      state,
      codeChallenge,
      codeChallengeMethod,
      prompt: prompt ?? 'login',
      sessionToken,
      lang,
    }),
  };
}

/**
 * Rejects a page to which the authorize endpoint would post no message, because that page would wait in vain.
 * This check gives no protection, because programs can send any Origin header. The page's `frame-ancestors` and the
 * target origin of the message do.
 */
function assertMessageTarget(app: App, origin: string | null): void {
  if (origin !== null && !listAllowedOrigins(app).includes(origin)) throw invalidRedirectUri(origin);
}

function languageOf({ preferences }: RedirectRequest): string | undefined {
  const lang = preferences?.additionalQueryParameters?.lang;
  return typeof lang === 'string' && /^[A-Za-z-]{2,20}$/.test(lang) ? lang : undefined;
}

/**
 * Adds the caller's session as a signed parameter, so that logout ends its refresh token. The browser's cookie does not
 * identify that session.
 */
async function buildLogoutTarget(ctx: SiteCtx, clientId: string | undefined, postFlowUrl: string | undefined) {
  const app = await requireAppOfSite(
    ctx,
    clientId ?? ('appId' in ctx.caller ? (ctx.caller.appId ?? undefined) : undefined),
  );
  if (postFlowUrl) assertPostFlowUrl(app, ctx.site.origin, postFlowUrl);
  return {
    endpoint: `${ctx.site.origin}/_api/iam/authentication/v1/logout`,
    searchParams: omitUndefined({
      clientId: app.id,
      postLogoutRedirectUri: postFlowUrl,
      session: await signSession(ctx),
    }),
  };
}

async function signSession(ctx: SiteCtx): Promise<string | undefined> {
  if (ctx.caller.kind !== 'member') return undefined;
  const { id: subject, sessionId: session } = ctx.caller;
  return ctx.env.tokenSigner.sign(
    'state',
    { site: ctx.site.id, kind: 'member', subject, session },
    LOGOUT_STATE_LIFETIME_SECONDS,
    ctx.now,
  );
}

/** Returns the URL of the empty page for the client's session pre-warm, which only waits until some page is loaded. */
async function buildLoginTarget(ctx: SiteCtx): Promise<Target> {
  const clientId = 'appId' in ctx.caller ? ctx.caller.appId : null;
  return {
    endpoint: `${ctx.site.origin}/portico/v1/pre-warm`,
    searchParams: omitUndefined({ clientId: clientId ?? undefined }),
  };
}

/** @throws AppError INVALID_CLIENT unless the id is that of an active app of the caller's site */
async function requireAppOfSite(ctx: SiteCtx, clientId: string | undefined): Promise<App> {
  const client = await findClient(ctx, clientId);
  if (!client || client.site.id !== ctx.site.id) throw new AppError('INVALID_CLIENT');
  return client.app;
}

const omitUndefined = (params: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined));
