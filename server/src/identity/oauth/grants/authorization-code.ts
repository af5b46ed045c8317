import { transaction } from '../../../db/index.ts';
import type { RequestInfo } from '../../../http/bind.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { OpenCtx } from '../../../kernel/ctx.ts';
import { hashSecret, newId } from '../../../kernel/ids.ts';
import { findMember } from '../../members/store.ts';
import { endSession, startAppSession } from '../../sessions/sessions.ts';
import { type TokenAnswer, tokenAnswer } from '../access-token.ts';
import { type Client, namedClient } from '../client.ts';
import { asksForIdentity, identityToken } from '../identity-token.ts';
import { verifierFits } from '../pkce.ts';
import { consumeCode, findUsedCode } from '../store.ts';
import { required, type TokenRequest } from '../token-request.ts';

type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>;
type Code = NonNullable<Awaited<ReturnType<typeof consumeCode>>>;
type Check = (code: Code, asked: TokenRequest, client: Client, now: Date) => boolean;

/** What binds a code to its client. Whichever check fails, the code is used up and the answer is the same. */
const CHECKS: readonly Check[] = [isUnexpired, isForThisClient, isForThisRedirect, verifierIsRight];

/** Tokens of the member who signed in, for the code that the browser brought back (RFC 6749, section 4.1.3). */
export async function authorizationCode(ctx: OpenCtx, asked: TokenRequest, request: RequestInfo): Promise<TokenAnswer> {
  const client = await namedClient(ctx, asked);
  const codeHash = hashSecret(required(asked, 'code'));
  required(asked, 'codeVerifier');
  const exchanged = await exchange(ctx, client, codeHash, asked, request);
  if (!exchanged) {
    await endSessionOfStolenCode(ctx, client, codeHash, asked);
    throw new AppError('invalid_grant');
  }
  const { tokens, code, member } = exchanged;
  if (!asksForIdentity(code.scope)) return tokens;
  return { ...tokens, id_token: await identityToken(ctx, client.site, client.app.id, member, code) };
}

function isUnexpired(code: Code, _asked: TokenRequest, _client: Client, now: Date): boolean {
  return code.expires_at > now;
}

function isForThisClient(code: Code, _asked: TokenRequest, { app }: Client): boolean {
  return code.app_id === app.id;
}

/** The very address of the authorize request, or none in both (the hidden-frame flow). */
function isForThisRedirect(code: Code, asked: TokenRequest): boolean {
  return code.redirect_uri === (asked.redirectUri ?? null);
}

function verifierIsRight(code: Code, asked: TokenRequest): boolean {
  return verifierFits(asked.codeVerifier ?? '', code.code_challenge);
}

/**
 * Uses the code up and starts the session in one transaction, so that nothing half done is left behind. Null when the
 * code is unknown, was used before, or fails a check; in the last case it is used up all the same.
 */
function exchange(
  ctx: OpenCtx,
  client: Client,
  codeHash: Buffer,
  asked: TokenRequest,
  request: RequestInfo,
): Promise<{ tokens: TokenAnswer; code: Code; member: Member } | null> {
  const { app, site } = client;
  return transaction(ctx, async (ctx) => {
    const sessionId = newId();
    const code = await consumeCode(ctx.db, site.id, codeHash, sessionId, ctx.now);
    if (!code || !CHECKS.every((check) => check(code, asked, client, ctx.now))) return null;
    const member = await findMember(ctx.db, site.id, code.member_id);
    if (member?.status !== 'ACTIVE') return null;
    const refreshToken = await startAppSession(
      ctx,
      site,
      { sessionId, memberId: member.id, appId: app.id, parentId: code.parent_session_id },
      { userAgent: request.headers['user-agent'] },
    );
    const subject = { kind: 'member', id: member.id, appId: app.id, sessionId } as const;
    return { tokens: await tokenAnswer(ctx, site, subject, refreshToken), code, member };
  });
}

/**
 * Ends the session of a code that somebody else replays (RFC 6749, section 4.1.2). Threat: a stolen code is exchanged
 * before or after its owner does. Within the code's lifetime, a replay that passes every check comes from the client
 * itself: only the client has the verifier, and callback pages that run twice (React StrictMode, a reload) replay it.
 * Trade-off: a thief who has both code and verifier keeps the session if he is first, but such a thief has the
 * client's storage and needs no code. docs/security.md explains it to site developers.
 */
async function endSessionOfStolenCode(
  ctx: OpenCtx,
  client: Client,
  codeHash: Buffer,
  asked: TokenRequest,
): Promise<void> {
  const code = await findUsedCode(ctx.db, client.site.id, codeHash);
  if (!code?.session_id || CHECKS.every((check) => check(code, asked, client, ctx.now))) return;
  await endSession(ctx, client.site, code.session_id);
}
