import { randomBytes } from 'node:crypto';
import type { IdentityProfile } from '@portico/contract/identity';
import type { Static } from 'typebox';
import { isConstraint } from '../../db/errors.ts';
import { transaction } from '../../db/index.ts';
import { emit } from '../../events/index.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { detailsOfProfile, fullName, type MemberDetails } from '../members/details.ts';
import { insertMember } from '../members/store.ts';
import { type MemberRow, memberToWire } from '../members/wire.ts';

const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,254}$/u;

export interface NewMember {
  /** as readEmail gives it */
  readonly email: string;
  readonly passwordHash: string | null;
  readonly profile?: Static<typeof IdentityProfile>;
}

/**
 * Makes a member and its event in one transaction. A visitor who registers stays on record as `visitor_id`, so that
 * what was made before can be claimed.
 * @throws AppError -19995 for an address that is taken, SLUG_ALREADY_EXISTS for a slug
 */
export async function createMember(ctx: SiteCtx, { email, passwordHash, profile = {} }: NewMember): Promise<MemberRow> {
  const details = detailsOfProfile(profile);
  const slug = profile.slug ? requireSlug(profile.slug) : slugOf(details);
  try {
    return await transaction(ctx, async (ctx) => {
      const row = await insertMember(ctx.db, ctx.site.id, {
        id: newId(),
        login_email: email,
        login_email_verified: false,
        password_hash: passwordHash,
        visitor_id: ctx.caller.kind === 'visitor' ? ctx.caller.id : null,
        slug,
        privacy_status: profile.privacyStatus === 'PUBLIC' ? 'PUBLIC' : 'PRIVATE',
        details,
      });
      await emit(ctx, {
        type: 'wix.members.v1.member_created',
        entityId: row.id,
        payload: memberToWire(row, 'FULL'),
      });
      return row;
    });
  } catch (error) {
    if (isConstraint(error, 'members_login_email_key')) throw new AppError('-19995', {}, error);
    if (isConstraint(error, 'members_slug_key')) throw new AppError('SLUG_ALREADY_EXISTS', {}, error);
    throw error;
  }
}

function requireSlug(slug: string): string {
  if (SLUG.test(slug)) return slug.toLowerCase();
  throw new ViolationError([
    {
      field: 'profile.slug',
      description: 'must begin with a letter or digit and hold only those, - and _',
      violatedRule: 'FORMAT',
      data: {},
    },
  ]);
}

/** From the name, never from the address: the slug is public. */
function slugOf(details: MemberDetails): string {
  const name = (details.nickname ?? fullName(details) ?? 'member')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${name || 'member'}-${randomBytes(4).toString('hex')}`;
}
