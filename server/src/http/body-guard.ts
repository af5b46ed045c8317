import { Transform } from 'node:stream';
import { MEGABYTE } from '@portico/contract/endpoint';
import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import { AppError } from '../kernel/app-error.ts';
import { networkOf } from '../kernel/network-of.ts';
import { createDepthScanner } from './json-depth.ts';

/**
 * Bodies up to this size are not guarded: they cost less than the guard itself, and sign-ins still work during a flood.
 */
const SMALL_BODY_BYTES = 16_384;
const TOTAL_BYTES = 64 * MEGABYTE;
/** Half of the total, so that one address cannot exclude all others. */
const ADDRESS_BYTES = TOTAL_BYTES / 2;
const RETRY_AFTER_SECONDS = 5;
/**
 * Milliseconds for which the rest of a rejected body is discarded, enough for 16 MB at 1 MB/s. Many clients read the
 * response only after they have sent everything; if the connection is closed before that, they lose it.
 */
const DISCARD_MS = 20_000;

/**
 * Creates the hook that guards bodies while they arrive, before they are parsed. It limits the bytes that are held for
 * requests in progress, in total and per address, and rejects deep nesting. Run it after authentication. Threat:
 * connections that make the server buffer gigabytes, or spend seconds on parsing while other requests wait.
 */
export function createBodyGuard({ limitsAddresses }: { limitsAddresses: boolean }): preParsingHookHandler {
  const budget = createBudget(limitsAddresses);
  return (request, reply, payload, done) => {
    if (!isLarge(request)) return done(null, payload);
    const reservation = budget.open(networkOf(request.ip));
    reply.raw.once('close', reservation.release);
    const scanner = isJson(request) ? createDepthScanner() : undefined;
    const guard = new Transform({
      transform(chunk: Buffer, _encoding, callback) {
        try {
          reservation.add(chunk.length);
          scanner?.scan(chunk);
          callback(null, chunk);
        } catch (error) {
          callback(error as Error);
        }
      },
    });
    payload.once('error', (error) => guard.destroy(error));
    guard.once('error', () => {
      reservation.release();
      payload.resume();
    });
    done(null, payload.pipe(guard));
  };
}

/** Ends a connection on which the rest of a rejected body keeps arriving. */
export function cutUnreadBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (!request.raw.complete) setTimeout(() => request.raw.destroy(), DISCARD_MS).unref();
  done();
}

function isLarge({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES;
}

const isJson = ({ headers }: FastifyRequest): boolean => /^\s*application\/json/i.test(headers['content-type'] ?? '');

interface MemoryReservation {
  /** @throws AppError SERVER_BUSY or TOO_MANY_REQUESTS when a limit would be exceeded */
  add(bytes: number): void;
  release(): void;
}

function createBudget(limitsAddresses: boolean): { open(address: string): MemoryReservation } {
  let total = 0;
  const bytesByAddress = new Map<string, number>();
  return {
    open(address) {
      let heldBytes = 0;
      let isReleased = false;
      return {
        add(bytes) {
          if (isReleased) return;
          const addressBytes = (bytesByAddress.get(address) ?? 0) + bytes;
          if (limitsAddresses && addressBytes > ADDRESS_BYTES)
            throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
          if (total + bytes > TOTAL_BYTES) throw new AppError('SERVER_BUSY');
          heldBytes += bytes;
          total += bytes;
          bytesByAddress.set(address, addressBytes);
        },
        release() {
          if (isReleased) return;
          isReleased = true;
          total -= heldBytes;
          const remaining = (bytesByAddress.get(address) ?? 0) - heldBytes;
          if (remaining > 0) bytesByAddress.set(address, remaining);
          else bytesByAddress.delete(address);
        },
      };
    },
  };
}
