import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BaseCopy } from '../db/backup/base-copy.ts';
import { BackupError } from '../db/backup/errors.ts';
import { extractBaseCopy, writeSecret } from '../db/backup/extract-base.ts';
import type { UploadedFiles } from '../db/backup/files.ts';
import { recoverCluster } from '../db/embedded/recovery.ts';
import { openDatabase } from '../db/index.ts';
import type { Log } from '../kernel/log.ts';
import type { Destination } from './destination.ts';
import { parseCompactTime } from './list.ts';
import { listRecoveryFiles, positionOf, recoveryNames } from './recovery-files.ts';
import { type SealedDestination, sealDestination } from './sealed.ts';
import { filterWithoutRow } from './store.ts';

export interface RecoverOptions {
  readonly destination: Destination;
  readonly key: string;
  readonly dataDir: string;
  /** The moment to recover; null for the latest one. */
  readonly to: Date | null;
  /** Opens the storage for uploads in the settled data folder. */
  openStorage(dataDir: string): UploadedFiles;
  readonly log: { info(message: string): void; warn(message: string): void };
}

export interface RecoveryResult {
  /** Time of the copy from which the recovery started. */
  readonly copiedAt: Date;
  /** Commit time of the last recovered transaction; null if the log contained none. */
  readonly lastCommitAt: Date | null;
  readonly files: number;
}

/**
 * Recovers the embedded database to a moment, with the uploads to which its rows refer. PostgreSQL is stopped
 * afterwards.
 * @throws BackupError if there is no copy before that moment, and EmbeddedDatabaseError if the recovery fails
 */
export async function recover(options: RecoverOptions): Promise<RecoveryResult> {
  const { destination, key, dataDir, to, log } = options;
  const sealedDestination = sealDestination(destination, key);
  const { bases, wal, uploads } = await listRecoveryFiles(destination);
  const base = await findBase(sealedDestination, bases, to);
  if (!base) {
    const first = bases.map(({ takenAt }) => takenAt).sort()[0];
    const hint = first ? `the first copy is of ${parseCompactTime(first).toISOString()}` : 'it contains no copy';
    throw new BackupError(
      `${destination.address} does not reach back to ${to?.toISOString() ?? 'any moment'}: ${hint}.`,
    );
  }
  const { systemId, info } = base;
  const neededSegments = wal.filter(
    ({ systemId: id, segment }) =>
      id === systemId && (segment.endsWith('.history') || positionOf(segment) >= positionOf(info.startWal)),
  );
  let secret: Buffer | null = null;
  const { embedded, lastCommitAt } = await recoverCluster({
    dataDir,
    to,
    log,
    async writeCluster(folder) {
      log.info(`Copying the database of ${info.consistentAt}.`);
      secret = await extractBaseCopy(sealedDestination.read(recoveryNames.copy(systemId, base.takenAt)), folder);
    },
    async writeLog(folder) {
      log.info(`Fetching ${neededSegments.length} segments of the write-ahead log.`);
      for (const { segment, name } of neededSegments)
        await pipeline(sealedDestination.read(name), createWriteStream(join(folder, segment)));
    },
  });
  try {
    if (secret) await writeSecret(embedded.dataDir, secret);
    const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const database = openDatabase(embedded.connection, quiet, 1);
    const missing = new Set(await filterWithoutRow(database.db, uploads).finally(() => database.close()));
    const presentUploads = uploads.filter((name) => !missing.has(name));
    log.info(`Restoring ${presentUploads.length} files.`);
    await restoreUploads(sealedDestination, options.openStorage(embedded.dataDir), presentUploads);
    return { copiedAt: new Date(info.consistentAt), lastCommitAt, files: presentUploads.length };
  } finally {
    await embedded.stop();
  }
}

/** Returns the newest copy from which the moment can be reached. */
async function findBase(
  sealed: SealedDestination,
  bases: readonly { readonly systemId: string; readonly takenAt: string }[],
  to: Date | null,
): Promise<{ systemId: string; takenAt: string; info: BaseCopy } | null> {
  const newestFirst = bases.toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1));
  for (const base of newestFirst) {
    if (to && parseCompactTime(base.takenAt) > to) continue;
    const info = await sealed.readJson<BaseCopy>(recoveryNames.info(base.systemId, base.takenAt));
    if (!to || new Date(info.consistentAt) <= to) return { ...base, info };
  }
  return null;
}

async function restoreUploads(
  sealed: SealedDestination,
  storage: UploadedFiles,
  names: readonly string[],
): Promise<void> {
  await mkdir(storage.incoming, { recursive: true });
  const folder = await mkdtemp(join(storage.incoming, 'recovery-'));
  try {
    for (const name of names) {
      const file = join(folder, 'file');
      await pipeline(sealed.read(recoveryNames.upload(name)), createWriteStream(file, { mode: 0o600 }));
      await storage.put(name, file, (await stat(file)).size);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
