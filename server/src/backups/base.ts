import { type BaseCopy, writeBaseCopy } from '../db/backup/base-copy.ts';
import { BackupError } from '../db/backup/errors.ts';
import { compactTime, parseCompactTime } from './list.ts';
import { listRecoveryFiles, positionOf, recoveryNames } from './recovery-files.ts';
import { type BackupTask, recordRun } from './run.ts';
import { selectExpired } from './schedule.ts';
import type { SealedDestination } from './sealed.ts';
import { removeDeletedUploads } from './uploads-mirror.ts';
import type { WalShipper } from './wal-shipping.ts';

export interface BaseJob
  extends Pick<BackupTask, 'db' | 'settings' | 'destination' | 'keep' | 'dataDir' | 'log' | 'signal'> {
  readonly sealed: SealedDestination;
  readonly shipper: WalShipper;
  readonly systemId: string;
}

/**
 * Copies the embedded database to the destination, as the start of a later recovery, and removes the copies, log
 * segments and uploads that need not be kept.
 */
export async function runBaseCopy(job: BaseJob): Promise<void> {
  const { settings, dataDir, signal, sealed, shipper, systemId } = job;
  const takenAt = compactTime(new Date());
  const name = recoveryNames.copy(systemId, takenAt);
  await recordRun(job, 'BASE', name, async (count) => {
    const info = await writeBaseCopy(settings, { dataDir, signal }, (bytes) => sealed.write(name, count(bytes)));
    // The copy is complete only with the log that was written during it.
    await shipper.ship();
    await sealed.writeJson(recoveryNames.info(systemId, takenAt), info);
  });
  await removeExpiredCopies(job);
}

async function removeExpiredCopies(job: BaseJob): Promise<void> {
  const { db, destination, sealed, keep } = job;
  const { bases, wal, uploads } = await listRecoveryFiles(destination);
  const stored = bases.map((base) => ({ ...base, takenAt: parseCompactTime(base.takenAt), time: base.takenAt }));
  const expired = selectExpired(stored, keep, new Date());
  for (const { systemId, time } of expired) {
    await destination.remove(recoveryNames.info(systemId, time));
    await destination.remove(recoveryNames.copy(systemId, time));
  }
  const kept = stored.filter((base) => !expired.includes(base));
  const infos = await Promise.all(kept.map(({ systemId, time }) => readInfo(sealed, systemId, time)));
  for (const { systemId, segment, name } of wal) {
    const starts = infos.filter((info) => info.systemId === systemId).map(({ startWal }) => positionOf(startWal));
    const isNeeded = segment.endsWith('.history') || starts.some((start) => positionOf(segment) >= start);
    if (!isNeeded) await destination.remove(name);
  }
  const retentionStart = Math.min(...infos.map(({ consistentAt }) => Date.parse(consistentAt)));
  await removeDeletedUploads({ db, destination, sealed }, uploads, new Date(retentionStart));
}

type CopyInfo = Pick<BaseCopy, 'startWal' | 'consistentAt'> & { readonly systemId: string };

/** A copy that was encrypted with an earlier key keeps its log until the copy expires. */
async function readInfo(sealed: SealedDestination, systemId: string, time: string): Promise<CopyInfo> {
  try {
    return { systemId, ...(await sealed.readJson<BaseCopy>(recoveryNames.info(systemId, time))) };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { systemId, startWal: '0'.repeat(24), consistentAt: parseCompactTime(time).toISOString() };
  }
}
