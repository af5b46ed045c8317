import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { isMissing, listStoredFiles, writeFileAtomically } from '../db/backup/files.ts';
import type { StoredName } from '../storage/file-storage.ts';
import { openS3Storage } from '../storage/s3.ts';
import type { BackupTarget } from './settings.ts';

/** Where backups are kept: a folder or a bucket. Names may contain slashes. */
export interface Destination {
  /** Address for messages: the folder, or `s3://BUCKET/PREFIX`. */
  readonly address: string;
  /** Stores a stream. The name exists only once the whole stream is stored durably. */
  write(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Returns the content; null if there is no such name. */
  read(name: string): Promise<Readable | null>;
  /** Removes a name. A missing one is not an error. */
  remove(name: string): Promise<void>;
  /** Lists the names, in no particular order. */
  list(): AsyncIterable<StoredName>;
}

/** Opens the destination. Uses neither disk nor network before the first call. */
export function openDestination(target: BackupTarget): Destination {
  if ('folder' in target) return openFolder(target.folder);
  const { bucket, prefix } = target.bucket;
  const { write, read, remove, list } = openS3Storage(target.bucket, '');
  return { address: `s3://${bucket}${prefix && `/${prefix}`}`, write, read, remove, list };
}

function openFolder(folder: string): Destination {
  return {
    address: folder,
    async write(name, bytes) {
      const file = join(folder, name);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFileAtomically(file, bytes);
    },
    async read(name) {
      try {
        const handle = await open(join(folder, name), 'r');
        return createReadStream('', { fd: handle });
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    list: () => listFiles(folder),
  };
}

/** Yields the files of a folder and its subfolders, without those that are being written. */
async function* listFiles(folder: string): AsyncGenerator<StoredName> {
  for await (const name of listStoredFiles(folder)) {
    if (name.endsWith('.partial')) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found) yield { name, changedAt: found.mtime, bytes: found.size };
  }
}
