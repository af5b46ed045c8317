import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { changeSettings, readSettings } from '../../sites/index.ts';
import { mayManageMembers, maySeeAllMembers } from '../permissions.ts';

type Endpoints = typeof identityEndpoints;

/** Returns the two settings of the site that the vendor's API also has. */
export async function getSignOnPolicy(ctx: SiteCtx): Promise<Output<Endpoints['getSignOnPolicy']>> {
  if (!maySeeAllMembers(ctx.caller)) throw new AppError('PERMISSION_DENIED');
  return toWire(await readSettings(ctx));
}

export async function updateSignOnPolicy(
  ctx: SiteCtx,
  { body }: Input<Endpoints['updateSignOnPolicy']>,
): Promise<Output<Endpoints['updateSignOnPolicy']>> {
  if (!mayManageMembers(ctx.caller)) throw new AppError('PERMISSION_DENIED');
  const { requireOwnerApproval, requireEmailVerification } = body.signOnPolicy;
  const changes = { requireOwnerApproval, requireEmailVerification };
  const signIn = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return toWire(await changeSettings(ctx, { signIn }));
}

const toWire = ({ signIn: { requireOwnerApproval, requireEmailVerification } }: SiteCtx['site']['settings']) => ({
  signOnPolicy: { requireOwnerApproval, requireEmailVerification },
});
