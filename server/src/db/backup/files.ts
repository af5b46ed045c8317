// The uploaded files and the secret of an installation, as a backup reads them.
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, opendir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Storage of uploaded files outside of the data folder, under the names `<site id>/<file id>`. */
export interface UploadedFiles {
  list(): AsyncIterable<{ readonly name: string; readonly bytes: number }>;
  read(name: string): Promise<Readable | null>;
  /** A local folder for files that are still to be moved into the storage. */
  readonly incoming: string;
  /** Moves a local file into the storage. */
  put(name: string, path: string, bytes: number): Promise<void>;
}

/** An uploaded file under its path in the archive, which is its path in the folder `files` of a data folder. */
export interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly body: AsyncIterable<Buffer>;
}

/** Opens the uploaded files one after the other. Skips files that are removed meanwhile. */
export async function* openFiles(dataDir: string, bucket: UploadedFiles | null): AsyncGenerator<StoredFile> {
  if (bucket) {
    for await (const { name, bytes } of bucket.list()) {
      const body = await bucket.read(name);
      if (body) yield { path: pathOf(name), size: bytes, body };
    }
    return;
  }
  const folder = join(dataDir, 'files');
  for await (const path of listStoredFiles(folder)) {
    const opened = await openIfExists(join(folder, path));
    if (opened) yield { path, size: opened.size, body: opened.read() };
  }
}

/** Returns the path of a stored file in an archive: `<site id>/<first two letters of the file id>/<file id>`. */
function pathOf(name: string): string {
  const [site = '', id = ''] = name.split('/');
  return `${site}/${id.slice(0, 2)}/${id}`;
}

/** Returns the storage name of the file at a path in an archive; null if no uploaded file can have this path. */
export function storedNameOf(path: string): string | null {
  const [, site, id] = /^([0-9a-f-]{36})\/[0-9a-f]{2}\/([0-9a-f-]{36}(?:\.thumbnail)?)$/.exec(path) ?? [];
  return site && id ? `${site}/${id}` : null;
}

/** Writes a file that only its owner may read. It is given its name only after it was flushed to disk. */
export async function writeFileAtomically(file: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const partial = `${file}.partial`;
  try {
    // A backup contains password hashes and the secret that signs sessions: the mode does not depend on the umask.
    await rm(partial, { force: true });
    await pipeline(bytes, createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }));
    await rename(partial, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

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
  const entries = await opendir(join(folder, subfolder)).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for await (const entry of entries) {
    const path = subfolder ? `${subfolder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* listStoredFiles(folder, path);
    // Links are skipped, because they could lead out of the folder.
    else if (entry.isFile()) yield path;
  }
}

/** True for the error of a file or folder that does not exist. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Opens a file for reading. Returns undefined if it was removed meanwhile. */
export async function openIfExists(path: string): Promise<OpenedFile | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
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
