import type { Input, Output } from '@portico/contract/endpoint';
import type { membersEndpoints } from '@portico/contract/members';
import { violatesConstraint } from '../../db/errors.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { queueMail } from '../../mail/index.ts';
import { audit } from '../../sites/index.ts';
import { requireManager } from '../permissions.ts';
import { withMember } from './administer-member.ts';
import { emitMember } from './change-status.ts';
import { readEmail } from './email-address.ts';
import { changeMember, deleteMailedSecrets } from './store.ts';
import { memberToWire } from './wire.ts';

type Endpoint = (typeof membersEndpoints)['changeLoginEmail'];

/**
 * Changes the address that a member signs in with. Members may not do this themselves, because an attacker with a
 * stolen access token could otherwise take over the account through recovery. The old address gets a mail, the new
 * address becomes unverified, and links and codes that were mailed to the old address become invalid.
 * @throws AppError PERMISSION_DENIED, MEMBER_NOT_FOUND, -19995 for an address that is taken; ViolationError
 */
export async function changeLoginEmail(ctx: SiteCtx, { query, body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireManager(ctx.caller);
  const login_email = readEmail(body.newEmail);
  if (!login_email) {
    const description = 'must be an e-mail address';
    throw new ViolationError([
      { field: 'newEmail', description, violatedRule: 'FORMAT', ruleName: 'EMAIL', data: { type: 'EMAIL' } },
    ]);
  }
  try {
    return await withMember(ctx, query.id, async (ctx, row) => {
      if (row.login_email === login_email) return { member: memberToWire(row, 'FULL') };
      const change = { login_email, login_email_verified: false };
      const changedMember = await changeMember(ctx.db, ctx.site.id, row.id, change, ctx.now);
      await deleteMailedSecrets(ctx.db, ctx.site.id, row.id);
      const values = { newEmail: login_email };
      await queueMail(ctx, { kind: 'EMAIL_CHANGED', to: row.login_email, language: row.language, values });
      await audit(ctx, {
        siteId: ctx.site.id,
        action: 'identity.members.changeLoginEmail',
        target: row.id,
        before: { loginEmail: row.login_email },
        after: { loginEmail: login_email },
      });
      await emitMember(ctx, 'updated', changedMember);
      return { member: memberToWire(changedMember, 'FULL') };
    });
  } catch (error) {
    if (violatesConstraint(error, 'members_login_email_key')) throw new AppError('-19995', {}, error);
    throw error;
  }
}
