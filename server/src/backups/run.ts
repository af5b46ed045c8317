import type { UploadedFiles } from '../db/backup/files.ts';
import { writeArchive } from '../db/backup/index.ts';
import { withBackupLock } from '../db/backup/lock.ts';
import type { Db } from '../db/index.ts';
import type { ConnectionSettings } from '../db/pool.ts';
import { newId } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import type { Destination } from './destination.ts';
import { listBackups, nameBackup } from './list.ts';
import { type Retention, selectExpired } from './schedule.ts';
import { type BackupKind, deleteOldRuns, finishRun, insertRun } from './store.ts';

export interface BackupTask {
  readonly db: Db;
  readonly settings: ConnectionSettings;
  readonly destination: Destination;
  readonly key: string;
  readonly keep: Retention;
  readonly dataDir: string;
  readonly bucket: UploadedFiles | null;
  readonly log: Log;
  readonly signal?: AbortSignal;
}

export interface FinishedBackup {
  readonly name: string;
  readonly bytes: number;
  readonly milliseconds: number;
  /** Names of the backups that the retention removed. */
  readonly removed: readonly string[];
}

/**
 * Writes an encrypted archive to the destination and removes the archives that need not be kept. Returns undefined if
 * another process is running a backup, or if `isStillDue` returns false once this process holds the lock.
 */
export function runBackup(
  job: BackupTask,
  isStillDue: () => Promise<boolean> = async () => true,
): Promise<FinishedBackup | undefined> {
  return withBackupLock(job.settings, async () => {
    if (!(await isStillDue())) return undefined;
    const { settings, destination, ...options } = job;
    const name = nameBackup(new Date());
    const finished = await recordRun(job, 'ARCHIVE', name, async (count) => {
      await writeArchive(settings, options, (bytes) => destination.write(name, count(bytes)));
    });
    return { ...finished, removed: await removeExpired(job) };
  });
}

/** Stores and logs the start and the end of a run. */
export async function recordRun(
  { db, destination, log }: Pick<BackupTask, 'db' | 'destination' | 'log'>,
  kind: BackupKind,
  name: string,
  work: (count: (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer>) => Promise<void>,
): Promise<Omit<FinishedBackup, 'removed'>> {
  const id = newId();
  const startedAt = new Date();
  let bytes = 0;
  await insertRun(db, { id, kind, name, started_at: startedAt });
  const finish = (failure: string | null) => finishRun(db, id, { at: new Date(), bytes, failure });
  try {
    await work(async function* (chunks) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        yield chunk;
      }
    });
  } catch (error) {
    await finish(error instanceof Error ? error.message : String(error)).catch(() => undefined);
    throw error;
  }
  await finish(null);
  await deleteOldRuns(db, kind);
  const milliseconds = Date.now() - startedAt.getTime();
  log.info({ backup: name, to: destination.address, bytes, milliseconds }, 'A backup was written.');
  return { name, bytes, milliseconds };
}

async function removeExpired({ destination, keep }: BackupTask): Promise<string[]> {
  const expired = selectExpired(await listBackups(destination), keep, new Date());
  for (const { name } of expired) await destination.remove(name);
  return expired.map(({ name }) => name);
}
