import type { Config } from '../config.ts';
import type { UploadedFiles } from '../db/backup/files.ts';
import type { Db } from '../db/index.ts';
import type { ConnectionSettings } from '../db/pool.ts';
import type { Log } from '../kernel/log.ts';
import { startPoller } from '../queue/index.ts';
import { openDestination } from './destination.ts';
import { runBackup } from './run.ts';
import { isDue } from './schedule.ts';
import { findPreviousRuns } from './store.ts';

export interface BackupsOptions {
  readonly config: Config;
  readonly db: Db;
  readonly settings: ConnectionSettings;
  readonly storage: UploadedFiles;
  readonly log: Log;
}

const POLL_MS = 30_000;

/**
 * Runs the scheduled backups of PORTICO_BACKUP_TO. Every process polls; one of them runs a backup that is due. Stopping
 * cancels a running backup, which the next start repeats.
 */
export function startBackups({ config, db, settings, storage, log }: BackupsOptions): { stop(): Promise<void> } {
  const { to, key, schedule, keep } = config.backup;
  if (!to || key === null || !schedule) return { stop: async () => undefined };
  const abort = new AbortController();
  const destination = openDestination(to);
  // Uploads in the data folder are read from there.
  const bucket = config.s3 && storage;
  const job = { db, settings, destination, key, keep, dataDir: config.dataDir, bucket, log, signal: abort.signal };
  const checkIsDue = async (): Promise<boolean> => isDue(schedule, await findPreviousRuns(db, 'ARCHIVE'), new Date());
  const pass = async (): Promise<void> => {
    try {
      if (await checkIsDue()) await runBackup(job, checkIsDue);
    } catch (error) {
      if (!abort.signal.aborted) {
        log.error({ err: error, to: destination.address }, 'The scheduled backup failed and will be repeated.');
      }
    }
  };
  const poller = startPoller(pass, { pollMs: POLL_MS, nudgeMs: [] });
  return {
    stop() {
      abort.abort();
      return poller.stop();
    },
  };
}
