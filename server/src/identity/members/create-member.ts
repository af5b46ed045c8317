import type { IdentityProfile } from '@portico/contract/identity';
import type { Static } from 'typebox';
import { violatesConstraint } from '../../db/errors.ts';
import { transaction } from '../../db/index.ts';
import { emit } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { detailsOfProfile, listMissingFields, type MemberDetails } from './details.ts';
import { requireSlug, slugOf } from './slug.ts';
import { reasonsOf } from './steps.ts';
import { insertMember } from './store.ts';
import { type MemberRow, memberToWire } from './wire.ts';

export interface NewMember {
  /** The address as `readEmail` normalizes it. */
  readonly email: string;
  readonly passwordHash: string | null;
  readonly profile?: Static<typeof IdentityProfile>;
  /** The profile as it is stored. If it is present, only slug and privacy are taken from `profile`. */
  readonly details?: MemberDetails;
  /** The language of mails to this member; null for the site's language. */
  readonly language?: string | null;
  /** True if the member registers themselves, so that the site's rules for new members apply. */
  readonly appliesPolicy?: boolean;
  /** True if the caller, such as an API key, confirms that the address belongs to the member. */
  readonly isEmailVerified?: boolean;
}

/**
 * Creates a member and its event in one transaction. Stores the visitor who registers as `visitor_id`, so that the
 * member can claim what they created as a visitor.
 * @throws AppError -19995 for an address that is taken, SLUG_ALREADY_EXISTS for a slug; ViolationError for custom
 *   fields
 */
export async function createMember(ctx: SiteCtx, newMember: NewMember): Promise<MemberRow> {
  const row = rowOfNewMember(ctx, newMember);
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
    if (violatesConstraint(error, 'members_login_email_key')) throw new AppError('-19995', {}, error);
    if (violatesConstraint(error, 'members_slug_key')) throw new AppError('SLUG_ALREADY_EXISTS', {}, error);
    throw error;
  }
}

/**
 * Returns the row of a new member without its id. Names each column, so that a request cannot assign others (mass
 * assignment).
 */
export function rowOfNewMember(
  ctx: SiteCtx,
  {
    email,
    passwordHash,
    profile = {},
    language = null,
    appliesPolicy = false,
    isEmailVerified = false,
    ...input
  }: NewMember,
) {
  const { signIn, members } = ctx.site.settings;
  const details = input.details ?? detailsOfProfile(profile, { fields: members.fields, isStaff: !appliesPolicy });
  const reasons = appliesPolicy ? reasonsOf(signIn, listMissingFields(details, signIn.requiredFields)) : [];
  return {
    login_email: email,
    login_email_verified: isEmailVerified,
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
