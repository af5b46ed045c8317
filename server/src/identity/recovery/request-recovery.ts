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

/** our own event: nobody outside hears of it */
export const RECOVERY_REQUESTED = 'portico.identity.recovery_requested';

/** mails asked for from one address in a minute */
const MOST_A_MINUTE = 30;

export interface RecoveryRequest {
  readonly email: string;
  readonly purpose: Purpose;
  readonly language: string | null;
  readonly redirectUrl: string | null;
  readonly redirectAppId: string | null;
  readonly request: string | null;
}

/**
 * Asks for a mail with a link. The same is written for every address, known or not, and a worker looks later whether
 * there is anybody to write to: neither the answer nor its time tells who is registered.
 * @throws AppError TOO_MANY_REQUESTS; -19999 for an unknown address on a site that does not protect account existence
 */
export async function requestRecovery(
  ctx: SiteCtx,
  asked: Partial<RecoveryRequest> & Pick<RecoveryRequest, 'email' | 'purpose'>,
): Promise<void> {
  if (ctx.env.limits) {
    const window = { subject: `recoveries:${networkOf(ctx.address)}`, most: MOST_A_MINUTE, seconds: 60 };
    if (!(await takeFromWindow(ctx, window))) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 });
  }
  const email = readEmail(asked.email) ?? '';
  if (!ctx.site.settings.signIn.protectAccountExistence) {
    const member = email ? await findMemberByEmail(ctx.db, ctx.site.id, email) : undefined;
    if (!member) throw new AppError('-19999');
  }
  const payload: RecoveryRequest = {
    language: null,
    redirectUrl: null,
    redirectAppId: null,
    request: null,
    ...asked,
    email,
  };
  await emit(ctx, { type: RECOVERY_REQUESTED, entityId: ctx.requestId, payload });
}

/**
 * Where the browser may go on after the password was set: an address on the list of the app, the named one or that of
 * the caller (identity contract section 4). Checked before a mail leaves, so that no mail of ours leads elsewhere.
 * @throws AppError INVALID_CLIENT, INVALID_REDIRECT_URI
 */
export async function checkedRedirect(
  ctx: SiteCtx,
  redirect: { url?: string; clientId?: string } | undefined,
): Promise<Pick<RecoveryRequest, 'redirectUrl' | 'redirectAppId'>> {
  if (!redirect?.url) return { redirectUrl: null, redirectAppId: null };
  const { caller } = ctx;
  const own = caller.kind === 'visitor' || caller.kind === 'member' ? caller.appId : null;
  const client = await findClient(ctx, redirect.clientId ?? own ?? undefined);
  if (!client || client.site.id !== ctx.site.id) throw new AppError('INVALID_CLIENT');
  assertRedirectUri(client.app, redirect.url);
  return { redirectUrl: redirect.url, redirectAppId: client.app.id };
}
