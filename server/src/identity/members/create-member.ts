import type { IdentityProfile } from '@portico/contract/identity';
import type { Static } from 'typebox';
import { isConstraint } from '../../db/errors.ts';
import { transaction } from '../../db/index.ts';
import { emit } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { detailsOfProfile, type MemberDetails, missingRequiredFields } from './details.ts';
import { requireSlug, slugOf } from './slug.ts';
import { reasonsOf } from './steps.ts';
import { insertMember } from './store.ts';
import { type MemberRow, memberToWire } from './wire.ts';

export interface NewMember {
  /** as readEmail gives it */
  readonly email: string;
  readonly passwordHash: string | null;
  readonly profile?: Static<typeof IdentityProfile>;
  /** in place of what the profile says */
  readonly details?: MemberDetails;
  /** of the mails to this member; null: the site's */
  readonly language?: string | null;
  /** registered by themselves: the site's rules for new members hold. Otherwise somebody of the site vouches */
  readonly underPolicy?: boolean;
  /** somebody who vouches says that the address is the member's */
  readonly emailVerified?: boolean;
}

/**
 * Makes a member and its event in one transaction. A visitor who registers stays on record as `visitor_id`, so that
 * what was made before can be claimed.
 * @throws AppError -19995 for an address that is taken, SLUG_ALREADY_EXISTS for a slug; ViolationError for custom fields
 */
export async function createMember(ctx: SiteCtx, made: NewMember): Promise<MemberRow> {
  const row = memberOf(ctx, made);
  try {
    return await transaction(ctx, async (ctx) => {
      const member = await insertMember(ctx.db, ctx.site.id, { ...row, id: newId() });
      await emit(ctx, {
        type: 'wix.members.v1.member_created',
        entityId: member.id,
        payload: memberToWire(member, 'FULL'),
      });
      return member;
    });
  } catch (error) {
    if (isConstraint(error, 'members_login_email_key')) throw new AppError('-19995', {}, error);
    if (isConstraint(error, 'members_slug_key')) throw new AppError('SLUG_ALREADY_EXISTS', {}, error);
    throw error;
  }
}

/** What is stored of a new member, but for the id: each column is named, so that nothing else can be assigned. */
export function memberOf(
  ctx: SiteCtx,
  {
    email,
    passwordHash,
    profile = {},
    language = null,
    underPolicy = false,
    emailVerified = false,
    ...made
  }: NewMember,
) {
  const { signIn, members } = ctx.site.settings;
  const details = made.details ?? detailsOfProfile(profile, { fields: members.fields, byStaff: !underPolicy });
  const reasons = underPolicy ? reasonsOf(signIn, missingRequiredFields(details, signIn.requiredFields)) : [];
  return {
    login_email: email,
    login_email_verified: emailVerified,
    status: reasons.length > 0 ? 'PENDING' : 'ACTIVE',
    status_reasons: reasons as string[],
    password_hash: passwordHash,
    language,
    visitor_id: ctx.caller.kind === 'visitor' ? ctx.caller.id : null,
    slug: profile.slug ? requireSlug(profile.slug, 'profile.slug') : slugOf(details),
    privacy_status: profile.privacyStatus === 'PUBLIC' ? 'PUBLIC' : 'PRIVATE',
    details,
  };
}
