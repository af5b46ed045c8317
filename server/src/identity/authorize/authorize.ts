import type { Input } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import type { OpenCtx } from '../../kernel/ctx.ts';
import { type HttpResponse, redirect } from '../../kernel/http-response.ts';
import { hashSecret, newSiteSecret } from '../../kernel/ids.ts';
import { insertCode } from '../oauth/store.ts';
import { readCookie } from '../sessions/cookies.ts';
import { redeemSessionToken, resumeBrowserSession } from '../sessions/sessions.ts';
import { type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts';
import { respondToClient } from './respond-to-client.ts';
import { buildSignInUrl } from './sign-in-request.ts';

const CODE_LIFETIME_SECONDS = 60;

/**
 * GET /oauth2/authorize. Returns a code for the member of the session token or of the hosted pages' cookie. Otherwise
 * redirects to the sign-in page, or returns `login_required` if the client allows no page.
 */
export async function authorize(
  ctx: OpenCtx,
  { query }: Input<(typeof identityEndpoints)['authorize']>,
  info: RequestInfo,
): Promise<HttpResponse> {
  const request = await readAuthorizeRequest(ctx, query);
  const signedIn = await findSignedInMember(ctx, request, info);
  if (signedIn)
    return respondToClient(request, { code: await issueCode(ctx, request, signedIn), state: request.state });
  if (!request.isSilent) return redirect(await buildSignInUrl(ctx, request));
  return respondToClient(request, {
    error: 'login_required',
    error_description: 'Nobody is signed in.',
    state: request.state,
  });
}

interface SignedInMember {
  readonly memberId: string;
  /** The browser session. When it ends, the session of the app ends, too. */
  readonly sessionId: string | null;
  /** The time of the authentication. */
  readonly at: Date;
}

/**
 * Identifies the member by the session token or the cookie. A session token suffices, because browsers may block
 * third-party cookies in a frame. It starts no browser session: an attacker's link would otherwise sign the victim in
 * to the attacker's account (login CSRF).
 */
async function findSignedInMember(
  ctx: OpenCtx,
  request: AuthorizeRequest,
  info: RequestInfo,
): Promise<SignedInMember | null> {
  const { sessionToken } = request.params;
  if (sessionToken) {
    const memberId = await redeemSessionToken(ctx, request.site, sessionToken);
    // Ignores the cookie, because it may belong to a different member than the session token.
    return memberId ? { memberId, sessionId: null, at: ctx.now } : null;
  }
  const session = await resumeBrowserSession(ctx, request.site, readCookie(request.site, 'session', info));
  return session ? { memberId: session.member_id, sessionId: session.id, at: session.created_at } : null;
}

/** Issues a code for one use within a minute, bound to client, redirect URI and challenge (RFC 6749, section 4.1.2). */
async function issueCode(ctx: OpenCtx, request: AuthorizeRequest, signedIn: SignedInMember): Promise<string> {
  const code = newSiteSecret(request.site.shortId);
  await insertCode(ctx.db, request.site.id, {
    code_hash: hashSecret(code),
    app_id: request.app.id,
    member_id: signedIn.memberId,
    parent_session_id: signedIn.sessionId,
    redirect_uri: request.redirectUri,
    code_challenge: request.codeChallenge,
    scope: request.params.scope ?? null,
    nonce: request.params.nonce ?? null,
    auth_time: signedIn.at,
    expires_at: new Date(ctx.now.getTime() + CODE_LIFETIME_SECONDS * 1_000),
  });
  return code;
}
