import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './errors.ts';
import { collect, type TarEntry } from './tar.ts';

export interface OpenedFile {
  readonly size: number;
  /** Yields the first `size` bytes and closes the file. */
  read(): AsyncIterable<Buffer>;
}

/**
 * Yields the relative paths, with `/`, of the regular files in a folder and its subfolders. Yields nothing if the
 * folder does not exist.
 */
export async function* listStoredFiles(folder: string, subfolder = ''): AsyncGenerator<string> {
  if (!existsSync(join(folder, subfolder))) return;
  for await (const entry of await opendir(join(folder, subfolder))) {
    const path = subfolder ? `${subfolder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* listStoredFiles(folder, path);
    // Links are skipped, because they could lead out of the folder.
    else if (entry.isFile()) yield path;
  }
}

/** Opens a file for reading. Returns undefined if it was removed meanwhile. */
export async function openIfExists(path: string): Promise<OpenedFile | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const { size } = await handle.stat();
  return { size, read: () => readExactly(handle, size) };
}

async function* readExactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  try {
    if (size > 0) yield* handle.createReadStream({ end: size - 1, autoClose: false });
  } finally {
    await handle.close();
  }
}

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

/** @throws BackupError if the data folder already has files */
export async function receiveFiles(dataDir: string): Promise<IncomingFiles> {
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
function checkPath(path: string): string {
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
