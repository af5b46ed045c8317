// The uploaded files and the secret of an installation, as a restore writes them.
import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newId } from '../../kernel/ids.ts';
import { BackupError } from './errors.ts';
import { storedNameOf, type UploadedFiles } from './files.ts';
import { collect, type TarEntry } from './tar.ts';

/** Files that are restored into a data folder. They are written beside it until everything else has succeeded. */
export interface IncomingFiles {
  add(path: string, entry: TarEntry): Promise<void>;
  addSecret(entry: TarEntry): Promise<void>;
  /** Moves the files to their final paths. */
  commit(): Promise<void>;
  /** Removes the files, whether or not they have been moved. */
  discard(): Promise<void>;
}

const MAX_SECRET_BYTES = 4096;

/**
 * Receives files into the data folder, or into a bucket. A failed restore leaves files in the bucket that no row of the
 * database names. The server's sweep removes such files after a day.
 * @throws BackupError if the data folder already has files
 */
export async function receiveFiles(dataDir: string, bucket: UploadedFiles | null): Promise<IncomingFiles> {
  const local = await receiveIntoFolder(dataDir);
  return bucket ? { ...local, add: (path, entry) => putIntoBucket(bucket, path, entry) } : local;
}

/** Reads the files and stores nothing. */
export const discardFiles: IncomingFiles = {
  add: (_path, entry) => readToEnd(entry.body),
  addSecret: (entry) => readToEnd(entry.body),
  commit: async () => undefined,
  discard: async () => undefined,
};

async function readToEnd(body: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of body);
}

async function putIntoBucket(bucket: UploadedFiles, path: string, entry: TarEntry): Promise<void> {
  const name = storedNameOf(path);
  if (name === null) throw new BackupError(`The archive is damaged: ${JSON.stringify(path)} is not an uploaded file.`);
  await mkdir(bucket.incoming, { recursive: true });
  const temporary = join(bucket.incoming, newId());
  try {
    await pipeline(entry.body, createWriteStream(temporary, { flags: 'wx', mode: 0o600 }));
    await bucket.put(name, temporary, entry.size);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function receiveIntoFolder(dataDir: string): Promise<IncomingFiles> {
  const folder = join(dataDir, 'files');
  const secret = join(dataDir, 'secret');
  const incoming = { folder: `${folder}.restoring`, secret: `${secret}.restoring` };
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new BackupError(`The folder ${folder} is not empty: move it away, or restore into another data folder.`);
  }
  const clear = async (): Promise<void> => {
    await rm(incoming.folder, { recursive: true, force: true });
    await rm(incoming.secret, { force: true });
  };
  await clear();
  const movedPaths: string[] = [];
  const moveTo = async (from: string, to: string): Promise<void> => {
    if (!existsSync(from)) return;
    await rename(from, to);
    movedPaths.push(to);
  };
  return {
    async add(path, entry) {
      const target = join(incoming.folder, checkPath(path));
      await mkdir(dirname(target), { recursive: true });
      await pipeline(entry.body, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
    },
    async addSecret(entry) {
      if (entry.size > MAX_SECRET_BYTES) throw new BackupError('The archive is damaged: its secret is too long.');
      await mkdir(dataDir, { recursive: true });
      await writeFile(incoming.secret, await collect(entry.body), { mode: 0o600, flush: true });
    },
    async commit() {
      if (existsSync(incoming.folder) && existsSync(folder)) await rm(folder, { recursive: true });
      // A data folder without files may already have a secret, which is renamed instead of deleted.
      if (existsSync(incoming.secret) && existsSync(secret)) await rename(secret, `${secret}.before-restore`);
      await moveTo(incoming.folder, folder);
      await moveTo(incoming.secret, secret);
    },
    async discard() {
      await clear();
      for (const path of movedPaths) await rm(path, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the path if it stays inside the folder. Threat: an archive from another source may contain paths that lead
 * out of the folder (`../../.ssh/authorized_keys`).
 * @throws BackupError for any other path
 */
export function checkPath(path: string): string {
  const normalized = normalize(path);
  if (
    path === '' ||
    normalized.startsWith('..') ||
    normalized.startsWith(sep) ||
    normalized.includes('\0') ||
    normalized !== path
  ) {
    throw new BackupError(`The archive is damaged: ${JSON.stringify(path)} is not a valid file path.`);
  }
  return normalized;
}
