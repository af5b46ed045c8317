/**
 * Every call that changes an OAuth app does so here. Each change commits together with its audit entry and its change
 * notice.
 */
import type { Updateable } from 'kysely';
import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import type { Apps } from '../../db/tables.gen.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret, newId, newSiteSecret } from '../../kernel/ids.ts';
import { audit } from '../audit-store.ts';
import { appToWire } from '../wire.ts';
import type { App } from './app-cache.ts';
import { deleteApp, insertApp, lockApp, updateApp } from './store.ts';

/** The properties of an app that a caller may set. */
export type AppChanges = Pick<
  Updateable<Apps>,
  | 'name'
  | 'redirect_uris'
  | 'redirect_domains'
  | 'rotate_refresh_tokens'
  | 'description'
  | 'login_url'
  | 'logout_url'
  | 'application_type'
  | 'technology'
>;

/** Inserts an app. The secret is returned this once and stored as a hash. */
export async function addApp(
  ctx: SiteCtx,
  changes: AppChanges & { name: string },
): Promise<{ app: App; clientSecret: string }> {
  const clientSecret = newSiteSecret(ctx.site.shortId);
  const app = await transaction(ctx, async (ctx) => {
    const row = { ...changes, id: newId(), site_id: ctx.site.id, secret_hash: hashSecret(clientSecret) };
    const inserted = await insertApp(ctx.db, row);
    await audit(ctx, {
      siteId: ctx.site.id,
      action: 'sites.apps.create',
      target: inserted.id,
      after: appToWire(inserted),
    });
    return inserted;
  });
  return { app, clientSecret };
}

/**
 * Changes the named columns and notifies every process, so that a removed redirect address is rejected within a moment.
 */
export async function changeApp(ctx: SiteCtx, clientId: string, changes: AppChanges): Promise<App> {
  return transaction(ctx, async (ctx) => {
    const before = await lockApp(ctx.db, ctx.site.id, clientId);
    if (!before) throw new AppError('APP_NOT_FOUND');
    const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    if (Object.keys(definedChanges).length === 0) return before;
    const after = await updateApp(ctx.db, before.id, definedChanges);
    const [from, to] = [appToWire(before), appToWire(after)];
    await audit(ctx, { siteId: ctx.site.id, action: 'sites.apps.update', target: after.id, before: from, after: to });
    await notifyChange(ctx.db, 'app', after.id);
    return after;
  });
}

/** Deletes an app: its tokens and the refresh tokens of its members stop working. */
export async function deleteAppOfSite(ctx: SiteCtx, clientId: string): Promise<void> {
  if (clientId === ctx.site.settings.websiteAppId) throw new AppError('APP_IS_BUILT_IN');
  await transaction(ctx, async (ctx) => {
    const row = await deleteApp(ctx.db, ctx.site.id, clientId);
    if (!row) throw new AppError('APP_NOT_FOUND');
    await audit(ctx, { siteId: ctx.site.id, action: 'sites.apps.delete', target: row.id, before: appToWire(row) });
    await notifyChange(ctx.db, 'app', row.id);
  });
}

/**
 * Checks redirect addresses and domains. A redirect address must be absolute and without a fragment (RFC 6749, section
 * 3.1.2); a domain is a bare host. Addresses are compared exactly, so an address with a wildcard would never match as
 * its author expects.
 * @param fields the names of the two lists in the request
 */
export function assertValidAddresses(
  uris: readonly string[] = [],
  domains: readonly string[] = [],
  fields = { uris: 'app.redirectUris', domains: 'app.redirectDomains' },
): void {
  const violations = [
    ...uris.flatMap((uri, index) =>
      isRedirectUri(uri)
        ? []
        : [
            violation(
              `${fields.uris}.${index}`,
              'must be one absolute address, without wildcards and without a fragment',
            ),
          ],
    ),
    ...domains.flatMap((domain, index) =>
      isHost(domain) ? [] : [violation(`${fields.domains}.${index}`, 'must be a host name, like www.example.org')],
    ),
  ];
  if (violations.length > 0) throw new ViolationError(violations);
}

/**
 * True for a host name or an IP address, with or without a port. False for wildcards and for characters that are
 * special in a header.
 */
export const isHost = (text: string): boolean => /^([a-z0-9._-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(text);

const violation = (field: string, description: string) => ({ field, description, violatedRule: 'FORMAT' });

function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  if (!url || /[#*]/.test(text)) return false;
  // Threat: the origin is written into the frame-ancestors of a page, where `http://*` means every host and a `;` ends
  // the directive.
  if (['http:', 'https:'].includes(url.protocol)) return isHost(url.host);
  // Threat: `javascript:` and `data:` addresses run as script in the page that follows the redirect.
  return !['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'].includes(url.protocol);
}
