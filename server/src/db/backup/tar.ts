import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Pack, pack } from 'tar-stream';
import { BackupError } from './errors.ts';

/** A file to write. Its size must be known in advance, because the archive contains it before the bytes. */
export interface TarFile {
  readonly name: string;
  readonly size: number;
  readonly body: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Returns a file to write with this text. */
export function textFile(name: string, text: string): TarFile {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, body: [bytes] };
}

export interface TarEntry {
  readonly name: string;
  readonly size: number;
  /** Must be read before the next entry; unread bytes are skipped. */
  readonly body: AsyncIterable<Buffer>;
}

/**
 * Writes files into a POSIX tar archive (IEEE Std 1003.1, pax), which any `tar` opens.
 * The stream fails with a BackupError if a body is not `size` bytes long.
 */
export function writeTar(files: AsyncIterable<TarFile>): AsyncIterable<Buffer> {
  const archive = pack();
  addFiles(archive, files).then(
    () => archive.finalize(),
    (error: Error) => archive.destroy(error),
  );
  return archive as AsyncIterable<Buffer>;
}

async function addFiles(archive: Pack, files: AsyncIterable<TarFile>): Promise<void> {
  for await (const file of files) {
    // Only the user who extracts the files may read them, because they contain password hashes and the secret.
    await pipeline(checkSize(file), archive.entry({ name: file.name, size: file.size, mode: 0o600 }));
  }
}

async function* checkSize({ name, size, body }: TarFile): AsyncGenerator<Buffer> {
  let writtenBytes = 0;
  for await (const chunk of body) {
    writtenBytes += chunk.length;
    yield chunk;
  }
  if (writtenBytes !== size) {
    throw new BackupError(`${name} changed its length while it was read (${writtenBytes} of ${size} bytes).`);
  }
}

/** Reads the files of an archive in order. @throws BackupError if the archive is damaged or incomplete */
export async function* readTar(source: Readable): AsyncGenerator<TarEntry> {
  const archive = extract();
  const failure: Promise<unknown> = pipeline(source, archive).catch((error: unknown) => error);
  const withExplainedErrors = async function* <Value>(values: AsyncIterable<Value>): AsyncGenerator<Value> {
    try {
      yield* values;
    } catch (error) {
      throw toBackupError((await failure) ?? error);
    }
  };
  for await (const entry of withExplainedErrors(archive)) {
    yield {
      name: entry.header.name,
      size: entry.header.size ?? 0,
      body: withExplainedErrors(entry as AsyncIterable<Buffer>),
    };
    entry.resume();
  }
}

/**
 * Converts an error of tar-stream, which has no code, to a BackupError. Errors of files and of decompression have a
 * code and are returned unchanged; `restore` explains them.
 */
function toBackupError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BackupError || 'code' in error) return error;
  if (error.message === 'Unexpected end of data')
    return new BackupError('The archive is incomplete.', { cause: error });
  return new BackupError('The archive is damaged.', { cause: error });
}

/** Reads a whole body into memory. Use it only for entries of bounded size. */
export async function collect(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
