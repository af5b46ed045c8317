import type { Config } from '../config.ts';
import { connect, readSecret, withConnection } from '../database.ts';
import { openDatabase } from '../db/index.ts';
import { migrate } from '../db/migrate.ts';
import { createEnvironment, installationContext } from '../environment.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Ctx, SiteCtx } from '../kernel/ctx.ts';
import type { Log } from '../kernel/log.ts';
import { createAppDoor, createDirectory, createSigningKeyRing, type SigningKeyRing } from '../sites/index.ts';
import { terminalLog } from './terminal-log.ts';

const log: Log = {
  info: () => undefined,
  warn: (fields, message) => console.error(message ?? fields),
  error: (fields, message) => console.error(message ?? fields),
};

/** Runs `work` on the installation's database, beside a running server or without one. */
export async function withInstallation<R>(
  config: Config,
  work: (ctx: Ctx, signingKeys: SigningKeyRing) => Promise<R>,
): Promise<R> {
  const connected = await connect(config, terminalLog, 'tool');
  try {
    await withConnection(connected.settings, (client) => migrate(client));
    const database = openDatabase(connected.settings, log, 2);
    try {
      const secret = readSecret(config, connected.dataDir);
      const directory = createDirectory(database.db, config.publicUrl);
      const apps = createAppDoor(database.db);
      const signingKeys = await createSigningKeyRing(database.db, secret);
      const env = createEnvironment(config, secret, {
        directory,
        apps,
        signingKeys,
        lanes: { slow: database.db, points: null },
      });
      const caller = { kind: 'user', id: 'command line', role: 'owner' } as const;
      return await work({ ...installationContext(database.db, env, log), caller }, signingKeys);
    } finally {
      // Nobody listens for changes here, so the doors need no stopping.
      await database.close();
    }
  } finally {
    await connected.stop();
  }
}

/** The same within one site. */
export function withSite<R>(config: Config, siteId: string, work: (ctx: SiteCtx) => Promise<R>): Promise<R> {
  return withInstallation(config, async (ctx) => {
    const site = await ctx.env.site(siteId);
    if (!site) throw new AppError('SITE_NOT_FOUND');
    return work({ ...ctx, site });
  });
}

/** An option that the command cannot do without. */
export function required(values: Record<string, unknown>, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new Error(`The option --${name} is missing.`);
  return value;
}
