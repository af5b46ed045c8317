/** The slug of a member's profile: part of page URLs, unique within the site. */
import { randomBytes } from 'node:crypto';
import { ViolationError } from '../../kernel/app-error.ts';
import { fullNameOf, type MemberDetails } from './details.ts';

const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,254}$/u;

/** Prefix of the slugs of deleted members. Members may not choose such a slug, because a deletion may need it. */
const DELETED_PREFIX = 'deleted-';

/**
 * Validates a slug and returns it in lower case, as it is stored.
 * @throws ViolationError at `field`
 */
export function requireSlug(slug: string, field: string): string {
  const lower = slug.toLowerCase();
  if (SLUG.test(slug) && !lower.startsWith(DELETED_PREFIX)) return lower;
  const description =
    'must begin with a letter or digit, contain only letters, digits, - and _, and not begin with deleted-';
  throw new ViolationError([{ field, description, violatedRule: 'FORMAT', data: {} }]);
}

/** Generates a slug from the name; never from the address, because the slug is public. */
export function slugOf(details: MemberDetails): string {
  const name = (details.nickname ?? fullNameOf(details) ?? 'member')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${name || 'member'}-${randomBytes(4).toString('hex')}`;
}

export const slugOfDeleted = (memberId: string): string => `${DELETED_PREFIX}${memberId}`;
