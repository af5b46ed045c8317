import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret, newId, siteSecret } from '../../kernel/ids.ts';
import { audit } from '../audit.ts';
import { requires } from '../rights.ts';
import { appToWire } from '../wire.ts';
import { deleteApp, insertApp, listApps, lockApp, updateApp as storeApp } from './store.ts';

type Endpoints = typeof sitesEndpoints;

export async function listAppsOfSite(ctx: SiteCtx): Promise<Output<Endpoints['listApps']>> {
  requires(ctx.caller, 'site:read');
  return { apps: (await listApps(ctx.db, ctx.site.id)).map(appToWire) };
}

/** Makes an OAuth app. The secret is answered once and stored as a hash. */
export async function createApp(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoints['createApp']>, 'body'>,
): Promise<Output<Endpoints['createApp']>> {
  requires(ctx.caller, 'site:manage');
  const redirectUris = body.app.redirectUris ?? [];
  const redirectDomains = body.app.redirectDomains ?? [];
  refuseUnusable(redirectUris, redirectDomains);
  const clientSecret = siteSecret(ctx.site.shortId);
  const row = await transaction(ctx, async (ctx) => {
    const made = await insertApp(ctx.db, {
      id: newId(),
      site_id: ctx.site.id,
      name: body.app.name,
      secret_hash: hashSecret(clientSecret),
      redirect_uris: redirectUris,
      redirect_domains: redirectDomains,
      rotate_refresh_tokens: body.app.rotateRefreshTokens ?? false,
    });
    await audit(ctx, { siteId: ctx.site.id, action: 'sites.apps.create', target: made.id, after: appToWire(made) });
    return made;
  });
  return { app: appToWire(row), clientSecret };
}

/** Changes what is named. Every process knows within a moment: a redirect address taken away is refused from then on. */
export async function updateApp(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateApp']>,
): Promise<Output<Endpoints['updateApp']>> {
  requires(ctx.caller, 'site:manage');
  const { name, redirectUris, redirectDomains, rotateRefreshTokens } = body.app;
  refuseUnusable(redirectUris ?? [], redirectDomains ?? []);
  const row = await transaction(ctx, async (ctx) => {
    const before = await lockApp(ctx.db, ctx.site.id, query.clientId);
    if (!before) throw new AppError('APP_NOT_FOUND');
    const after = await storeApp(ctx.db, before.id, {
      name: name ?? before.name,
      redirect_uris: redirectUris ?? before.redirect_uris,
      redirect_domains: redirectDomains ?? before.redirect_domains,
      rotate_refresh_tokens: rotateRefreshTokens ?? before.rotate_refresh_tokens,
    });
    const [from, to] = [appToWire(before), appToWire(after)];
    await audit(ctx, { siteId: ctx.site.id, action: 'sites.apps.update', target: after.id, before: from, after: to });
    await notifyChange(ctx.db, 'app', after.id);
    return after;
  });
  return { app: appToWire(row) };
}

/** Deletes an app: its tokens stop, and so do the refresh tokens of its members. */
export async function removeApp(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['deleteApp']>, 'query'>,
): Promise<Output<Endpoints['deleteApp']>> {
  requires(ctx.caller, 'site:manage');
  if (query.clientId === ctx.site.settings.websiteAppId) throw new AppError('APP_IS_BUILT_IN');
  await transaction(ctx, async (ctx) => {
    const row = await deleteApp(ctx.db, ctx.site.id, query.clientId);
    if (!row) throw new AppError('APP_NOT_FOUND');
    await audit(ctx, { siteId: ctx.site.id, action: 'sites.apps.delete', target: row.id, before: appToWire(row) });
    await notifyChange(ctx.db, 'app', row.id);
  });
  return {};
}

/**
 * A redirect address must be absolute and without a fragment (RFC 6749, section 3.1.2); a domain is a bare host.
 * Addresses are compared letter by letter, so an address with a wildcard would never match as its author expects.
 */
function refuseUnusable(uris: readonly string[], domains: readonly string[]): void {
  const violations = [
    ...uris.flatMap((uri, index) =>
      isRedirectUri(uri)
        ? []
        : [
            violation(
              `app.redirectUris.${index}`,
              'must be one absolute address, without wildcards and without a fragment',
            ),
          ],
    ),
    ...domains.flatMap((domain, index) =>
      isHost(domain) ? [] : [violation(`app.redirectDomains.${index}`, 'must be a host name, like www.example.org')],
    ),
  ];
  if (violations.length > 0) throw new ViolationError(violations);
}

/** A host name or an IP address, with or without a port: no wildcard and no sign that a header could misread. */
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
