/** Reads while logins saturate: what share of their rate do they keep? */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Bench, measure, middle, say } from './compare.ts';
import { logins } from './identity-workloads.ts';
import type { Job, Load } from './load.ts';
import { messageOf } from './message.ts';
import { aligned, type Figures, median } from './table.ts';
import type { Workload } from './workload.ts';
import { workloadNamed } from './workloads.ts';

/** a read of one row, and one of fifty */
const READS = ['get', 'page'];
/** until the queue of hashes is full */
const LEAD_SECONDS = 0.5;

export interface Kept {
  readonly title: string;
  readonly alone: Figures;
  readonly beside: Figures;
  readonly logins: { readonly perSecond: number; readonly p50: number; readonly p99: number };
}

export const startLoad = (): ChildProcess => fork(fileURLToPath(new URL('load.ts', import.meta.url)));

/** By turns: reads alone, then the same reads from the same connections while 32 others sign in without a pause. */
export async function measureSaturation(bench: Bench): Promise<Kept[]> {
  const second = startLoad();
  try {
    const kept: Kept[] = [];
    for (const name of READS) kept.push(await keptOf(bench, workloadNamed(name), second));
    return kept;
  } finally {
    second.kill();
  }
}

async function keptOf(bench: Bench, read: Workload, second: ChildProcess): Promise<Kept> {
  const { rounds, seconds } = bench.options;
  const [alone, beside, signedIn]: [Figures[], Figures[], Load[]] = [[], [], []];
  await measure(bench, read, 'portico', LEAD_SECONDS);
  for (let round = 1; round <= rounds; round += 1) {
    say(`${read.title} while logins saturate: round ${round} of ${rounds}`);
    alone.push(await measure(bench, read, 'portico', seconds));
    const job: Job = {
      workload: logins.name,
      side: 'portico',
      origin: bench.installation.origin,
      scene: bench.scene,
      seconds: LEAD_SECONDS + seconds,
    };
    second.send(job);
    const ended = messageOf<Load>(second);
    await sleep(LEAD_SECONDS * 1_000);
    beside.push(await measure(bench, read, 'portico', seconds));
    signedIn.push(await ended);
  }
  const wrong = signedIn.find((load) => load.wrong > 0);
  if (wrong) throw new Error(`${wrong.wrong} of ${wrong.requests} logins were answered wrongly: ${wrong.example}`);
  return {
    title: read.title,
    alone: middle(alone),
    beside: middle(beside),
    logins: {
      perSecond: median(signedIn.map((load) => load.requests / load.seconds)),
      p50: median(signedIn.map((load) => load.p50)),
      p99: median(signedIn.map((load) => load.p99)),
    },
  };
}

export function saturationTable(all: readonly Kept[]): string {
  const headings = ['while logins saturate', 'requests/s', 'p50 ms', 'p99 ms', 'kept', 'logins/s', 'p50 ms', 'p99 ms'];
  return aligned([
    headings,
    ...all.flatMap(({ title, alone, beside, logins }) => [
      [`${title}, alone`, ...cells(alone), '', '', '', ''],
      [
        `${title}, beside logins`,
        ...cells(beside),
        `${Math.round((100 * beside.requestsPerSecond) / alone.requestsPerSecond)} %`,
        logins.perSecond.toFixed(1),
        Math.round(logins.p50).toString(),
        Math.round(logins.p99).toString(),
      ],
    ]),
  ]);
}

const cells = ({ requestsPerSecond, p50, p99 }: Figures): string[] => [
  Math.round(requestsPerSecond).toLocaleString('en'),
  p50.toFixed(2),
  p99.toFixed(1),
];
