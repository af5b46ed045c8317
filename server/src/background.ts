/** Starts the work that no request waits for: queues, jobs, sweeps and backups. */
import { startBackups, startRecoveryArchive } from './backups/index.ts';
import { sweepUsedCaptchas } from './captcha/index.ts';
import type { Config } from './config.ts';
import { startDataJobs, sweepData } from './data/index.ts';
import type { OpenDatabase } from './db/index.ts';
import { startOutboxWorker, startWebhookWorker, sweepDeliveries } from './events/index.ts';
import { notifyOfDeferred, sweepForms, sweepSpam } from './forms/index.ts';
import { sweepIdentity } from './identity/index.ts';
import type { Ctx, Environment } from './kernel/ctx.ts';
import type { Log } from './kernel/log.ts';
import { startMailWorker, sweepMails } from './mail/index.ts';
import { removeSiteFiles, startFileRemoval, sweepMedia } from './media/index.ts';
import { sweepAttempts, sweepDeletedSites } from './sites/index.ts';
import { startSweeps } from './sweeps.ts';

interface BackgroundOptions {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly env: Environment;
  readonly log: Log;
  createContext(): Ctx;
}

/**
 * Starts the background work. Several processes may do it at the same time, because each claims the rows it works on.
 */
export async function startBackground({ config, database, env, log, createContext }: BackgroundOptions) {
  const { db, settings } = database;
  const outbox = startOutboxWorker(db, log);
  const mailWorker = startMailWorker({ db, env, log });
  const fileRemoval = startFileRemoval({ db, env, log });
  const webhookWorker = startWebhookWorker({ db, env, log });
  const dataJobWorker = startDataJobs(createContext);
  const sweepTimer = startSweeps(db, log, [
    sweepAttempts,
    sweepUsedCaptchas,
    sweepMails,
    sweepDeliveries,
    sweepIdentity,
    sweepData,
    sweepMedia(env),
    sweepForms(createContext),
    sweepSpam(createContext),
    notifyOfDeferred(createContext),
    sweepDeletedSites([removeSiteFiles(env)]),
  ]);
  const backupOptions = { config, db, settings, storage: env.storage, log };
  const backupWorker = startBackups(backupOptions);
  const recoveryArchive = await startRecoveryArchive(backupOptions);
  return {
    async stop(): Promise<void> {
      await outbox.stop();
      await Promise.all([mailWorker.stop(), webhookWorker.stop()]);
      await fileRemoval.stop();
      await dataJobWorker.stop();
      await sweepTimer.stop();
      await Promise.all([backupWorker.stop(), recoveryArchive.stop()]);
    },
  };
}
