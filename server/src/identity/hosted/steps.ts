/** The steps of a sign-in on the site's own pages. The step cookie identifies the sign-in. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx, SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { dueReasonOf, stateOf } from '../members/steps.ts';
import { findMember } from '../members/store.ts';
import { readCookie } from '../sessions/cookies.ts';
import { missingFieldsOf } from '../sign-in/advance.ts';
import { findState } from '../sign-in/state-store.ts';
import { addMissingFields } from '../verification/complete-profile.ts';
import { resendCode } from '../verification/resend.ts';
import { verifyCode } from '../verification/verify.ts';
import { deviceOfBrowser } from './browser-device.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { allowServerOrSameOrigin, requireSameOrigin } from './same-origin.ts';

type Endpoints = typeof identityEndpoints;
type Step = Output<Endpoints['getStep']>['step'];

export async function getStep(ctx: OpenCtx, _input: unknown, info: RequestInfo): Promise<{ step: Step }> {
  const siteCtx = await allowServerOrSameOrigin(ctx, info);
  const token = readCookie(siteCtx.site, 'step', info);
  return { step: token ? await stepOf(siteCtx, token) : null };
}

export async function hostedVerify(
  ctx: OpenCtx,
  { body }: Input<Endpoints['hostedVerify']>,
  info: RequestInfo,
): Promise<HttpResponse> {
  const siteCtx = await requireSameOrigin(ctx, info);
  const { device, cookies } = deviceOfBrowser(siteCtx.site, info);
  const result = await verifyCode(siteCtx, stepToken(siteCtx, info), body.code, device);
  return continueSignIn(siteCtx, result, body.request, info, cookies);
}

export async function hostedResend(
  ctx: OpenCtx,
  _input: unknown,
  info: RequestInfo,
): Promise<Output<Endpoints['hostedResend']>> {
  const siteCtx = await requireSameOrigin(ctx, info);
  await resendCode(siteCtx, stepToken(siteCtx, info));
  return {};
}

export async function hostedCompleteProfile(
  ctx: OpenCtx,
  { body }: Input<Endpoints['hostedCompleteProfile']>,
  info: RequestInfo,
): Promise<HttpResponse> {
  const siteCtx = await requireSameOrigin(ctx, info);
  const { device, cookies } = deviceOfBrowser(siteCtx.site, info);
  const result = await addMissingFields(siteCtx, stepToken(siteCtx, info), body.profile, device);
  return continueSignIn(siteCtx, result, body.request, info, cookies);
}

/**
 * Returns the due step. A sign-in without a member looks like one that waits for a code, so that a taken address is not
 * revealed.
 */
async function stepOf(ctx: SiteCtx, token: string): Promise<Step> {
  const found = await findState(ctx.db, ctx.site.id, hashSecret(token), ctx.now);
  if (!found) return null;
  const { email } = found;
  if (!found.member_id) return { state: 'REQUIRE_EMAIL_VERIFICATION', email, missingFields: [] };
  const member = await findMember(ctx.db, ctx.site.id, found.member_id);
  const state = stateOf(dueReasonOf(member?.status === 'PENDING' ? member.status_reasons : []));
  if (!member || state === 'SUCCESS') return null;
  const missingFields = state === 'REQUIRE_MISSING_FIELDS' ? missingFieldsOf(ctx, member) : [];
  return { state: state as NonNullable<Step>['state'], email, missingFields };
}

/**
 * Returns the token of the pending sign-in from the browser's cookie.
 * @throws AppError VERIFICATION_FAILED if no sign-in is pending in this browser
 */
function stepToken({ site }: SiteCtx, info: RequestInfo): string {
  const token = readCookie(site, 'step', info);
  if (!token) throw new AppError('VERIFICATION_FAILED');
  return token;
}
