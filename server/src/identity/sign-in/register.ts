import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { type FieldViolation, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import type { MemberRow } from '../members/wire.ts';
import { createMember } from './create-member.ts';
import { readEmail } from './email-address.ts';
import { passwordViolations } from './password-rules.ts';
import { success } from './state-machine.ts';

type Endpoint = (typeof identityEndpoints)['register'];

export async function register(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { loginId, password, profile } = body;
  return success(ctx, await registerMember(ctx, { email: loginId.email, password, profile }, 'loginId.email'));
}

/**
 * Makes a member with a password.
 * @throws ViolationError for a malformed address (its `data.type` EMAIL makes the vendor's client say invalidEmail) or a
 *   short password; AppError -19995 for an address that is taken
 */
export async function registerMember(
  ctx: SiteCtx,
  input: { email: string; password: string; profile?: Input<Endpoint>['body']['profile'] },
  emailField = 'email',
): Promise<MemberRow> {
  const email = readEmail(input.email);
  const violations = passwordViolations(input.password, 'password');
  if (!email) violations.unshift(notAnAddress(emailField));
  if (!email || violations.length > 0) throw new ViolationError(violations);
  return createMember(ctx, { email, passwordHash: await hashPassword(input.password), profile: input.profile });
}

export const notAnAddress = (field: string): FieldViolation => ({
  field,
  description: 'must be an e-mail address',
  violatedRule: 'FORMAT',
  ruleName: 'EMAIL',
  data: { type: 'EMAIL' },
});
