import type { ChildProcess } from 'node:child_process';
import type { Installation, ServerProcess } from '../../server/src/testing/installation-process.ts';
import { cpuOf, cpuOfFamily } from './cpu.ts';
import type { Job, Load } from './load.ts';
import { messageOf } from './message.ts';
import type { Options } from './options.ts';
import type { Reference } from './reference.ts';
import { type Figures, type Line, median } from './table.ts';
import type { Scene, Side, Workload } from './workload.ts';

export interface Bench {
  readonly installation: Installation;
  readonly portico: ServerProcess;
  readonly reference: Reference;
  readonly postmasterPid: number;
  readonly load: ChildProcess;
  readonly scene: Scene;
  readonly options: Options;
}

const WARM_UP_SECONDS = 0.5;

/** A B A B …, so that what else happens on the machine meets both sides alike. */
export async function compare(bench: Bench, workload: Workload): Promise<Line> {
  const rounds: Record<Side, Figures[]> = { portico: [], reference: [] };
  const sides: readonly Side[] = workload.alone ? ['portico'] : ['portico', 'reference'];
  for (const side of sides) await measure(bench, workload, side, WARM_UP_SECONDS);
  for (let round = 1; round <= bench.options.rounds; round += 1) {
    say(`${workload.title}: round ${round} of ${bench.options.rounds}`);
    for (const side of sides) rounds[side].push(await measure(bench, workload, side, bench.options.seconds));
  }
  const reference = workload.alone ? null : middle(rounds.reference);
  return { title: workload.title, portico: middle(rounds.portico), reference };
}

export async function measure(bench: Bench, workload: Workload, side: Side, seconds: number): Promise<Figures> {
  const { installation, portico, reference, postmasterPid, load, scene } = bench;
  const [origin, pid] = side === 'portico' ? [installation.origin, portico.pid] : [reference.origin, reference.pid];
  const before = { server: cpuOf(pid), database: cpuOfFamily(postmasterPid) };
  const { name, connections } = workload;
  const job: Job = { workload: name, connections, side, origin, scene, seconds };
  load.send(job);
  const result = await messageOf<Load>(load);
  if (result.wrong > 0)
    throw new Error(
      `${result.wrong} of ${result.requests} answers of ${side} to "${workload.title}" were wrong: ${result.example}`,
    );
  return {
    requestsPerSecond: result.requests / result.seconds,
    p50: result.p50,
    p99: result.p99,
    serverCpuMs: (cpuOf(pid) - before.server) / result.requests,
    databaseCpuMs: (cpuOfFamily(postmasterPid) - before.database) / result.requests,
  };
}

/** The median of each figure. */
export function middle(rounds: readonly Figures[]): Figures {
  const of = (name: keyof Figures): number => median(rounds.map((round) => round[name]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    serverCpuMs: of('serverCpuMs'),
    databaseCpuMs: of('databaseCpuMs'),
  };
}

/** Progress goes to standard error: standard output is the tables. */
export function say(text: string): void {
  console.error(text);
}
