import type { ApiKey, OAuthApp, SiteSummary } from '@portico/contract/sites';
import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import type { ApiKeys, Apps, Sites, Users } from '../db/tables.gen.ts';
import type { SiteRole } from '../kernel/caller.ts';
import type { Site } from '../kernel/ctx.ts';

export type SiteRow = Selectable<Sites>;

export const siteToWire = (site: Site, createdAt: Date, role?: SiteRole): Static<typeof SiteSummary> => ({
  siteId: site.id,
  name: site.name,
  slug: site.slug,
  url: site.origin,
  role,
  createdDate: createdAt.toISOString(),
});

export const appToWire = (row: Selectable<Apps>): Static<typeof OAuthApp> => ({
  clientId: row.id,
  name: row.name,
  redirectUris: row.redirect_uris,
  redirectDomains: row.redirect_domains,
  rotateRefreshTokens: row.rotate_refresh_tokens,
  createdDate: row.created_at.toISOString(),
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
