import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../kernel/app-error.ts';

export interface Pace {
  /**
   * Maximum pause of an upload in milliseconds. After the same time, the minimum average speed applies, too.
   */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

/**
 * The minimum speed is lower than that of any connection in use. The whole upload may take a quarter of an hour
 * (MAX_REQUEST_MS).
 */
const PACE: Pace = { graceMs: 30_000, bytesPerSecond: 4_096 };

/**
 * Writes the stream to a new file, never more than `maxBytes`, and returns the number of bytes.
 * @throws AppError PAYLOAD_TOO_LARGE, UPLOAD_STALLED (threat: many slow uploads that hold connections and slots),
 *   BAD_REQUEST when the upload was interrupted
 */
export async function receive(
  stream: Readable,
  { path, maxBytes, pace = PACE }: { readonly path: string; readonly maxBytes: number; readonly pace?: Pace },
): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  let bytes = 0;
  const startedAt = performance.now();
  const stallController = new AbortController();
  const timer = setTimeout(() => stallController.abort(), pace.graceMs).unref();
  const byteCounter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) return done(new AppError('PAYLOAD_TOO_LARGE', { limitBytes: maxBytes }));
      timer.refresh();
      const elapsed = performance.now() - startedAt;
      if (elapsed > pace.graceMs && bytes / (elapsed / 1_000) < pace.bytesPerSecond) stallController.abort();
      done(null, chunk);
    },
  });
  // Piped separately, because a failed pipeline would destroy the request, and the response needs the same connection.
  const removeListeners = finished(stream, { writable: false }, (error) => error && byteCounter.destroy(error));
  stream.pipe(byteCounter);
  try {
    await pipeline(byteCounter, createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
      signal: stallController.signal,
    });
    return bytes;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (stallController.signal.aborted) throw new AppError('UPLOAD_STALLED', {}, error);
    const isSystemError = (error as NodeJS.ErrnoException).syscall !== undefined && codeOf(error).startsWith('E');
    if (isSystemError && codeOf(error) !== 'ECONNRESET') throw error;
    throw new AppError('BAD_REQUEST', { reason: 'the upload was interrupted' }, error);
  } finally {
    clearTimeout(timer);
    removeListeners();
    stream.unpipe(byteCounter);
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
