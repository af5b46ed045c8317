import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { mailCode } from '../sign-in/code-mail.ts';
import { findState } from '../sign-in/state-store.ts';

type Endpoint = (typeof identityEndpoints)['resendDuringAuthentication'];

export async function resendDuringAuthentication(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  await resendCode(ctx, body.stateToken);
  return {};
}

/**
 * Mails a new code for a sign-in that waits for one. Does nothing if the limit of mails is reached.
 * @throws AppError VERIFICATION_FAILED for a sign-in that is unknown or finished, or that waits for another step
 */
export async function resendCode(ctx: SiteCtx, stateToken: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const state = await findState(ctx.db, ctx.site.id, hashSecret(stateToken), ctx.now);
    // Only a sign-in that waits for verification has a code.
    if (!state?.code_mac) throw new AppError('VERIFICATION_FAILED');
    await mailCode(ctx, stateToken);
  });
}
