import type { Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret, newSiteSecret } from '../../kernel/ids.ts';
import { listMissingFields } from '../members/details.ts';
import { dueReasonOf, type State, stateOf } from '../members/steps.ts';
import { updateLastLogin } from '../members/store.ts';
import { identityToWire, type MemberRow } from '../members/wire.ts';
import { issueSessionToken } from '../sessions/sessions.ts';
import { mailApprovalWaiting } from './approval-mail.ts';
import { mailCode } from './code-mail.ts';
import { type Device, recordDevice } from './devices.ts';
import { insertState } from './state-store.ts';

type StateMachine = Output<(typeof identityEndpoints)['login']>;

/**
 * Lifetime of a sign-in that waits for a step. It leaves time to find the mail, or to wait for the owner's approval
 * until the next day.
 */
const STATE_LIFETIME_SECONDS = 86_400;

/** A sign-in after the credentials are checked. `stateToken` identifies it while a step is due. */
export interface SignInResult {
  readonly state: State;
  readonly member: MemberRow;
  readonly stateToken: string | null;
}

/**
 * Continues the sign-in of an authenticated member: SUCCESS if no step is due, else the due step with a token for this
 * sign-in. Every session starts through this function, except those that an API key obtains.
 */
export async function advance(ctx: SiteCtx, member: MemberRow, device: Device): Promise<SignInResult> {
  const state = stateOf(dueReasonOf(member.status_reasons));
  if (state !== 'SUCCESS') return { state, member, stateToken: await createPendingSignIn(ctx, member, member, state) };
  await updateLastLogin(ctx.db, ctx.site.id, member.id, ctx.now);
  await recordDevice(ctx, member, device);
  return { state, member, stateToken: null };
}

/**
 * Stores a sign-in that waits for a step, mails the verification code or notifies the admins, and returns its state
 * token.
 * @param member null if the address belongs to another member, which the response must not reveal
 */
export async function createPendingSignIn(
  ctx: SiteCtx,
  member: MemberRow | null,
  { login_email: email, language }: Pick<MemberRow, 'login_email' | 'language'>,
  state: State,
): Promise<string> {
  const token = newSiteSecret(ctx.site.shortId);
  await insertState(ctx.db, ctx.site.id, {
    token_hash: hashSecret(token),
    member_id: member?.id ?? null,
    email,
    language,
    expires_at: new Date(ctx.now.getTime() + STATE_LIFETIME_SECONDS * 1_000),
  });
  if (state === 'REQUIRE_EMAIL_VERIFICATION') await mailCode(ctx, token);
  if (state === 'REQUIRE_OWNER_APPROVAL' && member) await mailApprovalWaiting(ctx, member);
  return token;
}

/**
 * Converts the result to the vendor's StateMachine. Issues a session token on SUCCESS; omits the state token while
 * approval is due.
 */
export async function signInToWire(ctx: SiteCtx, { state, member, stateToken }: SignInResult): Promise<StateMachine> {
  const canContinue = state !== 'REQUIRE_OWNER_APPROVAL' && stateToken !== null;
  return {
    state,
    ...(state === 'SUCCESS' ? { sessionToken: await issueSessionToken(ctx, ctx.site, member.id) } : {}),
    ...(canContinue ? { stateToken } : {}),
    identity: identityToWire(member),
    additionalData: state === 'REQUIRE_MISSING_FIELDS' ? { missingFields: missingFieldsOf(ctx, member) } : {},
  };
}

export const missingFieldsOf = (ctx: SiteCtx, { details }: MemberRow): string[] =>
  listMissingFields(details, ctx.site.settings.signIn.requiredFields);
