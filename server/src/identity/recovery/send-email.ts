/** The calls that mail a link to a member (identity contract 6.1 and 6.3). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { membersEndpoints } from '@portico/contract/members';
import { verifyCaptcha } from '../../captcha/index.ts';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { findMember } from '../members/store.ts';
import { mayManageMembers } from '../permissions.ts';
import { captchaTokenOf } from '../sign-in/captcha-token.ts';
import { mailLink } from './mail-link.ts';
import { checkRedirect, requestRecovery } from './request-recovery.ts';

type Identity = typeof identityEndpoints;
type Members = typeof membersEndpoints;

/**
 * Verifies the captcha of clients that send `captchaTokens`. It cannot be required, because the vendor's client cannot
 * send any: the limit of requests from one IP address protects the call.
 */
export async function sendRecoveryEmail(
  ctx: SiteCtx,
  { body }: Input<Identity['sendRecoveryEmail']>,
): Promise<Output<Identity['sendRecoveryEmail']>> {
  const redirect = await checkRedirect(ctx, body.redirect);
  if (body.captchaTokens && ctx.site.settings.signIn.captcha.mode !== 'OFF')
    await verifyCaptcha(ctx, captchaTokenOf(body.captchaTokens));
  await requestRecovery(ctx, { email: body.email, purpose: 'RECOVERY', language: body.language ?? null, ...redirect });
  return {};
}

/** Mails a link to a member whom the site created or imported. Only callers who manage members may call it. */
export async function sendActivationEmail(
  ctx: SiteCtx,
  { body }: Input<Identity['sendActivationEmail']>,
): Promise<Output<Identity['sendActivationEmail']>> {
  if (!mayManageMembers(ctx.caller)) throw new AppError('PERMISSION_DENIED');
  const { language = null, redirect } = body.emailOptions ?? {};
  const checked = await checkRedirect(ctx, redirect);
  await transaction(ctx, async (ctx) => {
    const member = await findMember(ctx.db, ctx.site.id, body.identityId);
    if (!member || member.status === 'DELETED') throw new AppError('MEMBER_NOT_FOUND');
    await mailLink(ctx, member, { purpose: 'ACTIVATION', language, request: null, ...checked });
    await audit(ctx, { siteId: ctx.site.id, action: 'identity.recovery.sendActivationEmail', target: member.id });
  });
  return {};
}

/** Returns `accepted` for every address, registered or not, as sendRecoveryEmail does. */
export async function sendSetPasswordEmail(
  ctx: SiteCtx,
  { body }: Input<Members['sendSetPasswordEmail']>,
): Promise<Output<Members['sendSetPasswordEmail']>> {
  await requestRecovery(ctx, { email: body.email, purpose: 'SET_PASSWORD' });
  return { accepted: true };
}
