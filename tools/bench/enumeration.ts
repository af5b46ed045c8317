/**
 * Measures whether response times reveal who is registered. Calls are made in pairs, one with a known and one with an
 * unknown address, in random order and one at a time. The differences within pairs cancel any drift.
 */
import { Client } from 'undici';
import { estimateMean, estimateTrimmedMean, type Interval } from './interval.ts';
import { alignColumns, computeMedian } from './table.ts';
import type { Request } from './workload.ts';

export interface CallPair {
  readonly title: string;
  /** Returns the n-th call with a known address. */
  known(n: number): Request;
  /** Returns the n-th call with an unknown address. */
  unknown(n: number): Request;
  /** A call to repeat while a worker processes the first call. If present, the repeated calls are measured instead. */
  readonly following?: Request;
  /** Fraction of the configured number of pairs to measure. */
  readonly share?: number;
}

export interface EnumerationResult {
  readonly title: string;
  readonly pairs: number;
  /** Median times in milliseconds. */
  readonly knownMs: number;
  readonly unknownMs: number;
  /** Mean differences (known minus unknown) in milliseconds. */
  readonly plain: Interval;
  readonly trimmed: Interval;
}

export interface EnumerationTarget {
  readonly origin: string;
  readonly pairs: number;
  /** Resets all counters. Runs between pairs, outside of the measured time. */
  reset(): Promise<unknown>;
  /** Resolves when no worker has anything left to do. */
  idle(): Promise<unknown>;
}

const WARM_UP_PAIRS = 20;
/** Covers two passes of workers, each 20 ms after a nudge: one for the event of a call, one for the resulting mail. */
const FOLLOW_MS = 100;
const CALIBRATION_CALLS = 1_000;
const TRIMMED_FRACTION = 0.1;
/** Maximum distance in milliseconds between zero and each bound of the difference's confidence interval. */
const MAX_DIFFERENCE_MS = 0.5;

/** Measures one pair of calls. @throws Error if the two responses differ in anything other than their time */
export async function measureDifference(target: EnumerationTarget, callPair: CallPair): Promise<EnumerationResult> {
  const client = new Client(target.origin);
  const pairs = Math.ceil(target.pairs * (callPair.share ?? 1));
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  let calls = 0;
  const follow = async (call: Request, times: number, address: string): Promise<number> => {
    let ms = 0;
    for (let n = 0; n < times; n += 1) ms += (await send(client, call, address)).ms;
    return ms;
  };
  const { following } = callPair;
  const followers = following ? await countCallsToFollow((times) => follow(following, times, addressOf(0))) : 0;
  const measure = async (request: Request): Promise<{ ms: number; response: string }> => {
    const address = addressOf(calls++);
    const one = await send(client, request, address);
    if (!following) return one;
    const ms = await follow(following, followers, address);
    await target.idle();
    return { ms, response: one.response };
  };
  for (let n = -WARM_UP_PAIRS; n < pairs; n += 1) {
    await target.reset();
    const nth = n + WARM_UP_PAIRS;
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    const responses: string[] = [];
    for (const side of order) {
      const { ms, response } = await measure(callPair[side](nth));
      responses.push(response);
      if (n >= 0) times[side].push(ms);
    }
    if (withoutVariableParts(responses[0]) !== withoutVariableParts(responses[1]))
      throw new Error(`${callPair.title}: the responses differ: ${responses.join(' and ')}`);
  }
  await client.close();
  const differences = times.known.map((ms, n) => ms - (times.unknown[n] as number));
  return {
    title: callPair.title,
    pairs,
    knownMs: computeMedian(times.known),
    unknownMs: computeMedian(times.unknown),
    plain: estimateMean(differences),
    trimmed: estimateTrimmedMean(differences, TRIMMED_FRACTION),
  };
}

/** Returns how many calls, made one after the other, take FOLLOW_MS in total on this machine when it is idle. */
async function countCallsToFollow(follow: (times: number) => Promise<number>): Promise<number> {
  await follow(CALIBRATION_CALLS);
  return Math.ceil((FOLLOW_MS * CALIBRATION_CALLS) / (await follow(CALIBRATION_CALLS)));
}

async function send(client: Client, request: Request, address: string): Promise<{ ms: number; response: string }> {
  const headers = { ...request.headers, 'x-forwarded-for': address };
  const startedAt = performance.now();
  const { statusCode, body } = await client.request({ ...request, headers });
  const text = await body.text();
  return { ms: performance.now() - startedAt, response: `${statusCode} ${text}` };
}

/** Removes the parts of a response that differ each time. */
const withoutVariableParts = (response = ''): string =>
  response
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replace(/"stateToken":"[^"]+"/, 'token')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/"slug":"[^"]+"/, 'slug')
    .replace(/[\w-]+@bench\.example\.org/g, 'address');

/** Returns a different IP address for each call, so that no call reaches the limits per address. */
const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

export function formatEnumeration(all: readonly EnumerationResult[]): string {
  const headings = [
    'call',
    'pairs',
    'known ms',
    'unknown ms',
    'difference',
    '99 % interval',
    `trimmed ${100 * TRIMMED_FRACTION} % a side`,
    '99 % interval',
    `within ± ${MAX_DIFFERENCE_MS} ms`,
  ];
  return alignColumns([
    headings,
    ...all.map(({ title, pairs, knownMs, unknownMs, plain: untrimmed, trimmed }) => [
      title,
      String(pairs),
      knownMs.toFixed(2),
      unknownMs.toFixed(2),
      formatSigned(untrimmed.mean),
      formatInterval(untrimmed),
      formatSigned(trimmed.mean),
      formatInterval(trimmed),
      `${isWithin(untrimmed) ? 'yes' : 'no'}, ${isWithin(trimmed) ? 'yes' : 'no'}`,
    ]),
  ]);
}

const isWithin = ({ low, high }: Interval): boolean => low >= -MAX_DIFFERENCE_MS && high <= MAX_DIFFERENCE_MS;
const formatSigned = (ms: number): string => `${ms < 0 ? '−' : '+'}${Math.abs(ms).toFixed(3)}`;
const formatInterval = ({ low, high }: Interval): string => `${formatSigned(low)} to ${formatSigned(high)}`;
