import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { requirePermission } from '../rights.ts';
import { appToWire } from '../wire.ts';
import { listApps } from './store.ts';
import { addApp, assertValidAddresses, changeApp, deleteAppOfSite } from './write-app.ts';

type Endpoints = typeof sitesEndpoints;

export async function listAppsOfSite(ctx: SiteCtx): Promise<Output<Endpoints['listApps']>> {
  requirePermission(ctx.caller, 'apps:read');
  return { apps: (await listApps(ctx.db, ctx.site.id)).map(appToWire) };
}

/**
 * Creates an OAuth app and returns its secret. Only for owners and admins, because the secret grants the rights of an
 * admin.
 */
export async function createApp(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoints['createApp']>, 'body'>,
): Promise<Output<Endpoints['createApp']>> {
  requirePermission(ctx.caller, 'site:manage');
  const { name, redirectUris, redirectDomains, rotateRefreshTokens } = body.app;
  assertValidAddresses(redirectUris, redirectDomains);
  const { app, clientSecret } = await addApp(ctx, {
    name,
    redirect_uris: redirectUris,
    redirect_domains: redirectDomains,
    rotate_refresh_tokens: rotateRefreshTokens,
  });
  return { app: appToWire(app), clientSecret };
}

/** Changes the properties that the request names. */
export async function updateApp(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateApp']>,
): Promise<Output<Endpoints['updateApp']>> {
  requirePermission(ctx.caller, 'apps:manage');
  const { name, redirectUris, redirectDomains, rotateRefreshTokens } = body.app;
  assertValidAddresses(redirectUris, redirectDomains);
  const app = await changeApp(ctx, query.clientId, {
    name,
    redirect_uris: redirectUris,
    redirect_domains: redirectDomains,
    rotate_refresh_tokens: rotateRefreshTokens,
  });
  return { app: appToWire(app) };
}

export async function removeApp(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['deleteApp']>, 'query'>,
): Promise<Output<Endpoints['deleteApp']>> {
  requirePermission(ctx.caller, 'apps:manage');
  await deleteAppOfSite(ctx, query.clientId);
  return {};
}
