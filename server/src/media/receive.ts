import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../kernel/app-error.ts';

export interface Pace {
  /** how long nothing may arrive, and after which the average counts */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

/** Slower than any line that a picture is sent over; a full file of 25 MB may take its quarter of an hour. */
const PACE: Pace = { graceMs: 30_000, bytesPerSecond: 4_096 };

/**
 * Writes the stream to a new file, never more than `maxBytes`, and says how many there were.
 * @throws AppError PAYLOAD_TOO_LARGE, UPLOAD_STALLED (threat: many uploads that trickle hold connections and places),
 *   BAD_REQUEST when it broke off
 */
export async function receive(
  stream: Readable,
  { path, maxBytes, pace = PACE }: { readonly path: string; readonly maxBytes: number; readonly pace?: Pace },
): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  let bytes = 0;
  const began = performance.now();
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), pace.graceMs).unref();
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) return done(new AppError('PAYLOAD_TOO_LARGE', { limitBytes: maxBytes }));
      timer.refresh();
      const elapsed = performance.now() - began;
      if (elapsed > pace.graceMs && bytes / (elapsed / 1_000) < pace.bytesPerSecond) stalled.abort();
      done(null, chunk);
    },
  });
  // Piped and not part of the pipeline, which would destroy it: the answer goes out on the same connection.
  const broken = finished(stream, { writable: false }, (error) => error && counted.destroy(error));
  stream.pipe(counted);
  try {
    await pipeline(counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal: stalled.signal });
    return bytes;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (stalled.signal.aborted) throw new AppError('UPLOAD_STALLED', {}, error);
    const isDisk = (error as NodeJS.ErrnoException).syscall !== undefined && code(error).startsWith('E');
    if (isDisk && code(error) !== 'ECONNRESET') throw error;
    throw new AppError('BAD_REQUEST', { reason: 'the upload broke off' }, error);
  } finally {
    clearTimeout(timer);
    broken();
    stream.unpipe(counted);
  }
}

const code = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
