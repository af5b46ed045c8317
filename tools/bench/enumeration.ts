/**
 * Does the time of an answer tell who is registered? Pairs of calls, one about somebody known and one about nobody, in
 * random order, one request at a time; their differences, pair by pair, cancel whatever drifts.
 */
import { Client } from 'undici';
import { type Interval, meanInterval, trimmedInterval } from './interval.ts';
import { aligned, median } from './table.ts';
import type { Request } from './workload.ts';

export interface Question {
  readonly title: string;
  /** the n-th call about somebody who is known */
  known(n: number): Request;
  /** the same about nobody */
  unknown(n: number): Request;
  /** what is called next, one after the other, while a worker does what was asked; then this is measured, not the call */
  readonly following?: Request;
  /** the part of the pairs that is made of it */
  readonly share?: number;
}

export interface Told {
  readonly title: string;
  readonly pairs: number;
  /** medians, milliseconds */
  readonly known: number;
  readonly unknown: number;
  /** known less unknown, milliseconds */
  readonly plain: Interval;
  readonly trimmed: Interval;
}

export interface Desk {
  readonly origin: string;
  readonly pairs: number;
  /** as if nobody had ever asked; between pairs, outside the measured time */
  reset(): Promise<unknown>;
  /** resolves once no worker has anything left to do */
  idle(): Promise<unknown>;
}

const WARM_UP = 20;
/** the workers look 20 ms after a call, for the mails that they wrote as long after that */
const FOLLOWED_MS = 100;
const CALIBRATION = 1_000;
const TRIMMED_PART = 0.1;
/** the interval of the mean difference must lie within so many milliseconds of zero */
const ALLOWED_MS = 0.5;

/** @throws Error when the two answers of a pair differ in anything but their time */
export async function ask(desk: Desk, question: Question): Promise<Told> {
  const client = new Client(desk.origin);
  const pairs = Math.ceil(desk.pairs * (question.share ?? 1));
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  let calls = 0;
  const follow = async (call: Request, times: number, address: string): Promise<number> => {
    let ms = 0;
    for (let n = 0; n < times; n += 1) ms += (await send(client, call, address)).ms;
    return ms;
  };
  const { following } = question;
  const followers = following ? await followersOf((times) => follow(following, times, addressOf(0))) : 0;
  const timed = async (request: Request): Promise<{ ms: number; answer: string }> => {
    const address = addressOf(calls++);
    const one = await send(client, request, address);
    if (!following) return one;
    const ms = await follow(following, followers, address);
    await desk.idle();
    return { ms, answer: one.answer };
  };
  for (let n = -WARM_UP; n < pairs; n += 1) {
    await desk.reset();
    const nth = n + WARM_UP;
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    const answers: string[] = [];
    for (const side of order) {
      const { ms, answer } = await timed(question[side](nth));
      answers.push(answer);
      if (n >= 0) times[side].push(ms);
    }
    if (plain(answers[0]) !== plain(answers[1]))
      throw new Error(`${question.title}: the answers differ: ${answers.join(' and ')}`);
  }
  await client.close();
  const differences = times.known.map((ms, n) => ms - (times.unknown[n] as number));
  return {
    title: question.title,
    pairs,
    known: median(times.known),
    unknown: median(times.unknown),
    plain: meanInterval(differences),
    trimmed: trimmedInterval(differences, TRIMMED_PART),
  };
}

/** As many as take FOLLOWED_MS on this machine while nothing else happens. */
async function followersOf(follow: (times: number) => Promise<number>): Promise<number> {
  await follow(CALIBRATION);
  return Math.ceil((FOLLOWED_MS * CALIBRATION) / (await follow(CALIBRATION)));
}

async function send(client: Client, request: Request, address: string): Promise<{ ms: number; answer: string }> {
  const headers = { ...request.headers, 'x-forwarded-for': address };
  const began = performance.now();
  const { statusCode, body } = await client.request({ ...request, headers });
  const text = await body.text();
  return { ms: performance.now() - began, answer: `${statusCode} ${text}` };
}

/** An answer without what is another one each time. */
const plain = (answer = ''): string =>
  answer
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replace(/"stateToken":"[^"]+"/, 'token')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/"slug":"[^"]+"/, 'slug')
    .replace(/[\w-]+@bench\.example\.org/g, 'address');

/** Each call comes from an address of its own, so that the limits by address, which are on, have nothing to say. */
const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

export function enumerationTable(all: readonly Told[]): string {
  const headings = [
    'known or unknown?',
    'pairs',
    'known ms',
    'unknown ms',
    'difference',
    '99 % interval',
    `trimmed ${100 * TRIMMED_PART} % a side`,
    '99 % interval',
    `within ± ${ALLOWED_MS} ms`,
  ];
  return aligned([
    headings,
    ...all.map(({ title, pairs, known, unknown, plain, trimmed }) => [
      title,
      String(pairs),
      known.toFixed(2),
      unknown.toFixed(2),
      signed(plain.mean),
      span(plain),
      signed(trimmed.mean),
      span(trimmed),
      `${isWithin(plain) ? 'yes' : 'no'}, ${isWithin(trimmed) ? 'yes' : 'no'}`,
    ]),
  ]);
}

const isWithin = ({ low, high }: Interval): boolean => low >= -ALLOWED_MS && high <= ALLOWED_MS;
const signed = (ms: number): string => `${ms < 0 ? '−' : '+'}${Math.abs(ms).toFixed(3)}`;
const span = ({ low, high }: Interval): string => `${signed(low)} to ${signed(high)}`;
