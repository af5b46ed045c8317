import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { updateMemberPassword } from '../members/store.ts';
import { passwordViolations } from './password-rules.ts';

type Endpoint = (typeof identityEndpoints)['changePassword'];

/** A new password for the member of the token. The session stays valid (identity contract 6.1). */
export async function changePassword(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  if (ctx.caller.kind !== 'member') throw new AppError('PERMISSION_DENIED');
  const violations = passwordViolations(body.newPassword, 'newPassword');
  if (violations.length > 0) throw new ViolationError(violations);
  const hash = await hashPassword(body.newPassword);
  if (!(await updateMemberPassword(ctx.db, ctx.site.id, ctx.caller.id, hash))) throw new AppError('MEMBER_NOT_FOUND');
  return {};
}
