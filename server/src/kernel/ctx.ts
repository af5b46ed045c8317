import type { Caller } from './caller.ts';
import type { Vault } from './encryption.ts';
import type { KeyPairs } from './key-pairs.ts';
import type { Log } from './log.ts';
import type { TokenSigner } from './tokens.ts';

/**
 * The context of a request. The kernel declares what needs nothing above it; other folders add their part by
 * declaration merging: the database handle in db/handle.ts, a site's settings in sites/settings/site-settings.ts,
 * settings of the installation in environment.ts.
 */

/** A site as every slice sees it. `schema` is the name of the PostgreSQL schema that holds its item tables. */
export interface Site {
  readonly id: string;
  /** leads every opaque secret of the site: `<shortId>.<random>` */
  readonly shortId: string;
  readonly accountId: string;
  readonly name: string;
  readonly slug: string;
  readonly schema: string;
  /** scheme, host and port under which the site's pages answer, without a trailing slash */
  readonly origin: string;
  /** whether it answers at PUBLIC_URL itself */
  readonly isFirst: boolean;
}

/** What holds for the whole process, made once in main.ts. */
export interface Environment {
  readonly publicUrl: string;
  /** origin at which the dashboard answers: PUBLIC_URL while there is one site, else DASHBOARD_URL */
  readonly dashboardOrigin: string;
  readonly tokens: TokenSigner;
  /** for what third parties verify: identity tokens, webhooks */
  readonly keyPairs: KeyPairs;
  /** seals what must be read again (mail passwords, waiting mails), and keys hashes of what can be guessed */
  readonly vault: Vault;
  /** the site whose pages answer at a Host header; the first site where no other has that host */
  siteOfHost(host: string): Promise<Site | null>;
  /** the site by id, from memory */
  site(id: string): Promise<Site | null>;
  /** the site whose short id leads an opaque secret */
  siteOfShortId(shortId: string): Promise<Site | null>;
}

/** A plain value made per request and passed as the first argument of each use case. */
export interface Ctx {
  readonly env: Environment;
  readonly caller: Caller;
  /** the visitor or member whose token came along with an API key (`<token>,<key>`) */
  readonly paired: Caller | null;
  readonly now: Date;
  readonly log: Log;
  readonly requestId: string;
  /** address of the client, for limits and the audit log */
  readonly address: string;
}

/** Of a call that anybody may make: the site of the credential, if one was sent. */
export interface OpenCtx extends Ctx {
  readonly site: Site | null;
}

/** The same within one site: what almost every use case takes. */
export interface SiteCtx extends Ctx {
  readonly site: Site;
}
