/** The vendor's calls for OAuth apps. They never return a secret, so a key cannot gain the rights of an app. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { requirePermission } from '../rights.ts';
import { oauthAppToWire } from '../wire.ts';
import { listApps } from './store.ts';
import { type AppChanges, addApp, assertValidAddresses, changeApp, deleteAppOfSite } from './write-app.ts';

type Endpoints = typeof sitesEndpoints;
type VendorChanges = Input<Endpoints['updateOAuthApp']>['body']['oAuthApp'];

export async function createOAuthApp(
  ctx: SiteCtx,
  { body }: Input<Endpoints['createOAuthApp']>,
): Promise<Output<Endpoints['createOAuthApp']>> {
  requirePermission(ctx.caller, 'apps:manage');
  const { app } = await addApp(ctx, { ...toColumns(body.oAuthApp), name: body.oAuthApp.name });
  return { oAuthApp: oauthAppToWire(app, ctx.site) };
}

export async function getOAuthApp(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getOAuthApp']>,
): Promise<Output<Endpoints['getOAuthApp']>> {
  requirePermission(ctx.caller, 'apps:read');
  const app = await ctx.env.app(query.oAuthAppId);
  if (app?.site_id !== ctx.site.id) throw new AppError('APP_NOT_FOUND');
  return { oAuthApp: oauthAppToWire(app, ctx.site) };
}

export async function queryOAuthApps(
  ctx: SiteCtx,
  { body }: Input<Endpoints['queryOAuthApps']>,
): Promise<Output<Endpoints['queryOAuthApps']>> {
  requirePermission(ctx.caller, 'apps:read');
  const { limit = 50, offset = 0 } = body.query?.paging ?? {};
  const apps = await listApps(ctx.db, ctx.site.id);
  const page = apps.slice(offset, offset + limit).map((app) => oauthAppToWire(app, ctx.site));
  return { oAuthApps: page, pagingMetadata: { count: page.length, offset, total: apps.length } };
}

/** Changes the fields that the mask names; a masked field that is missing is cleared. */
export async function updateOAuthApp(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateOAuthApp']>,
): Promise<Output<Endpoints['updateOAuthApp']>> {
  requirePermission(ctx.caller, 'apps:manage');
  const app = await changeApp(ctx, query.oAuthApp_id, toColumns(applyMask(body.oAuthApp, fieldsOf(body.mask))));
  return { oAuthApp: oauthAppToWire(app, ctx.site) };
}

export async function deleteOAuthApp(
  ctx: SiteCtx,
  { query }: Input<Endpoints['deleteOAuthApp']>,
): Promise<Output<Endpoints['deleteOAuthApp']>> {
  requirePermission(ctx.caller, 'apps:manage');
  await deleteAppOfSite(ctx, query.oAuthAppId);
  return {};
}

const EMPTY: Required<Omit<VendorChanges, 'id' | 'name'>> = {
  description: '',
  loginUrl: '',
  logoutUrl: '',
  allowedRedirectUris: [],
  allowedRedirectDomains: [],
  applicationType: 'OAUTH_APP_TYPE_UNSPECIFIED',
  technology: 'OAUTH_TECHNOLOGY_UNSPECIFIED',
};

function applyMask(changes: VendorChanges, mask: readonly string[] | null): VendorChanges {
  if (mask === null) return changes;
  return Object.fromEntries(
    Object.entries({ ...EMPTY, ...changes }).filter(([field]) => mask.includes(field)),
  ) as VendorChanges;
}

/** Returns the fields that a mask names, in any of the spellings of the vendor's clients. */
function fieldsOf(mask: Input<Endpoints['updateOAuthApp']>['body']['mask']): string[] | null {
  if (mask === undefined) return null;
  const paths = typeof mask === 'string' ? mask.split(',') : 'paths' in mask ? mask.paths : mask;
  return paths.map((path) => path.trim().replace(/^oAuthApp\./, ''));
}

function toColumns(app: VendorChanges): AppChanges {
  assertValidAddresses(app.allowedRedirectUris, app.allowedRedirectDomains, {
    uris: 'oAuthApp.allowedRedirectUris',
    domains: 'oAuthApp.allowedRedirectDomains',
  });
  return {
    name: app.name,
    description: app.description,
    login_url: app.loginUrl,
    logout_url: app.logoutUrl,
    redirect_uris: app.allowedRedirectUris,
    redirect_domains: app.allowedRedirectDomains,
    application_type: app.applicationType,
    technology: app.technology,
  };
}
