import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { transaction } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { detailsOfProfile, listMissingFields } from '../members/details.ts';
import { dueReasonOf } from '../members/steps.ts';
import { lockMember } from '../members/store.ts';
import { advance, type SignInResult, signInToWire } from '../sign-in/advance.ts';
import { type Device, deviceOfCall } from '../sign-in/devices.ts';
import { computeProgress } from '../sign-in/progress.ts';
import { consumeState, findState } from '../sign-in/state-store.ts';
import { updateProgress } from '../sign-in/store.ts';

type Endpoint = (typeof identityEndpoints)['completeProfile'];
type Profile = Input<Endpoint>['body']['profile'];

export async function completeProfile(
  ctx: SiteCtx,
  { body }: Input<Endpoint>,
  request: RequestInfo,
): Promise<Output<Endpoint>> {
  return signInToWire(ctx, await addMissingFields(ctx, body.stateToken, body.profile, deviceOfCall(ctx, request)));
}

/**
 * Adds fields to the profile of a member whose sign-in waits for required fields, and continues the sign-in. If fields
 * are still missing, the sign-in remains at this step.
 * @throws AppError VERIFICATION_FAILED for a sign-in that is unknown or finished, or that waits for another step
 */
export function addMissingFields(
  ctx: SiteCtx,
  stateToken: string,
  profile: Profile,
  device: Device,
): Promise<SignInResult> {
  return transaction(ctx, async (ctx) => {
    const tokenHash = hashSecret(stateToken);
    const state = await findState(ctx.db, ctx.site.id, tokenHash, ctx.now);
    const member = state?.member_id ? await lockMember(ctx.db, ctx.site.id, state.member_id) : undefined;
    if (member?.status !== 'PENDING' || dueReasonOf(member.status_reasons) !== 'MISSING_FIELDS') {
      throw new AppError('VERIFICATION_FAILED');
    }
    const { signIn, members } = ctx.site.settings;
    const added = detailsOfProfile(profile, { fields: members.fields, isStaff: false });
    const customFields = { ...member.details.customFields, ...added.customFields };
    const details = { ...member.details, ...added, customFields };
    const missing = listMissingFields(details, signIn.requiredFields);
    const progress = missing.length > 0 ? member : computeProgress(member, 'MISSING_FIELDS');
    if (!(await consumeState(ctx.db, ctx.site.id, tokenHash))) throw new AppError('VERIFICATION_FAILED');
    const { status, status_reasons } = progress;
    return advance(
      ctx,
      await updateProgress(ctx.db, ctx.site.id, member.id, { status, status_reasons, details }),
      device,
    );
  });
}
