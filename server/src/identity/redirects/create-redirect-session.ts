import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { authorizeEndpoint } from '../authorize/sign-in-request.ts';
import { assertPostFlowUrl } from '../oauth/allow-lists.ts';
import { type App, findClient } from '../oauth/client.ts';

type Endpoint = (typeof identityEndpoints)['createRedirectSession'];
type Asked = Input<Endpoint>['body'];

interface Target {
  readonly endpoint: string;
  readonly searchParams: Record<string, string>;
}

const LOGOUT_SECONDS = 600;

/**
 * The URL that a browser is sent to. It carries the whole request and is checked where it arrives, so nothing is
 * stored. Intents of the vendor's shops are refused by name.
 */
export async function createRedirectSession(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { endpoint, searchParams } = await targetOf(ctx, body);
  const fullUrl = `${endpoint}?${new URLSearchParams(searchParams)}`;
  const sessionToken = body.auth?.authRequest.sessionToken;
  return {
    redirectSession: { id: newId(), fullUrl, urlDetails: { endpoint, searchParams }, sessionToken, shortUrl: fullUrl },
  };
}

function targetOf(ctx: SiteCtx, body: Asked): Promise<Target> {
  const intents = Object.keys(body).filter((name) => !['callbacks', 'preferences', 'origin'].includes(name));
  if (intents.length === 1) {
    if (body.auth) return authTarget(ctx, body.auth, languageOf(body));
    if (body.logout) return logoutTarget(ctx, body.logout.clientId, body.callbacks?.postFlowUrl);
    if (body.login) return loginTarget(ctx);
  }
  // Of two intents none is served: which one was meant would be a guess.
  throw new AppError('UNSUPPORTED_INTENT', { intent: intents.join(' with ').slice(0, 200) || '(none)' });
}

/** The redirect address is checked by authorize: getAuthUrl without arguments sends a made-up one and must not fail. */
async function authTarget(
  ctx: SiteCtx,
  { authRequest, prompt }: NonNullable<Asked['auth']>,
  lang: string | undefined,
): Promise<Target> {
  if (authRequest.idp) throw new AppError('UNSUPPORTED_IDP');
  const app = await ownApp(ctx, authRequest.clientId);
  const { redirectUri, state, scope, nonce, codeChallenge, codeChallengeMethod, sessionToken } = authRequest;
  return {
    endpoint: authorizeEndpoint(ctx.site),
    searchParams: present({
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

function languageOf({ preferences }: Asked): string | undefined {
  const lang = preferences?.additionalQueryParameters?.lang;
  return typeof lang === 'string' && /^[A-Za-z-]{2,20}$/.test(lang) ? lang : undefined;
}

/** The caller's session goes along, signed: its refresh token ends although the browser's cookie does not name it. */
async function logoutTarget(ctx: SiteCtx, clientId: string | undefined, postFlowUrl: string | undefined) {
  const app = await ownApp(ctx, clientId ?? ('appId' in ctx.caller ? (ctx.caller.appId ?? undefined) : undefined));
  if (postFlowUrl) assertPostFlowUrl(app, ctx.site.origin, postFlowUrl);
  return {
    endpoint: `${ctx.site.origin}/_api/iam/authentication/v1/logout`,
    searchParams: present({
      clientId: app.id,
      postLogoutRedirectUri: postFlowUrl,
      session: await signedSession(ctx),
    }),
  };
}

async function signedSession(ctx: SiteCtx): Promise<string | undefined> {
  if (ctx.caller.kind !== 'member') return undefined;
  const { id: subject, sessionId: session } = ctx.caller;
  return ctx.env.tokens.sign('state', { site: ctx.site.id, kind: 'member', subject, session }, LOGOUT_SECONDS, ctx.now);
}

/** The session pre-warm: any page will do, the client waits for nothing but its load. */
async function loginTarget(ctx: SiteCtx): Promise<Target> {
  const clientId = 'appId' in ctx.caller ? ctx.caller.appId : null;
  return {
    endpoint: `${ctx.site.origin}/portico/v1/pre-warm`,
    searchParams: present({ clientId: clientId ?? undefined }),
  };
}

/** @throws AppError INVALID_CLIENT unless it is a live app of the caller's own site */
async function ownApp(ctx: SiteCtx, clientId: string | undefined): Promise<App> {
  const client = await findClient(ctx, clientId);
  if (!client || client.site.id !== ctx.site.id) throw new AppError('INVALID_CLIENT');
  return client.app;
}

const present = (params: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined));
