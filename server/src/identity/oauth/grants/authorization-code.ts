import { transaction } from '../../../db/index.ts';
import type { RequestInfo } from '../../../http/bind.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { OpenCtx } from '../../../kernel/ctx.ts';
import { hashSecret, newId } from '../../../kernel/ids.ts';
import { findMember } from '../../members/store.ts';
import { endSession, startAppSession } from '../../sessions/sessions.ts';
import { buildTokenResponse, type TokenResponse } from '../access-token.ts';
import { type Client, requireClient } from '../client.ts';
import { requestsIdentityToken, signIdentityToken } from '../identity-token.ts';
import { verifierMatches } from '../pkce.ts';
import { consumeCode, findUsedCode } from '../store.ts';
import { requireParam, type TokenRequest } from '../token-request.ts';

type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>;
type Code = NonNullable<Awaited<ReturnType<typeof consumeCode>>>;
type Check = (code: Code, params: TokenRequest, client: Client, now: Date) => boolean;

/** The checks that the client of a code passes, and a thief does not: only the client has the verifier. */
const THIEF_CHECKS: readonly Check[] = [isUnexpired, isForThisClient, isVerifierCorrect];

/** The checks that bind a code to its client. If one fails, the code is still consumed, and the error is the same. */
const CHECKS: readonly Check[] = [...THIEF_CHECKS, isForThisRedirect];

/** Exchanges the code that the browser received for tokens of the member (RFC 6749, section 4.1.3). */
export async function authorizationCode(
  ctx: OpenCtx,
  params: TokenRequest,
  request: RequestInfo,
): Promise<TokenResponse> {
  const client = await requireClient(ctx, params);
  const codeHash = hashSecret(requireParam(params, 'code'));
  requireParam(params, 'codeVerifier');
  const result = await exchange(ctx, client, codeHash, params, request);
  if (!result) {
    await endSessionOfStolenCode(ctx, client, codeHash, params);
    throw new AppError('invalid_grant');
  }
  const { tokens, code, member } = result;
  if (!requestsIdentityToken(code.scope)) return tokens;
  return { ...tokens, id_token: await signIdentityToken(ctx, client.site, client.app.id, member, code) };
}

function isUnexpired(code: Code, _params: TokenRequest, _client: Client, now: Date): boolean {
  return code.expires_at > now;
}

function isForThisClient(code: Code, _params: TokenRequest, { app }: Client): boolean {
  return code.app_id === app.id;
}

/** The redirect URI must equal that of the authorize request; in the hidden-frame flow, both have none. */
function isForThisRedirect(code: Code, params: TokenRequest): boolean {
  return code.redirect_uri === (params.redirectUri ?? null);
}

function isVerifierCorrect(code: Code, params: TokenRequest): boolean {
  return verifierMatches(params.codeVerifier ?? '', code.code_challenge);
}

/**
 * Consumes the code and starts the session in one transaction. Returns null if the code is unknown, was used before,
 * fails a check, or belongs to an inactive member; a failed exchange still consumes it.
 */
function exchange(
  ctx: OpenCtx,
  client: Client,
  codeHash: Buffer,
  params: TokenRequest,
  request: RequestInfo,
): Promise<{ tokens: TokenResponse; code: Code; member: Member } | null> {
  const { app, site } = client;
  return transaction(ctx, async (ctx) => {
    const sessionId = newId();
    const code = await consumeCode(ctx.db, site.id, codeHash, sessionId, ctx.now);
    if (!code || !CHECKS.every((check) => check(code, params, client, ctx.now))) return null;
    const member = await findMember(ctx.db, site.id, code.member_id);
    if (member?.status !== 'ACTIVE') return null;
    const refreshToken = await startAppSession(
      ctx,
      site,
      { sessionId, memberId: member.id, appId: app.id, parentId: code.parent_session_id },
      { userAgent: request.headers['user-agent'] },
    );
    const subject = { kind: 'member', id: member.id, appId: app.id, sessionId } as const;
    return { tokens: await buildTokenResponse(ctx, site, subject, refreshToken), code, member };
  });
}

/**
 * Ends the session of a code that somebody else replays (RFC 6749, section 4.1.2). Threat: an attacker exchanges a
 * stolen code before or after the client does. Within the code's lifetime, a replay with the right verifier comes from
 * the client itself, also if its redirect address is wrong. Its callback page may run twice (React StrictMode, a
 * reload). Trade-off: an attacker who has code and verifier and is first keeps the session, but such an attacker has
 * access to the client's storage and needs no code. docs/security.md explains this to site developers.
 */
async function endSessionOfStolenCode(
  ctx: OpenCtx,
  client: Client,
  codeHash: Buffer,
  params: TokenRequest,
): Promise<void> {
  const code = await findUsedCode(ctx.db, client.site.id, codeHash);
  if (!code?.session_id || THIEF_CHECKS.every((check) => check(code, params, client, ctx.now))) return;
  await endSession(ctx, client.site, code.session_id);
}
