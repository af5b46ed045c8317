/** What holds for the whole process, server and command line alike: addresses, keys, sites. */
import type { Config } from './config.ts';
import type { Db } from './db/index.ts';
import type { Lanes } from './db/lanes.ts';
import type { Ctx, Environment } from './kernel/ctx.ts';
import { createVault } from './kernel/encryption.ts';
import type { Log } from './kernel/log.ts';
import type { AppDoor, Directory, SigningKeyRing } from './sites/index.ts';
import { openStorage } from './storage/index.ts';

interface Doors {
  readonly directory: Directory;
  readonly apps: AppDoor;
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
