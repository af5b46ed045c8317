import type { Input, Output } from '@portico/contract/endpoint';
import type { membersEndpoints } from '@portico/contract/members';
import { transaction } from '../../db/index.ts';
import { ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { requireManager } from '../permissions.ts';
import { createMember } from './create-member.ts';
import { changeDetails } from './details.ts';
import { readEmail } from './email-address.ts';
import { memberToWire } from './wire.ts';

type Endpoint = (typeof membersEndpoints)['createMember'];

/**
 * Creates a member on behalf of the site: without a password, exempt from the rules for new members, and without a
 * mail. The member signs in through a mailed link (activation, sendSetPasswordEmail) or through an API key (signOn).
 * @throws AppError PERMISSION_DENIED, -19995, SLUG_ALREADY_EXISTS; ViolationError
 */
export async function addMember(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireManager(ctx.caller);
  const { loginEmail, privacyStatus, ...changes } = body.member;
  const email = readEmail(loginEmail);
  if (!email) {
    const description = 'must be an e-mail address';
    throw new ViolationError([
      { field: 'member.loginEmail', description, violatedRule: 'FORMAT', ruleName: 'EMAIL', data: { type: 'EMAIL' } },
    ]);
  }
  const { fields } = ctx.site.settings.members;
  const details = changeDetails({}, changes, { fields, isStaff: true });
  const slug = changes.profile?.slug ?? undefined;
  const profile = { slug, privacyStatus: privacyStatus === 'PUBLIC' ? ('PUBLIC' as const) : ('PRIVATE' as const) };
  return transaction(ctx, async (ctx) => {
    const row = await createMember(ctx, { email, passwordHash: null, profile, details });
    const member = memberToWire(row, 'FULL');
    await audit(ctx, { siteId: ctx.site.id, action: 'identity.members.create', target: row.id, after: member });
    return { member };
  });
}
