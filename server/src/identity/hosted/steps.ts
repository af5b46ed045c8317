/** The steps of a sign-in on the site's own pages; the step cookie names the sign-in. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import type { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx, SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { dueReason, stateOf } from '../members/steps.ts';
import { findMember } from '../members/store.ts';
import { readCookie } from '../sessions/cookies.ts';
import { missingOf } from '../sign-in/advance.ts';
import { findState } from '../sign-in/state-store.ts';
import { fillIn } from '../verification/complete-profile.ts';
import { resendCode } from '../verification/resend.ts';
import { verifyCode } from '../verification/verify.ts';
import { deviceOfBrowser } from './browser-device.ts';
import { goOn } from './go-on.ts';
import { fromOwnPage, readByOwnPage } from './own-page.ts';

type Endpoints = typeof identityEndpoints;
type Step = Output<Endpoints['getStep']>['step'];

export async function getStep(ctx: OpenCtx, _input: unknown, info: RequestInfo): Promise<{ step: Step }> {
  const onSite = await readByOwnPage(ctx, info);
  const token = readCookie(onSite.site, 'step', info);
  return { step: token ? await stepOf(onSite, token) : null };
}

export async function hostedVerify(
  ctx: OpenCtx,
  { body }: Input<Endpoints['hostedVerify']>,
  info: RequestInfo,
): Promise<Answer> {
  const onSite = await fromOwnPage(ctx, info);
  const { device, cookies } = deviceOfBrowser(onSite.site, info);
  const stand = await verifyCode(onSite, stepToken(onSite, info), body.code, device);
  return goOn(onSite, stand, body.request, info, cookies);
}

export async function hostedResend(
  ctx: OpenCtx,
  _input: unknown,
  info: RequestInfo,
): Promise<Output<Endpoints['hostedResend']>> {
  const onSite = await fromOwnPage(ctx, info);
  await resendCode(onSite, stepToken(onSite, info));
  return {};
}

export async function hostedCompleteProfile(
  ctx: OpenCtx,
  { body }: Input<Endpoints['hostedCompleteProfile']>,
  info: RequestInfo,
): Promise<Answer> {
  const onSite = await fromOwnPage(ctx, info);
  const { device, cookies } = deviceOfBrowser(onSite.site, info);
  const stand = await fillIn(onSite, stepToken(onSite, info), body.profile, device);
  return goOn(onSite, stand, body.request, info, cookies);
}

/** Of a sign-in without a member, whose address is somebody else's, the same is shown as of any that waits for a code. */
async function stepOf(ctx: SiteCtx, token: string): Promise<Step> {
  const found = await findState(ctx.db, ctx.site.id, hashSecret(token), ctx.now);
  if (!found) return null;
  const { email } = found;
  if (!found.member_id) return { state: 'REQUIRE_EMAIL_VERIFICATION', email, missingFields: [] };
  const member = await findMember(ctx.db, ctx.site.id, found.member_id);
  const state = stateOf(dueReason(member?.status === 'PENDING' ? member.status_reasons : []));
  if (!member || state === 'SUCCESS') return null;
  const missingFields = state === 'REQUIRE_MISSING_FIELDS' ? missingOf(ctx, member) : [];
  return { state: state as NonNullable<Step>['state'], email, missingFields };
}

/** @throws AppError VERIFICATION_FAILED where no sign-in is under way in this browser */
function stepToken({ site }: SiteCtx, info: RequestInfo): string {
  const token = readCookie(site, 'step', info);
  if (!token) throw new AppError('VERIFICATION_FAILED');
  return token;
}
