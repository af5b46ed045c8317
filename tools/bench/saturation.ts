/** Measures by how much the throughput of reads drops while logins saturate the server. */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Bench, measure, medianFigures, printProgress } from './compare.ts';
import { logins } from './identity-workloads.ts';
import type { Job, Load } from './load.ts';
import { messageOf } from './message.ts';
import { alignColumns, computeMedian, type Figures } from './table.ts';
import type { Workload } from './workload.ts';
import { findWorkload } from './workloads.ts';

/** A read of one row, and a read of fifty rows. */
const READS = ['get', 'page'];
/** Time until the queue of password hashes is full. */
const LEAD_SECONDS = 0.5;

export interface SaturationResult {
  readonly title: string;
  readonly alone: Figures;
  readonly duringLogins: Figures;
  readonly logins: { readonly perSecond: number; readonly p50: number; readonly p99: number };
}

export const startLoad = (): ChildProcess => fork(fileURLToPath(new URL('load.ts', import.meta.url)));

/** Measures reads alone and, alternately, the same reads while 32 other connections sign in without a pause. */
export async function measureSaturation(bench: Bench): Promise<SaturationResult[]> {
  const second = startLoad();
  try {
    const results: SaturationResult[] = [];
    for (const name of READS) results.push(await measureRead(bench, findWorkload(name), second));
    return results;
  } finally {
    second.kill();
  }
}

async function measureRead(bench: Bench, read: Workload, second: ChildProcess): Promise<SaturationResult> {
  const { rounds, seconds } = bench.options;
  const [alone, duringLogins, signedIn]: [Figures[], Figures[], Load[]] = [[], [], []];
  await measure(bench, read, 'portico', LEAD_SECONDS);
  for (let round = 1; round <= rounds; round += 1) {
    printProgress(`${read.title} while logins saturate: round ${round} of ${rounds}`);
    alone.push(await measure(bench, read, 'portico', seconds));
    const job: Job = {
      workload: logins.name,
      side: 'portico',
      origin: bench.installation.origin,
      fixture: bench.fixture,
      seconds: LEAD_SECONDS + seconds,
    };
    second.send(job);
    const ended = messageOf<Load>(second);
    await sleep(LEAD_SECONDS * 1_000);
    duringLogins.push(await measure(bench, read, 'portico', seconds));
    signedIn.push(await ended);
  }
  const wrongLoad = signedIn.find((load) => load.wrongCount > 0);
  if (wrongLoad)
    throw new Error(
      `${wrongLoad.wrongCount} of ${wrongLoad.requests} logins got a wrong response, for example: ${wrongLoad.firstWrongResponse}`,
    );
  return {
    title: read.title,
    alone: medianFigures(alone),
    duringLogins: medianFigures(duringLogins),
    logins: {
      perSecond: computeMedian(signedIn.map((load) => load.requests / load.seconds)),
      p50: computeMedian(signedIn.map((load) => load.p50)),
      p99: computeMedian(signedIn.map((load) => load.p99)),
    },
  };
}

export function formatSaturation(all: readonly SaturationResult[]): string {
  const headings = ['while logins saturate', 'requests/s', 'p50 ms', 'p99 ms', 'kept', 'logins/s', 'p50 ms', 'p99 ms'];
  return alignColumns([
    headings,
    ...all.flatMap(({ title, alone, duringLogins, logins }) => [
      [`${title}, alone`, ...formatCells(alone), '', '', '', ''],
      [
        `${title}, during logins`,
        ...formatCells(duringLogins),
        `${Math.round((100 * duringLogins.requestsPerSecond) / alone.requestsPerSecond)} %`,
        logins.perSecond.toFixed(1),
        Math.round(logins.p50).toString(),
        Math.round(logins.p99).toString(),
      ],
    ]),
  ]);
}

const formatCells = ({ requestsPerSecond, p50, p99 }: Figures): string[] => [
  Math.round(requestsPerSecond).toLocaleString('en'),
  p50.toFixed(2),
  p99.toFixed(1),
];
