import { emit } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { networkOf } from '../../kernel/network-of.ts';
import { takeFromWindow } from '../../sites/index.ts';
import { readEmail } from '../members/email-address.ts';
import { findMemberByEmail } from '../members/store.ts';
import { assertRedirectUri } from '../oauth/allow-lists.ts';
import { findClient } from '../oauth/client.ts';
import type { Purpose } from './store.ts';

/** An internal event, which is not delivered to webhooks. */
export const RECOVERY_REQUESTED = 'portico.identity.recovery_requested';

/** Maximum number of requests from one IP address in a minute. */
const MAX_REQUESTS_PER_MINUTE = 30;

export interface RecoveryRequest {
  readonly email: string;
  readonly purpose: Purpose;
  readonly language: string | null;
  readonly redirectUrl: string | null;
  readonly redirectAppId: string | null;
  readonly request: string | null;
}

/**
 * Requests a mail with a link. Emits the same event for every address, and the outbox worker checks later whether a
 * member has it, so that neither the response nor its duration reveals who is registered.
 * @throws AppError TOO_MANY_REQUESTS; -19999 for an unknown address on a site that does not protect account existence
 */
export async function requestRecovery(
  ctx: SiteCtx,
  input: Partial<RecoveryRequest> & Pick<RecoveryRequest, 'email' | 'purpose'>,
): Promise<void> {
  if (ctx.env.hasRateLimits) {
    const window = { subject: `recoveries:${networkOf(ctx.address)}`, max: MAX_REQUESTS_PER_MINUTE, seconds: 60 };
    if (!(await takeFromWindow(ctx, window))) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 });
  }
  const email = readEmail(input.email) ?? '';
  if (!ctx.site.settings.signIn.protectAccountExistence) {
    const member = email ? await findMemberByEmail(ctx.db, ctx.site.id, email) : undefined;
    if (!member) throw new AppError('-19999');
  }
  const payload: RecoveryRequest = {
    language: null,
    redirectUrl: null,
    redirectAppId: null,
    request: null,
    ...input,
    email,
  };
  await emit(ctx, { type: RECOVERY_REQUESTED, entityId: ctx.requestId, payload });
}

/**
 * Checks where the browser is redirected after the password is set: a redirect URI of the named app, or of the caller's
 * app (identity contract section 4). The check precedes the mail, so that no mail contains a link to a foreign address.
 * @throws AppError INVALID_CLIENT, INVALID_REDIRECT_URI
 */
export async function checkRedirect(
  ctx: SiteCtx,
  redirect: { url?: string; clientId?: string } | undefined,
): Promise<Pick<RecoveryRequest, 'redirectUrl' | 'redirectAppId'>> {
  if (!redirect?.url) return { redirectUrl: null, redirectAppId: null };
  const { caller } = ctx;
  const callerAppId = caller.kind === 'visitor' || caller.kind === 'member' ? caller.appId : null;
  const client = await findClient(ctx, redirect.clientId ?? callerAppId ?? undefined);
  if (!client || client.site.id !== ctx.site.id) throw new AppError('INVALID_CLIENT');
  assertRedirectUri(client.app, redirect.url);
  return { redirectUrl: redirect.url, redirectAppId: client.app.id };
}
