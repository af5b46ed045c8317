import { Transform } from 'node:stream';
import { MEGABYTE } from '@portico/contract/endpoint';
import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import { AppError } from '../kernel/app-error.ts';
import { networkOf } from '../kernel/network-of.ts';
import { createDepthScanner } from './json-depth.ts';

/** Bodies up to this size pass unguarded: what they can cost is less than the guard, and a flood never stops sign-ins. */
const SMALL_BODY_BYTES = 16_384;
const TOTAL_BYTES = 64 * MEGABYTE;
/** Half of the total, so that one address cannot keep all others out. */
const ADDRESS_BYTES = TOTAL_BYTES / 2;
const RETRY_AFTER_SECONDS = 5;
/**
 * After a refusal the rest of a body is discarded for this long, enough for 16 MB at 1 MB/s: many clients read the answer
 * only when they have sent everything, and a connection that is cut before loses it.
 */
const DISCARD_MS = 20_000;

/**
 * Creates the hook that guards bodies while they arrive, before they are parsed. It limits the bytes that are held for
 * requests in progress, in total and per address, and refuses deep nesting. Run it after authentication.
 * Threat: connections that make the server buffer gigabytes, or parse nesting for seconds while everybody waits.
 */
export function createBodyGuard({ limitsAddresses }: { limitsAddresses: boolean }): preParsingHookHandler {
  const budget = createBudget(limitsAddresses);
  return (request, reply, payload, done) => {
    if (!isLarge(request)) return done(null, payload);
    const hold = budget.open(networkOf(request.ip));
    reply.raw.once('close', hold.release);
    const scanner = isJson(request) ? createDepthScanner() : undefined;
    const guard = new Transform({
      transform(chunk: Buffer, _encoding, pass) {
        try {
          hold.add(chunk.length);
          scanner?.scan(chunk);
          pass(null, chunk);
        } catch (error) {
          pass(error as Error);
        }
      },
    });
    payload.once('error', (error) => guard.destroy(error));
    guard.once('error', () => {
      hold.release();
      payload.resume();
    });
    done(null, payload.pipe(guard));
  };
}

/** Ends a connection on which the rest of a refused body keeps arriving. */
export function cutUnreadBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (!request.raw.complete) setTimeout(() => request.raw.destroy(), DISCARD_MS).unref();
  done();
}

function isLarge({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES;
}

const isJson = ({ headers }: FastifyRequest): boolean => /^\s*application\/json/i.test(headers['content-type'] ?? '');

interface Hold {
  /** @throws AppError SERVER_BUSY or TOO_MANY_REQUESTS when a limit would be exceeded */
  add(bytes: number): void;
  release(): void;
}

function createBudget(limitsAddresses: boolean): { open(address: string): Hold } {
  let total = 0;
  const byAddress = new Map<string, number>();
  return {
    open(address) {
      let held = 0;
      let isReleased = false;
      return {
        add(bytes) {
          if (isReleased) return;
          const ofAddress = (byAddress.get(address) ?? 0) + bytes;
          if (limitsAddresses && ofAddress > ADDRESS_BYTES)
            throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
          if (total + bytes > TOTAL_BYTES) throw new AppError('SERVER_BUSY');
          held += bytes;
          total += bytes;
          byAddress.set(address, ofAddress);
        },
        release() {
          if (isReleased) return;
          isReleased = true;
          total -= held;
          const left = (byAddress.get(address) ?? 0) - held;
          if (left > 0) byAddress.set(address, left);
          else byAddress.delete(address);
        },
      };
    },
  };
}
