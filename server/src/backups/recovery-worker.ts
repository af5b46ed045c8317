import { join } from 'node:path';
import { readSystemId } from '../db/backup/base-copy.ts';
import { withBackupLock } from '../db/backup/lock.ts';
import { walFolderOf } from '../db/embedded/wal-folder.ts';
import { startPoller } from '../queue/index.ts';
import { runBaseCopy } from './base.ts';
import { openDestination } from './destination.ts';
import { isDue } from './schedule.ts';
import { sealDestination } from './sealed.ts';
import { findArchiveFailure, findPreviousRuns } from './store.ts';
import { createUploadsMirror } from './uploads-mirror.ts';
import { createWalShipper } from './wal-shipping.ts';
import type { BackupsOptions } from './worker.ts';

const POLL_MS = 5_000;
/** Age in milliseconds above which waiting segments are reported, because they fill the disk. */
const LATE_MS = 300_000;
/** Milliseconds between repeated reports. */
const REPORT_MS = 60_000;

/**
 * Moves the write-ahead log of the embedded database and new uploads to PORTICO_BACKUP_TO, and copies the database when
 * the schedule says so. Only one server uses an embedded database, so no other process does the same.
 */
export async function startRecoveryArchive(options: BackupsOptions): Promise<{ stop(): Promise<void> }> {
  const { config, db, settings, storage, log } = options;
  const { to, key, archivesWal, schedule, keep } = config.backup;
  if (!archivesWal || !to || key === null) return { stop: async () => undefined };
  const abort = new AbortController();
  const destination = openDestination(to);
  const sealed = sealDestination(destination, key);
  const systemId = await readSystemId(settings);
  const shipper = createWalShipper(walFolderOf(join(config.dataDir, 'postgres')), sealed, systemId);
  const mirror = createUploadsMirror({ db, storage, destination, sealed });
  const job = { db, settings, destination, keep, dataDir: config.dataDir, log, signal: abort.signal };
  const report = createReporter((message, fields) => log.error({ to: destination.address, ...fields }, message));

  const isCopyDue = async (): Promise<boolean> =>
    schedule !== null && isDue(schedule, await findPreviousRuns(db, 'BASE'), new Date());
  const pass = async (): Promise<void> => {
    try {
      await shipper.ship();
      await mirror.copyNew();
      if (await isCopyDue()) {
        await withBackupLock(settings, () => runBaseCopy({ ...job, sealed, shipper, systemId }));
      }
    } catch (error) {
      if (!abort.signal.aborted)
        report('The recovery archive could not be written. The server will try again.', { err: error });
    }
    const { count, since } = await shipper.backlog();
    if (since && Date.now() - since.getTime() > LATE_MS) {
      report('The write-ahead log waits for its upload and fills the disk.', { segments: count, since });
    }
    const failure = await findArchiveFailure(db).catch(() => null);
    if (failure) report('PostgreSQL cannot archive its write-ahead log, which fills the disk.', { failure });
  };
  const poller = startPoller(pass, { pollMs: POLL_MS, nudgeMs: [] });
  return {
    stop() {
      abort.abort();
      return poller.stop();
    },
  };
}

/** Returns a function that passes on each message at most once in REPORT_MS. */
function createReporter(write: (message: string, fields: object) => void): (message: string, fields: object) => void {
  const writtenAt = new Map<string, number>();
  return (message, fields) => {
    if (Date.now() - (writtenAt.get(message) ?? 0) < REPORT_MS) return;
    writtenAt.set(message, Date.now());
    write(message, fields);
  };
}
