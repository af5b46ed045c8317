/** Creates the environment of the process, for the server and the command line: addresses, keys, sites, services. */
import type { Selectable } from 'kysely';
import type { Config, FastPaths } from './config.ts';
import type { ConnectionPools } from './db/connection-pools.ts';
import type { Db } from './db/index.ts';
import type { Apps } from './db/tables.gen.ts';
import type { Ctx, Environment } from './kernel/ctx.ts';
import { createVault } from './kernel/encryption.ts';
import type { Log } from './kernel/log.ts';
import type { InstallationMail } from './mail/mail-server.ts';
import type { AppCache, Directory, SigningKeyRing } from './sites/index.ts';
import type { FileStorage } from './storage/file-storage.ts';
import { openStorage } from './storage/index.ts';

/** Adds the parts of the environment that come from the configuration and from the slices. */
declare module './kernel/ctx.ts' {
  interface Environment {
    /** The mail server and sender of PORTICO_SMTP_URL and PORTICO_MAIL_FROM, for sites without their own. */
    readonly mail: InstallationMail;
    /** Data folder of this process (PORTICO_DATA_DIR). */
    readonly dataDir: string;
    /** Storage for uploaded files. */
    readonly storage: FileStorage;
    /** Private addresses that a webhook may have (PORTICO_WEBHOOK_ALLOW). */
    readonly webhookAllow: readonly string[];
    /** Private addresses that a site's own mail server may have (PORTICO_SMTP_ALLOW). */
    readonly smtpAllow: readonly string[];
    /** Whether rate limits by IP address and delays after failed sign-ins apply (PORTICO_LIMITS). */
    readonly hasRateLimits: boolean;
    readonly fastPaths: FastPaths;
    readonly connectionPools: ConnectionPools;
    /** Returns the OAuth app with this client id, from the cache; null if it does not exist or was deleted. */
    app(clientId: string): Promise<Readonly<Selectable<Apps>> | null>;
    /** Records that tokens were issued to the app with this client id; see AppCache. */
    recordAppUse(clientId: string, now: Date): void;
  }
}

interface EnvironmentServices {
  readonly directory: Directory;
  readonly appCache: AppCache;
  readonly signingKeys: SigningKeyRing;
  readonly connectionPools: ConnectionPools;
}

export function createEnvironment(
  config: Config,
  secret: string,
  { directory, appCache, signingKeys, connectionPools }: EnvironmentServices,
): Environment {
  return {
    publicUrl: config.publicUrl,
    dashboardOrigin: config.dashboardUrl,
    tokenSigner: signingKeys.tokenSigner,
    keyPairs: signingKeys.keyPairs,
    vault: createVault(secret),
    mail: config.mail,
    webhookAllow: config.webhookAllow,
    smtpAllow: config.smtpAllow,
    siteLimits: config.siteLimits,
    dataDir: config.dataDir,
    storage: openStorage(config),
    hasRateLimits: config.hasRateLimits,
    fastPaths: config.fastPaths,
    connectionPools,
    app: appCache.find,
    recordAppUse: appCache.recordUse,
    site: directory.site,
    siteOfHost: directory.siteOfHost,
    siteOfShortId: directory.siteOfShortId,
  };
}

/** Returns a context with the rights of an owner. The audit log names `installation` as the actor. */
export function createInstallationContext(db: Db, env: Environment, log: Log): Ctx {
  const caller = { kind: 'user', id: 'installation', role: 'owner' } as const;
  return { db, env, caller, paired: null, now: new Date(), log, requestId: 'installation', address: 'local' };
}
