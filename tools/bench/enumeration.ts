/**
 * Does the time of an answer tell who is registered? Pairs of calls, one about somebody known and one about nobody, in
 * random order, one request at a time; their differences, pair by pair, cancel whatever drifts.
 */
import { Client } from 'undici';
import { type Interval, meanInterval, trimmedInterval } from './interval.ts';
import { aligned, median } from './table.ts';
import { post, type Request } from './workload.ts';

export interface Question {
  readonly title: string;
  /** the n-th call about somebody who is known */
  known(n: number): Request;
  /** the same about nobody */
  unknown(n: number): Request;
  /** of calls that follow at once, while a worker does what was asked; their time is measured, that of the call not */
  readonly following?: { readonly call: Request; readonly times: number };
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
const TRIMMED_PART = 0.1;
/** the interval of the mean difference must lie within so many milliseconds of zero */
const ALLOWED_MS = 0.5;

/** @throws Error when the two answers of a pair differ in anything but their time */
export async function ask(desk: Desk, question: Question): Promise<Told> {
  const client = new Client(desk.origin);
  const pairs = Math.ceil(desk.pairs * (question.share ?? 1));
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  let calls = 0;
  const timed = async (request: Request): Promise<{ ms: number; answer: string }> => {
    const address = addressOf(calls++);
    const one = await send(client, request, address);
    if (!question.following) return one;
    const { call, times } = question.following;
    let ms = 0;
    for (let n = 0; n < times; n += 1) ms += (await send(client, call, address)).ms;
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
    if (answers[0] !== answers[1]) throw new Error(`${question.title}: the answers differ: ${answers.join(' and ')}`);
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

async function send(client: Client, request: Request, address: string): Promise<{ ms: number; answer: string }> {
  const headers = { ...request.headers, 'x-forwarded-for': address };
  const began = performance.now();
  const { statusCode, body } = await client.request({ ...request, headers });
  const text = await body.text();
  return { ms: performance.now() - began, answer: `${statusCode} ${text}` };
}

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

/** The calls of the specification's section 8 that must not tell, and what follows one that a worker goes on with. */
export function questions(visitor: string, people: People): Question[] {
  const { known, unknown, waiting, taken, wrongPassword } = people;
  const login = (email: string): Request => post('/v2/login', { loginId: { email }, password: wrongPassword }, visitor);
  const recover = (email: string): Request => post('/v1/send-email', { email }, visitor);
  const resend = (stateToken: string): Request => post('/v1/auth/resend', { stateToken }, visitor);
  const recovery = { known: (n: number) => recover(nth(known, n)), unknown: (n: number) => recover(nth(unknown, n)) };
  return [
    {
      title: 'login, wrong password',
      known: (n) => login(nth(known, n)),
      unknown: (n) => login(nth(unknown, n)),
    },
    { title: 'recover', ...recovery },
    {
      title: 'resend',
      known: (n) => resend(nth(waiting, n)),
      unknown: (n) => resend(nth(taken, n)),
    },
    {
      title: '100 calls after a recover',
      ...recovery,
      following: { call: post('/oauth2/token-info', { token: visitor }), times: 100 },
      share: 0.05,
    },
  ];
}

export interface People {
  /** addresses of members */
  readonly known: readonly string[];
  /** addresses of nobody, of the same length */
  readonly unknown: readonly string[];
  /** state tokens of sign-ups that wait for their code */
  readonly waiting: readonly string[];
  /** state tokens of sign-ups with an address that is somebody else's */
  readonly taken: readonly string[];
  readonly wrongPassword: string;
}

const nth = (all: readonly string[], n: number): string => all[n % all.length] as string;
