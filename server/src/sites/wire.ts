import type { ApiKey, DeletedSite, OAuthApp, SiteSummary, VendorOAuthApp } from '@portico/contract/sites';
import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import type { ApiKeys, Apps, Sites, Users } from '../db/tables.gen.ts';
import type { SiteRole } from '../kernel/caller.ts';
import type { Site } from '../kernel/ctx.ts';
import { RESTORE_DAYS } from './deletion/store.ts';

export type SiteRow = Selectable<Sites>;

export const siteToWire = (site: Site, createdAt: Date, role?: SiteRole): Static<typeof SiteSummary> => ({
  siteId: site.id,
  name: site.name,
  slug: site.slug,
  url: site.origin,
  role,
  timeZone: site.settings.timeZone,
  isFirst: site.isFirst,
  clientId: site.settings.websiteAppId ?? null,
  starter: site.settings.starter ?? null,
  createdDate: createdAt.toISOString(),
});

export const deletedSiteToWire = (row: SiteRow, deletedAt: Date): Static<typeof DeletedSite> => ({
  siteId: row.id,
  name: row.name,
  slug: row.slug,
  deletedDate: deletedAt.toISOString(),
  restorableUntil: new Date(deletedAt.getTime() + RESTORE_DAYS * 86_400_000).toISOString(),
});

export const appToWire = (row: Readonly<Selectable<Apps>>): Static<typeof OAuthApp> => ({
  clientId: row.id,
  name: row.name,
  redirectUris: row.redirect_uris,
  redirectDomains: row.redirect_domains,
  rotateRefreshTokens: row.rotate_refresh_tokens,
  createdDate: row.created_at.toISOString(),
  firstUsedDate: row.first_used_at?.toISOString() ?? null,
  lastUsedDate: row.last_used_at?.toISOString() ?? null,
});

export const oauthAppToWire = (row: Readonly<Selectable<Apps>>, site: Site): Static<typeof VendorOAuthApp> => ({
  id: row.id,
  createdDate: row.created_at.toISOString(),
  name: row.name,
  description: row.description,
  loginUrl: row.login_url || undefined,
  logoutUrl: row.logout_url || undefined,
  allowedRedirectUris: row.redirect_uris,
  allowedRedirectDomains: row.redirect_domains,
  applicationType: row.application_type as Static<typeof VendorOAuthApp>['applicationType'],
  technology: row.technology as Static<typeof VendorOAuthApp>['technology'],
  redirectUrlWixPages: site.origin,
});

export const keyToWire = (row: Selectable<ApiKeys>): Static<typeof ApiKey> => ({
  keyId: row.id,
  name: row.name,
  scopes: row.scopes,
  createdDate: row.created_at.toISOString(),
  expiresDate: row.expires_at?.toISOString() ?? null,
  lastUsedDate: row.last_used_at?.toISOString() ?? null,
});

export const userToWire = (row: Pick<Selectable<Users>, 'id' | 'email' | 'name'>) => ({
  userId: row.id,
  email: row.email,
  name: row.name,
});
