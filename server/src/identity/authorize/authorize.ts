import type { Input } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import { type Answer, redirect } from '../../kernel/answer.ts';
import type { OpenCtx } from '../../kernel/ctx.ts';
import { hashSecret, siteSecret } from '../../kernel/ids.ts';
import { insertCode } from '../oauth/store.ts';
import { readCookie } from '../sessions/cookies.ts';
import { takeSessionToken, useBrowserSession } from '../sessions/sessions.ts';
import { answerClient } from './answer-client.ts';
import { type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts';
import { signInPage } from './sign-in-request.ts';

const CODE_SECONDS = 60;

/**
 * GET /oauth2/authorize: a code for the member who is signed in, by a session token just issued or by the cookie of
 * the hosted pages; the sign-in page for anybody else, or `login_required` where no page may be shown.
 */
export async function authorize(
  ctx: OpenCtx,
  { query }: Input<(typeof identityEndpoints)['authorize']>,
  info: RequestInfo,
): Promise<Answer> {
  const request = await readAuthorizeRequest(ctx, query);
  const signedIn = await whoIsSignedIn(ctx, request, info);
  if (signedIn) return answerClient(request, { code: await issueCode(ctx, request, signedIn), state: request.state });
  if (!request.silent) return redirect(await signInPage(ctx, request));
  return answerClient(request, {
    error: 'login_required',
    error_description: 'Nobody is signed in.',
    state: request.state,
  });
}

interface SignedIn {
  readonly memberId: string;
  /** the browser's session that the app's session shall end with */
  readonly sessionId: string | null;
  /** when the member proved who they are */
  readonly at: Date;
}

/**
 * A session token names the member by itself: in a frame, third-party cookies may be missing. It starts no session of
 * the browser, or a link made by an attacker would sign the victim in as the attacker (login CSRF).
 */
async function whoIsSignedIn(ctx: OpenCtx, request: AuthorizeRequest, info: RequestInfo): Promise<SignedIn | null> {
  const { sessionToken } = request.params;
  if (sessionToken) {
    const memberId = await takeSessionToken(ctx, request.site, sessionToken);
    // Whoever else is signed in in this browser is not whom the client means.
    return memberId ? { memberId, sessionId: null, at: ctx.now } : null;
  }
  const session = await useBrowserSession(ctx, request.site, readCookie(request.site, 'session', info));
  return session ? { memberId: session.member_id, sessionId: session.id, at: session.created_at } : null;
}

/** One use, one minute, bound to client, address and challenge (RFC 6749, section 4.1.2). */
async function issueCode(ctx: OpenCtx, request: AuthorizeRequest, signedIn: SignedIn): Promise<string> {
  const code = siteSecret(request.site.shortId);
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
    expires_at: new Date(ctx.now.getTime() + CODE_SECONDS * 1_000),
  });
  return code;
}
