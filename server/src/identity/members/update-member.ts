/** Changes of one member's own record: contact data and profile, slug, privacy, and the lists that are emptied at once. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { membersEndpoints } from '@portico/contract/members';
import { isConstraint } from '../../db/errors.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { mayChangeMember, ownId } from '../permissions.ts';
import { emitMember } from './acts.ts';
import { withMember } from './administer-member.ts';
import { changedDetails } from './details.ts';
import { requireSlug } from './slug.ts';
import { changeMember, type MemberChange } from './store.ts';
import { type MemberRow, memberToWire } from './wire.ts';

type Endpoints = typeof membersEndpoints;
type One = Output<Endpoints['updateMember']>;

/**
 * Changes contact data, profile and privacy. Each writable field is named in details.ts, so that no status, address
 * verification or slug can be slipped in with the rest (mass assignment).
 */
export function updateMember(ctx: SiteCtx, { query, body }: Input<Endpoints['updateMember']>): Promise<One> {
  const asked = body.member.privacyStatus;
  const writing = { fields: ctx.site.settings.members.fields, byStaff: ctx.caller.kind !== 'member' };
  return change(ctx, query.member_id, 'update', (row) => ({
    details: changedDetails(row.details, body.member, writing),
    ...(asked === 'PUBLIC' || asked === 'PRIVATE' ? { privacy_status: asked } : {}),
  }));
}

export const updateCurrentMemberSlug = async (
  ctx: SiteCtx,
  { body }: Input<Endpoints['updateCurrentMemberSlug']>,
): Promise<One> => changeSlug(ctx, ownId(ctx.caller), body.slug);

export const updateMemberSlug = (ctx: SiteCtx, { query, body }: Input<Endpoints['updateMemberSlug']>): Promise<One> =>
  changeSlug(ctx, query.id, body.slug);

async function changeSlug(ctx: SiteCtx, id: string, sent: string): Promise<One> {
  try {
    return await change(ctx, id, 'updateSlug', () => ({ slug: requireSlug(sent, 'slug') }));
  } catch (error) {
    if (isConstraint(error, 'members_slug_key')) throw new AppError('SLUG_ALREADY_EXISTS', {}, error);
    throw error;
  }
}

/** Makes the own profile public. */
export const joinCommunity = async (ctx: SiteCtx): Promise<One> =>
  change(ctx, ownId(ctx.caller), 'joinCommunity', () => ({ privacy_status: 'PUBLIC' }));

/** Makes the own profile private. */
export const leaveCommunity = async (ctx: SiteCtx): Promise<One> =>
  change(ctx, ownId(ctx.caller), 'leaveCommunity', () => ({ privacy_status: 'PRIVATE' }));

export const deleteMemberPhones = emptying('phones');
export const deleteMemberEmails = emptying('emails');
export const deleteMemberAddresses = emptying('addresses');

function emptying(list: 'phones' | 'emails' | 'addresses') {
  return (ctx: SiteCtx, { query }: { readonly query: { readonly id: string } }): Promise<One> =>
    change(ctx, query.id, `delete.${list}`, ({ details: { [list]: _emptied, ...details } }) => ({ details }));
}

/**
 * A change by the member or by staff, with its event, and its line in the audit log where it was staff.
 * @throws AppError PERMISSION_DENIED, MEMBER_NOT_FOUND
 */
async function change(ctx: SiteCtx, id: string, verb: string, changes: (row: MemberRow) => MemberChange): Promise<One> {
  if (!mayChangeMember(ctx.caller, id)) throw new AppError('PERMISSION_DENIED');
  return withMember(ctx, id, async (ctx, row) => {
    const changed = await changeMember(ctx.db, ctx.site.id, id, changes(row), ctx.now);
    const member = memberToWire(changed, 'FULL');
    if (ctx.caller.kind !== 'member') {
      const before = memberToWire(row, 'FULL');
      await audit(ctx, {
        siteId: ctx.site.id,
        action: `identity.members.${verb}`,
        target: id,
        before,
        after: member,
      });
    }
    await emitMember(ctx, 'updated', changed);
    return { member };
  });
}
