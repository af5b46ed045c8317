import type { Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret, siteSecret } from '../../kernel/ids.ts';
import { missingRequiredFields } from '../members/details.ts';
import { dueReason, type State, stateOf } from '../members/steps.ts';
import { updateLastLogin } from '../members/store.ts';
import { identityToWire, type MemberRow } from '../members/wire.ts';
import { issueSessionToken } from '../sessions/sessions.ts';
import { mailApprovalWaiting } from './approval-mail.ts';
import { mailCode } from './code-mail.ts';
import { type Device, noteDevice } from './devices.ts';
import { insertState } from './state-store.ts';

type StateMachine = Output<(typeof identityEndpoints)['login']>;

/** long enough to look for the mail, or to be let in the next day */
const STATE_SECONDS = 86_400;

/** Where a sign-in stands. `stateToken` names it while a step is due. */
export interface Stand {
  readonly state: State;
  readonly member: MemberRow;
  readonly stateToken: string | null;
}

/**
 * Goes on with the sign-in of a member who has proved to be that one: SUCCESS where nothing is due, else the step, with
 * a token that names this sign-in. Nobody comes to a session past this function, but by the word of an API key.
 */
export async function advance(ctx: SiteCtx, member: MemberRow, device: Device): Promise<Stand> {
  const state = stateOf(dueReason(member.status_reasons));
  if (state !== 'SUCCESS') return { state, member, stateToken: await beginState(ctx, member, member, state) };
  await updateLastLogin(ctx.db, ctx.site.id, member.id, ctx.now);
  await noteDevice(ctx, member, device);
  return { state, member, stateToken: null };
}

/** A sign-in that waits; the code for a mailbox to be proved leaves with it. `member` null: the address is taken. */
export async function beginState(
  ctx: SiteCtx,
  member: MemberRow | null,
  { login_email: email, language }: Pick<MemberRow, 'login_email' | 'language'>,
  state: State,
): Promise<string> {
  const token = siteSecret(ctx.site.shortId);
  await insertState(ctx.db, ctx.site.id, {
    token_hash: hashSecret(token),
    member_id: member?.id ?? null,
    email,
    language,
    expires_at: new Date(ctx.now.getTime() + STATE_SECONDS * 1_000),
  });
  if (state === 'REQUIRE_EMAIL_VERIFICATION') await mailCode(ctx, token);
  if (state === 'REQUIRE_OWNER_APPROVAL' && member) await mailApprovalWaiting(ctx, member);
  return token;
}

/** The stand as the vendor's client reads it: a session token with SUCCESS, none for who waits to be let in. */
export async function standToWire(ctx: SiteCtx, { state, member, stateToken }: Stand): Promise<StateMachine> {
  const goesOn = state !== 'REQUIRE_OWNER_APPROVAL' && stateToken !== null;
  return {
    state,
    ...(state === 'SUCCESS' ? { sessionToken: await issueSessionToken(ctx, ctx.site, member.id) } : {}),
    ...(goesOn ? { stateToken } : {}),
    identity: identityToWire(member),
    additionalData: state === 'REQUIRE_MISSING_FIELDS' ? { missingFields: missingOf(ctx, member) } : {},
  };
}

export const missingOf = (ctx: SiteCtx, { details }: MemberRow): string[] =>
  missingRequiredFields(details, ctx.site.settings.signIn.requiredFields);
