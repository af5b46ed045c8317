import type { Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { identityToWire, type MemberRow } from '../members/wire.ts';
import { issueSessionToken } from '../sessions/sessions.ts';

type StateMachine = Output<(typeof identityEndpoints)['login']>;

/** The last step of every way of signing in: the one-time token that the authorize request takes. */
export async function success(ctx: SiteCtx, member: MemberRow): Promise<StateMachine> {
  return {
    state: 'SUCCESS',
    sessionToken: await issueSessionToken(ctx, ctx.site, member.id),
    identity: identityToWire(member),
    additionalData: {},
  };
}
