/**
 * Changes a member's contact data, profile, slug and privacy, and clears the lists of phones, e-mails and addresses.
 */
import type { Input, Output } from '@portico/contract/endpoint';
import type { membersEndpoints } from '@portico/contract/members';
import { violatesConstraint } from '../../db/errors.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { mayChangeMember, requireMemberId } from '../permissions.ts';
import { withMember } from './administer-member.ts';
import { emitMember } from './change-status.ts';
import { changeDetails } from './details.ts';
import { requireSlug } from './slug.ts';
import { changeMember, type MemberChange } from './store.ts';
import { type MemberRow, memberToWire } from './wire.ts';

type Endpoints = typeof membersEndpoints;
type MemberResponse = Output<Endpoints['updateMember']>;

/**
 * Changes contact data, profile and privacy. details.ts names each writable field, so that a request cannot assign
 * status, address verification or slug (mass assignment).
 */
export function updateMember(ctx: SiteCtx, { query, body }: Input<Endpoints['updateMember']>): Promise<MemberResponse> {
  const { privacyStatus } = body.member;
  const edit = { fields: ctx.site.settings.members.fields, isStaff: ctx.caller.kind !== 'member' };
  return change(ctx, query.member_id, 'update', (row) => ({
    details: changeDetails(row.details, body.member, edit),
    ...(privacyStatus === 'PUBLIC' || privacyStatus === 'PRIVATE' ? { privacy_status: privacyStatus } : {}),
  }));
}

export const updateCurrentMemberSlug = async (
  ctx: SiteCtx,
  { body }: Input<Endpoints['updateCurrentMemberSlug']>,
): Promise<MemberResponse> => changeSlug(ctx, requireMemberId(ctx.caller), body.slug);

export const updateMemberSlug = (
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateMemberSlug']>,
): Promise<MemberResponse> => changeSlug(ctx, query.id, body.slug);

async function changeSlug(ctx: SiteCtx, id: string, slug: string): Promise<MemberResponse> {
  try {
    return await change(ctx, id, 'updateSlug', () => ({ slug: requireSlug(slug, 'slug') }));
  } catch (error) {
    if (violatesConstraint(error, 'members_slug_key')) throw new AppError('SLUG_ALREADY_EXISTS', {}, error);
    throw error;
  }
}

/** Makes the caller's profile public. */
export const joinCommunity = async (ctx: SiteCtx): Promise<MemberResponse> =>
  change(ctx, requireMemberId(ctx.caller), 'joinCommunity', () => ({ privacy_status: 'PUBLIC' }));

/** Makes the caller's profile private. */
export const leaveCommunity = async (ctx: SiteCtx): Promise<MemberResponse> =>
  change(ctx, requireMemberId(ctx.caller), 'leaveCommunity', () => ({ privacy_status: 'PRIVATE' }));

export const deleteMemberPhones = makeClearEndpoint('phones');
export const deleteMemberEmails = makeClearEndpoint('emails');
export const deleteMemberAddresses = makeClearEndpoint('addresses');

/** Creates an endpoint that clears one list of a member. */
function makeClearEndpoint(list: 'phones' | 'emails' | 'addresses') {
  return (ctx: SiteCtx, { query }: { readonly query: { readonly id: string } }): Promise<MemberResponse> =>
    change(ctx, query.id, `delete.${list}`, ({ details: { [list]: _cleared, ...details } }) => ({ details }));
}

/**
 * Changes the member and emits the event. Records changes by staff in the audit log.
 * @throws AppError PERMISSION_DENIED, MEMBER_NOT_FOUND
 */
async function change(
  ctx: SiteCtx,
  id: string,
  verb: string,
  changes: (row: MemberRow) => MemberChange,
): Promise<MemberResponse> {
  if (!mayChangeMember(ctx.caller, id)) throw new AppError('PERMISSION_DENIED');
  return withMember(ctx, id, async (ctx, row) => {
    const changedMember = await changeMember(ctx.db, ctx.site.id, id, changes(row), ctx.now);
    const member = memberToWire(changedMember, 'FULL');
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
    await emitMember(ctx, 'updated', changedMember);
    return { member };
  });
}
