import { LRUCache } from 'lru-cache';
import { onChange } from '../db/changes.ts';
import type { Db } from '../db/index.ts';
import type { Site } from '../kernel/ctx.ts';
import { nameCache } from '../kernel/diagnostics.ts';
import { isGuid } from '../kernel/ids.ts';
import type { SiteLimits } from '../kernel/site-limits.ts';
import { settingsOf } from './settings/site-settings.ts';
import { findFirstSite, findSite, findSiteByShortId, findSiteBySlug } from './store.ts';
import type { SiteRow } from './wire.ts';

/** The sites of this installation by id and by host, cached until a change notice arrives. */
export interface Directory {
  site(id: string): Promise<Site | null>;
  /** Returns the site at this host. The first site is served at every host that belongs to no other site. */
  siteOfHost(host: string): Promise<Site | null>;
  /** Returns the site whose short id is the prefix of an opaque secret. */
  siteOfShortId(shortId: string): Promise<Site | null>;
  stop(): void;
}

export function createDirectory(db: Db, publicUrl: string): Directory {
  const [byId, byHost, byShortId] = [createCache(), createCache(), createCache()];
  const forget = (id: string | null): void => {
    if (id === null) byId.clear();
    else byId.delete(id);
    byHost.clear();
    byShortId.clear();
  };
  const stop = onChange('site', forget);

  return {
    site(id) {
      if (!isGuid(id)) return Promise.resolve(null);
      return readThrough(byId, id, async () => toSite(publicUrl, await findSite(db, id), await findFirstSite(db)));
    },
    siteOfHost(host) {
      return readThrough(byHost, host.toLowerCase(), async () => {
        const slug = slugOfHost(publicUrl, host.toLowerCase());
        const first = await findFirstSite(db);
        const row = (slug === null ? undefined : await findSiteBySlug(db, slug)) ?? first;
        // The host of a deleted site stays reserved until its slug is free. The first site must not be served there.
        return row?.deleted_at ? null : toSite(publicUrl, row, first);
      });
    },
    siteOfShortId(shortId) {
      return readThrough(byShortId, shortId, async () =>
        toSite(publicUrl, await findSiteByShortId(db, shortId), await findFirstSite(db)),
      );
    },
    stop,
  };
}

/**
 * Converts a row. Each site has its own origin: the first site has PUBLIC_URL, any other that URL with `{slug}.`
 * before the host. `first` is the row of the first site.
 */
export function toSite(publicUrl: string, row: SiteRow | undefined, first: SiteRow | undefined): Site | null {
  if (!row) return null;
  const url = new URL(publicUrl);
  const origin = row.id === first?.id ? url.origin : `${url.protocol}//${row.slug}.${url.host}`;
  return {
    id: row.id,
    shortId: row.short_id,
    accountId: row.account_id,
    name: row.name,
    slug: row.slug,
    schema: row.schema_name,
    origin,
    isFirst: row.id === first?.id,
    settings: settingsOf(row.settings),
    limits: (row.settings as { readonly limits?: Partial<SiteLimits> }).limits ?? {},
  };
}

function slugOfHost(publicUrl: string, host: string): string | null {
  const base = `.${new URL(publicUrl).host}`;
  return host.endsWith(base) ? host.slice(0, -base.length) : null;
}

type SiteCache = LRUCache<string, Promise<Site | null>>;

/** Threat: hosts come from requests, and invented ones must not fill the memory. */
const createCache = (): SiteCache => nameCache('sites', new LRUCache({ max: 1_000 }));

/** Returns the cached site, or loads and caches it. A failed query is not cached. */
function readThrough(cache: SiteCache, key: string, load: () => Promise<Site | null>): Promise<Site | null> {
  const found = cache.get(key);
  if (found) return found;
  const pendingSite = load();
  cache.set(key, pendingSite);
  pendingSite.catch(() => cache.delete(key));
  return pendingSite;
}
