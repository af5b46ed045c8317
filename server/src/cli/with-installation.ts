import type { Config } from '../config.ts';
import { type ConnectedDatabase, connect, readSecret, withConnection } from '../database.ts';
import { openDatabase } from '../db/index.ts';
import { assertMigrated } from '../db/migrate.ts';
import { createEnvironment, createInstallationContext } from '../environment.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Ctx, SiteCtx } from '../kernel/ctx.ts';
import { isGuid } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { createAppCache, createDirectory, createSigningKeyRing, type SigningKeyRing } from '../sites/index.ts';
import { UsageError } from './command.ts';
import { terminalLog } from './terminal-log.ts';

const log: Log = {
  info: () => undefined,
  warn: (fields, message) => console.error(message ?? fields),
  error: (fields, message) => console.error(message ?? fields),
};

/**
 * Runs `work` on the installation's database, with or without a running server. Fails if there is no installation, or
 * one of another version, because a command in the wrong folder must not create or change a database.
 */
export async function withInstallation<R>(
  config: Config,
  work: (ctx: Ctx, signingKeys: SigningKeyRing, connection: ConnectedDatabase) => Promise<R>,
): Promise<R> {
  const connection = await connect(config, terminalLog, { use: 'tool', create: false });
  try {
    await withConnection(connection.settings, assertMigrated);
    const database = openDatabase(connection.settings, log, 2);
    try {
      // With DATABASE_URL, the server may use another data folder than this command. A secret created here would then
      // encrypt keys that no server can decrypt.
      const secret = readSecret(config, connection.dataDir, { create: connection.isEmbedded });
      const directory = createDirectory(database.db, config.publicUrl);
      const appCache = createAppCache(database.db);
      const signingKeys = await createSigningKeyRing(database.db, secret);
      const env = createEnvironment(config, secret, {
        directory,
        appCache,
        signingKeys,
        connectionPools: { slow: database.db, points: null, replicas: null },
      });
      const caller = { kind: 'user', id: 'command line', role: 'owner' } as const;
      return await work({ ...createInstallationContext(database.db, env, log), caller }, signingKeys, connection);
    } finally {
      // Only the database needs to be closed: the caches of a command do not listen for changes.
      await database.close();
    }
  } finally {
    await connection.stop();
  }
}

/** Runs `work` within one site. */
export function withSite<R>(config: Config, siteId: string, work: (ctx: SiteCtx) => Promise<R>): Promise<R> {
  return withInstallation(config, async (ctx) => {
    const site = await ctx.env.site(siteId);
    if (!site) throw new AppError('SITE_NOT_FOUND');
    return work({ ...ctx, site });
  });
}

/** Returns the value of an option. @throws UsageError unless it is an id */
export function readGuid(values: Readonly<Record<string, string>>, option: string): string {
  const text = values[option] ?? '';
  if (!isGuid(text)) throw new UsageError(`The option --${option} must be an id, not "${text}".`);
  return text.toLowerCase();
}
