/** The slug of a member's public profile: unique in the site, in addresses of pages. Pure but for its random ending. */
import { randomBytes } from 'node:crypto';
import { ViolationError } from '../../kernel/app-error.ts';
import { fullName, type MemberDetails } from './details.ts';

const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,254}$/u;

/** How the slug of somebody who left begins. Nobody may choose such a one: it would stand in the way of a deletion. */
const OF_DELETED = 'deleted-';

/**
 * The slug as it is stored.
 * @throws ViolationError at `field`
 */
export function requireSlug(slug: string, field: string): string {
  const lower = slug.toLowerCase();
  if (SLUG.test(slug) && !lower.startsWith(OF_DELETED)) return lower;
  const description = 'must begin with a letter or digit, hold only those, - and _, and not begin with deleted-';
  throw new ViolationError([{ field, description, violatedRule: 'FORMAT', data: {} }]);
}

/** From the name, never from the address: the slug is public. */
export function slugOf(details: MemberDetails): string {
  const name = (details.nickname ?? fullName(details) ?? 'member')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${name || 'member'}-${randomBytes(4).toString('hex')}`;
}

export const slugOfDeleted = (memberId: string): string => `${OF_DELETED}${memberId}`;
