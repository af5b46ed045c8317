/** Forgotten, reset and changed passwords on the site's own pages. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { verifyCaptcha } from '../../captcha/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import type { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx, SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { findMember } from '../members/store.ts';
import { isAllowedRedirectUri } from '../oauth/allow-lists.ts';
import { findClient } from '../oauth/client.ts';
import { setPassword } from '../recovery/change-password.ts';
import { useRecovery } from '../recovery/recover.ts';
import { requestRecovery } from '../recovery/request-recovery.ts';
import { findRecovery, type Purpose } from '../recovery/store.ts';
import { readCookie } from '../sessions/cookies.ts';
import { useBrowserSession } from '../sessions/sessions.ts';
import { checkCredentials } from '../sign-in/check-credentials.ts';
import { deviceOfBrowser } from './browser-device.ts';
import { goOn } from './go-on.ts';
import { fromOwnPage } from './own-page.ts';

type Endpoints = typeof identityEndpoints;

export async function forgotPassword(
  ctx: OpenCtx,
  { body }: Input<Endpoints['forgotPassword']>,
  info: RequestInfo,
): Promise<Output<Endpoints['forgotPassword']>> {
  const onSite = await fromOwnPage(ctx, info);
  if (onSite.site.settings.signIn.captcha.mode !== 'OFF') await verifyCaptcha(onSite, body.captcha);
  const { email, language = null, request = null } = body;
  await requestRecovery(onSite, { email, purpose: 'RECOVERY', language, request });
  return {};
}

export async function getRecovery(
  ctx: OpenCtx,
  { body }: Input<Endpoints['getRecovery']>,
  info: RequestInfo,
): Promise<Output<Endpoints['getRecovery']>> {
  const onSite = await fromOwnPage(ctx, info);
  const found = await findRecovery(onSite.db, onSite.site.id, hashSecret(body.token), onSite.now);
  const member = found ? await findMember(onSite.db, onSite.site.id, found.member_id) : undefined;
  if (!found || !member) return { recovery: null };
  return { recovery: { purpose: found.purpose as Purpose, email: member.login_email } };
}

/** Goes on to the address that came with the request for the mail, if it is still on the list of its app. */
export async function resetPassword(
  ctx: OpenCtx,
  { body }: Input<Endpoints['resetPassword']>,
  info: RequestInfo,
): Promise<Answer> {
  const onSite = await fromOwnPage(ctx, info);
  const { device, cookies } = deviceOfBrowser(onSite.site, info);
  const { stand, recovery } = await useRecovery(onSite, body.token, body.password, device);
  const goTo = await allowedRedirect(onSite, recovery.redirect_url, recovery.redirect_app_id);
  return goOn(onSite, stand, recovery.request ?? undefined, info, cookies, goTo);
}

/** Asks for the present password: whoever finds an unlocked browser must not be able to take over the account. */
export async function hostedChangePassword(
  ctx: OpenCtx,
  { body }: Input<Endpoints['hostedChangePassword']>,
  info: RequestInfo,
): Promise<Output<Endpoints['hostedChangePassword']>> {
  const onSite = await fromOwnPage(ctx, info);
  const { site } = onSite;
  const session = await useBrowserSession(onSite, site, readCookie(site, 'session', info));
  const member = session ? await findMember(onSite.db, site.id, session.member_id) : undefined;
  if (!session || !member) throw new AppError('UNAUTHENTICATED');
  const given = { email: member.login_email, password: body.currentPassword };
  await checkCredentials(onSite, given, deviceOfBrowser(site, info).device);
  await setPassword(onSite, member, body.newPassword, session.id);
  return {};
}

async function allowedRedirect(ctx: SiteCtx, url: string | null, appId: string | null): Promise<string | undefined> {
  const client = url && appId ? await findClient(ctx, appId) : null;
  return client && url && isAllowedRedirectUri(client.app, url) ? url : undefined;
}
