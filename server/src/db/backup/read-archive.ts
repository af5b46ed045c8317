import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { decryptStream, HEADER_BYTES, isEncrypted } from './encryption.ts';
import { BackupError } from './errors.ts';
import { readTar, type TarEntry } from './tar.ts';

export type Entries = AsyncGenerator<TarEntry>;

/**
 * Authenticates an encrypted archive from its first to its last byte. Does nothing for an archive that is not
 * encrypted.
 * @throws BackupError if the key is missing or wrong, or the archive is damaged or incomplete
 */
export async function checkArchive(file: string, key: string | null): Promise<void> {
  try {
    if (!(await startsEncrypted(file))) return;
    for await (const _ of decryptStream(requireKey(file, key), createReadStream(file)));
  } catch (error) {
    throw toBackupError(error, file);
  }
}

/** Passes the entries of an archive to `work`. @throws BackupError with one sentence for the operator */
export async function readArchive<R>(
  file: string,
  key: string | null,
  work: (entries: Entries) => Promise<R>,
): Promise<R> {
  const source = createReadStream(file);
  try {
    await once(source, 'open');
    const plain = (await startsEncrypted(file)) ? decryptStream(requireKey(file, key), source) : source;
    const unzipped = createGunzip();
    // `work` receives the failure from the stream. This handler prevents an unhandled rejection.
    pipeline(plain, unzipped).catch(() => undefined);
    return await work(readTar(unzipped));
  } catch (error) {
    throw toBackupError(error, file);
  } finally {
    source.destroy();
  }
}

async function startsEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return isEncrypted(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

function requireKey(file: string, key: string | null): string {
  if (key === null) throw new BackupError(`${file} is encrypted: set PORTICO_BACKUP_KEY to the key of the backup.`);
  return key;
}

function toBackupError(error: unknown, file: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (['Z_DATA_ERROR', 'Z_BUF_ERROR'].includes(code)) {
    return new BackupError(`${file} is not a backup of Portico, or is damaged.`, { cause: error });
  }
  if (['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR'].includes(code) && isAboutFile(error, file)) {
    return new BackupError(`${file} cannot be read (${code}).`, { cause: error });
  }
  if (['ENOSPC', 'EDQUOT', '53100'].includes(code)) {
    return new BackupError('The disk is full: nothing was restored.', { cause: error });
  }
  return error;
}

/** True if the error is about this file; an error of reading from an open file has no path. */
const isAboutFile = (error: unknown, file: string): boolean =>
  [undefined, file].includes((error as NodeJS.ErrnoException).path);
