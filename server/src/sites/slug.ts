/** A site's slug is the first label of its host name. */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { ViolationError } from '../kernel/app-error.ts';

const MAX_LENGTH = 40;

/** Makes a slug from a name: `Café Blau` becomes `cafe-blau`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? `site-${randomBytes(3).toString('hex')}` : slug;
}

/** @throws ViolationError unless the slug can be a host label (RFC 1123) and is not that of the dashboard's own host */
export function assertSlug(slug: string, env: { readonly publicUrl: string; readonly dashboardOrigin: string }): void {
  const isLabel = slug.length <= MAX_LENGTH && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(slug);
  if (!isLabel) {
    const rule = `must have 1 to ${MAX_LENGTH} lower-case letters, digits and hyphens, with no hyphen at either end`;
    throw new ViolationError([{ field: 'slug', description: rule, violatedRule: 'FORMAT' }]);
  }
  // The dashboard's cookies must never reach the pages of a site.
  if (`${slug}.${new URL(env.publicUrl).host}` === new URL(env.dashboardOrigin).host) {
    const description = `must not be "${slug}", which is the host of DASHBOARD_URL`;
    throw new ViolationError([{ field: 'slug', description, violatedRule: 'NOT_ALLOWED_VALUE' }]);
  }
}

/** True for a URL like http://192.0.2.7:4000: an IP address has no subdomains, so it can serve one site only. */
export function hasIpAddressHost(publicUrl: string): boolean {
  return isIP(new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')) !== 0;
}
