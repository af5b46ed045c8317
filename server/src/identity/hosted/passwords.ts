/** Requests, resets and changes passwords on the site's own pages. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { verifyCaptcha } from '../../captcha/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx, SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { findMember } from '../members/store.ts';
import { isAllowedRedirectUri } from '../oauth/allow-lists.ts';
import { findClient } from '../oauth/client.ts';
import { setPassword } from '../recovery/change-password.ts';
import { redeemRecovery } from '../recovery/recover.ts';
import { requestRecovery } from '../recovery/request-recovery.ts';
import { findRecovery, type Purpose } from '../recovery/store.ts';
import { readCookie } from '../sessions/cookies.ts';
import { resumeBrowserSession } from '../sessions/sessions.ts';
import { checkCredentials } from '../sign-in/check-credentials.ts';
import { deviceOfBrowser } from './browser-device.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { requireSameOrigin } from './same-origin.ts';

type Endpoints = typeof identityEndpoints;

export async function forgotPassword(
  ctx: OpenCtx,
  { body }: Input<Endpoints['forgotPassword']>,
  info: RequestInfo,
): Promise<Output<Endpoints['forgotPassword']>> {
  const siteCtx = await requireSameOrigin(ctx, info);
  if (siteCtx.site.settings.signIn.captcha.mode !== 'OFF') await verifyCaptcha(siteCtx, body.captcha);
  const { email, language = null, request = null } = body;
  await requestRecovery(siteCtx, { email, purpose: 'RECOVERY', language, request });
  return {};
}

export async function getRecovery(
  ctx: OpenCtx,
  { body }: Input<Endpoints['getRecovery']>,
  info: RequestInfo,
): Promise<Output<Endpoints['getRecovery']>> {
  const siteCtx = await requireSameOrigin(ctx, info);
  const found = await findRecovery(siteCtx.db, siteCtx.site.id, hashSecret(body.token), siteCtx.now);
  const member = found ? await findMember(siteCtx.db, siteCtx.site.id, found.member_id) : undefined;
  if (!found || !member) return { recovery: null };
  return { recovery: { purpose: found.purpose as Purpose, email: member.login_email } };
}

/**
 * Sets a new password with a mailed link. Then redirects to the address that the client named when it requested the
 * mail, if that address is still on the app's list.
 */
export async function resetPassword(
  ctx: OpenCtx,
  { body }: Input<Endpoints['resetPassword']>,
  info: RequestInfo,
): Promise<HttpResponse> {
  const siteCtx = await requireSameOrigin(ctx, info);
  const { device, cookies } = deviceOfBrowser(siteCtx.site, info);
  const { result, recovery } = await redeemRecovery(siteCtx, body.token, body.password, device);
  const destination = await findAllowedRedirect(siteCtx, recovery.redirect_url, recovery.redirect_app_id);
  return continueSignIn(siteCtx, result, recovery.request ?? undefined, info, cookies, destination);
}

/** Requires the current password, so that someone who finds an unlocked browser cannot take over the account. */
export async function hostedChangePassword(
  ctx: OpenCtx,
  { body }: Input<Endpoints['hostedChangePassword']>,
  info: RequestInfo,
): Promise<Output<Endpoints['hostedChangePassword']>> {
  const siteCtx = await requireSameOrigin(ctx, info);
  const { site } = siteCtx;
  const session = await resumeBrowserSession(siteCtx, site, readCookie(site, 'session', info));
  const member = session ? await findMember(siteCtx.db, site.id, session.member_id) : undefined;
  if (!session || !member) throw new AppError('UNAUTHENTICATED');
  const credentials = { email: member.login_email, password: body.currentPassword };
  await checkCredentials(siteCtx, credentials, deviceOfBrowser(site, info).device);
  await setPassword(siteCtx, member, body.newPassword, session.id);
  return {};
}

async function findAllowedRedirect(
  ctx: SiteCtx,
  url: string | null,
  appId: string | null,
): Promise<string | undefined> {
  const client = url && appId ? await findClient(ctx, appId) : null;
  return client && url && isAllowedRedirectUri(client.app, url) ? url : undefined;
}
