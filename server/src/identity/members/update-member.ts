import type { Input, Output } from '@portico/contract/endpoint';
import type { membersEndpoints } from '@portico/contract/members';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { mayChangeMember } from '../permissions.ts';
import { changedDetails } from './details.ts';
import { lockMember, changeMember } from './store.ts';
import { memberToWire } from './wire.ts';

type Endpoint = (typeof membersEndpoints)['updateMember'];

/**
 * Changes contact data, profile and privacy. Each writable field is named in details.ts, so that no status, address
 * verification or slug can be slipped in with the rest (mass assignment).
 */
export async function updateMember(ctx: SiteCtx, { query, body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const id = query.member_id;
  if (!mayChangeMember(ctx.caller, id)) throw new AppError('PERMISSION_DENIED');
  return transaction(ctx, async (ctx) => {
    const row = await lockMember(ctx.db, ctx.site.id, id);
    if (!row) throw new AppError('MEMBER_NOT_FOUND');
    const asked = body.member.privacyStatus;
    const changed = await changeMember(ctx.db, ctx.site.id, id, {
      details: changedDetails(row.details, body.member, {
        fields: ctx.site.settings.members.fields,
        byStaff: ctx.caller.kind !== 'member',
      }),
      privacy_status: asked === 'PUBLIC' || asked === 'PRIVATE' ? asked : row.privacy_status,
    }, ctx.now);
    const member = memberToWire(changed, 'FULL');
    if (ctx.caller.kind !== 'member') {
      const before = memberToWire(row, 'FULL');
      await audit(ctx, { siteId: ctx.site.id, action: 'identity.members.update', target: id, before, after: member });
    }
    return { member };
  });
}
