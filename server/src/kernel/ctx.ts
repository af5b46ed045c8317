import type { Caller } from './caller.ts';
import type { Vault } from './encryption.ts';
import type { KeyPairs } from './key-pairs.ts';
import type { Log } from './log.ts';
import type { TokenSigner } from './tokens.ts';

/**
 * The context of a request. The kernel declares the parts that depend on no other folder. Other folders add theirs by
 * declaration merging: the database handle in db/handle.ts, site settings in sites/settings/site-settings.ts, settings
 * of the installation in environment.ts.
 */

/** A site as every slice uses it. `schema` is the name of the PostgreSQL schema that holds its item tables. */
export interface Site {
  readonly id: string;
  /** Prefix of every opaque secret of the site: `<shortId>.<random>`. */
  readonly shortId: string;
  readonly accountId: string;
  readonly name: string;
  readonly slug: string;
  readonly schema: string;
  /** Scheme, host and port of the site's pages, without a trailing slash. */
  readonly origin: string;
  /** Whether the site is served at PUBLIC_URL itself. */
  readonly isFirst: boolean;
}

/** Services and settings of the whole process, created once (environment.ts). */
export interface Environment {
  readonly publicUrl: string;
  /** Origin of the dashboard: PUBLIC_URL while there is one site, else DASHBOARD_URL. */
  readonly dashboardOrigin: string;
  readonly tokenSigner: TokenSigner;
  /** Signs what third parties verify: identity tokens and webhooks. */
  readonly keyPairs: KeyPairs;
  /**
   * Encrypts secrets that must be decrypted again (mail passwords, queued mails), and computes keyed hashes of
   * guessable secrets.
   */
  readonly vault: Vault;
  /** Returns the site with this host, from a Host header; the first site if no site has the host. */
  siteOfHost(host: string): Promise<Site | null>;
  /** Returns the site by id, from the cache. */
  site(id: string): Promise<Site | null>;
  /** Returns the site whose short id prefixes an opaque secret. */
  siteOfShortId(shortId: string): Promise<Site | null>;
}

/** A plain value created per request and passed as the first argument of each use case. */
export interface Ctx {
  readonly env: Environment;
  readonly caller: Caller;
  /** The visitor or member whose token accompanies an API key (`<token>,<key>`). */
  readonly paired: Caller | null;
  readonly now: Date;
  readonly log: Log;
  readonly requestId: string;
  /** IP address of the client, for rate limits and the audit log. */
  readonly address: string;
}

/** The context of a call that needs no credential: `site` is the site of the credential, if one was sent. */
export interface OpenCtx extends Ctx {
  readonly site: Site | null;
}

/** The context within one site, which almost every use case takes. */
export interface SiteCtx extends Ctx {
  readonly site: Site;
}
