import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { findMember } from '../members/store.ts';
import type { MemberRow } from '../members/wire.ts';
import { mayChangeMember } from '../permissions.ts';
import { createPendingSignIn } from '../sign-in/advance.ts';

type Endpoint = (typeof identityEndpoints)['startVerification'];

/**
 * Mails a code that verifies a member's address. The mail is sent if the member is active and the caller may change the
 * member (the member, a dashboard user or an API key), or if the member's registration waits for this verification.
 * `verificationId` is the state token for the code. Otherwise no mail is sent, but the response looks the same.
 */
export async function startVerification(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  if (body.target !== undefined && body.target !== 'EMAIL') throw new AppError('VERIFICATION_FAILED');
  const id = body.identityId ?? (ctx.caller.kind === 'member' ? ctx.caller.id : undefined);
  const found = id ? await findMember(ctx.db, ctx.site.id, id) : undefined;
  const member = found && mayBeMailed(ctx, found) ? found : null;
  const to = member ?? { login_email: '', language: null };
  const state = member ? 'REQUIRE_EMAIL_VERIFICATION' : 'REQUIRE_OWNER_APPROVAL';
  return { verificationId: await transaction(ctx, (ctx) => createPendingSignIn(ctx, member, to, state)) };
}

function mayBeMailed(ctx: SiteCtx, member: MemberRow): boolean {
  if (member.status === 'PENDING' && member.status_reasons.includes('EMAIL_VERIFICATION')) return true;
  return member.status === 'ACTIVE' && mayChangeMember(ctx.caller, member.id);
}
