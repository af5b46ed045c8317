/** What holds for the whole process, server and command line alike: addresses, keys, sites. */
import type { Selectable } from 'kysely';
import type { Config, FastPaths } from './config.ts';
import type { Db } from './db/index.ts';
import type { Lanes } from './db/lanes.ts';
import type { Apps } from './db/tables.gen.ts';
import type { Ctx, Environment } from './kernel/ctx.ts';
import { createVault } from './kernel/encryption.ts';
import type { Log } from './kernel/log.ts';
import type { InstallationMail } from './mail/mail-server.ts';
import type { AppCache, Directory, SigningKeyRing } from './sites/index.ts';
import type { FileStorage } from './storage/file-storage.ts';
import { openStorage } from './storage/index.ts';

/** The part of the environment that comes from the configuration and from the slices. */
declare module './kernel/ctx.ts' {
  interface Environment {
    /** mail by environment (PORTICO_SMTP_URL, PORTICO_MAIL_FROM), for sites without a server of their own */
    readonly mail: InstallationMail;
    /** the bytes of uploaded files */
    readonly storage: FileStorage;
    /** addresses that webhooks may reach beside public ones (PORTICO_WEBHOOK_ALLOW) */
    readonly webhookAllow: readonly string[];
    /** addresses that a site's own mail server may have beside public ones (PORTICO_SMTP_ALLOW) */
    readonly smtpAllow: readonly string[];
    /** whether requests are limited by address (PORTICO_LIMITS) */
    readonly limits: boolean;
    readonly fastPaths: FastPaths;
    readonly lanes: Lanes;
    /** the live OAuth app of a client id, from memory */
    app(clientId: string): Promise<Readonly<Selectable<Apps>> | null>;
  }
}

interface Doors {
  readonly directory: Directory;
  readonly apps: AppCache;
  readonly signingKeys: SigningKeyRing;
  readonly lanes: Lanes;
}

export function createEnvironment(
  config: Config,
  secret: string,
  { directory, apps, signingKeys, lanes }: Doors,
): Environment {
  return {
    publicUrl: config.publicUrl,
    dashboardOrigin: config.dashboardUrl,
    tokens: signingKeys.tokens,
    keyPairs: signingKeys.keyPairs,
    vault: createVault(secret),
    mail: config.mail,
    webhookAllow: config.webhookAllow,
    smtpAllow: config.smtpAllow,
    storage: openStorage(config),
    limits: config.limits,
    fastPaths: config.fastPaths,
    lanes,
    app: apps.find,
    site: directory.site,
    siteOfHost: directory.siteOfHost,
    siteOfShortId: directory.siteOfShortId,
  };
}

/** Acts as an owner whose name in the audit log is `installation`. */
export function installationContext(db: Db, env: Environment, log: Log): Ctx {
  const caller = { kind: 'user', id: 'installation', role: 'owner' } as const;
  return { db, env, caller, paired: null, now: new Date(), log, requestId: 'installation', address: 'local' };
}
