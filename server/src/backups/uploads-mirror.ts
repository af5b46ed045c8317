import { BackupError } from '../db/backup/errors.ts';
import type { UploadedFiles } from '../db/backup/files.ts';
import type { Db } from '../db/index.ts';
import type { Destination } from './destination.ts';
import { listRecoveryFiles, recoveryNames } from './recovery-files.ts';
import type { SealedDestination } from './sealed.ts';
import { filterWithoutRow, listUploadsSince } from './store.ts';

export interface MirrorOptions {
  readonly db: Db;
  readonly storage: UploadedFiles;
  readonly destination: Destination;
  readonly sealed: SealedDestination;
}

/** Milliseconds by which the periods overlap, because a row appears only when its transaction commits. */
const OVERLAP_MS = 10 * 60_000;

/** Copies uploads to the destination soon after they arrive. Uploads never change, so each is copied once. */
export function createUploadsMirror({ db, storage, destination, sealed }: MirrorOptions): {
  copyNew(): Promise<void>;
} {
  let since: Date | null = null;
  let copiedNames = new Set<string>();
  return {
    async copyNew() {
      const startedAt = new Date();
      if (since === null) copiedNames = new Set((await listRecoveryFiles(destination)).uploads);
      for (const name of await listUploadsSince(db, since)) {
        if (copiedNames.has(name)) continue;
        const content = await storage.read(name);
        if (content) await sealed.write(recoveryNames.upload(name), content);
        copiedNames.add(name);
      }
      since = new Date(startedAt.getTime() - OVERLAP_MS);
    },
  };
}

/**
 * Removes the copies of uploads that were deleted before `retentionStart`, the earliest time to which a recovery is
 * possible. PostgreSQL does not know when a row was deleted, so the time at which it was first found missing is stored.
 * @param uploads names of the uploads that have a copy
 */
export async function removeDeletedUploads(
  { db, destination, sealed }: Omit<MirrorOptions, 'storage'>,
  uploads: readonly string[],
  retentionStart: Date,
): Promise<void> {
  // The list does not exist at first, and cannot be decrypted after a change of the key: uploads are then kept longer.
  const known = await sealed.readJson<Record<string, string>>(recoveryNames.removedUploads).catch((error: unknown) => {
    if (error instanceof BackupError) return {} as Record<string, string>;
    throw error;
  });
  const missing: Record<string, string> = {};
  for (const name of await filterWithoutRow(db, uploads)) {
    const since = known[name] ?? new Date().toISOString();
    if (new Date(since) < retentionStart) await destination.remove(recoveryNames.upload(name));
    else missing[name] = since;
  }
  await sealed.writeJson(recoveryNames.removedUploads, missing);
}
