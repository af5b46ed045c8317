import type { ChildProcess } from 'node:child_process';
import type pg from 'pg';
import type { Installation, ServerProcess } from '../../server/src/testing/installation-process.ts';
import { cpuMsOf, cpuMsOfFamily } from './cpu.ts';
import { type IndexingCost, waitForIndexing } from './index-items.ts';
import type { Job, Load } from './load.ts';
import { messageOf } from './message.ts';
import type { Options } from './options.ts';
import type { Reference } from './reference.ts';
import { computeMedian, type Figures, type Line } from './table.ts';
import type { Fixture, Side, Workload } from './workload.ts';

export interface Bench {
  readonly installation: Installation;
  readonly portico: ServerProcess;
  readonly reference: Reference;
  readonly connection: pg.ClientConfig;
  readonly postmasterPid: number;
  /** The costs of indexing between the measurements. */
  readonly indexing: IndexingCost[];
  readonly load: ChildProcess;
  readonly fixture: Fixture;
  readonly options: Options;
}

const WARM_UP_SECONDS = 0.5;

/** Measures both sides alternately (A B A B …), so that other load on the machine affects both equally. */
export async function compare(bench: Bench, workload: Workload): Promise<Line> {
  const rounds: Record<Side, Figures[]> = { portico: [], reference: [] };
  const sides: readonly Side[] = workload.withoutReference ? ['portico'] : ['portico', 'reference'];
  const run = async (side: Side, seconds: number): Promise<Figures> => {
    const figures = await measure(bench, workload, side, seconds);
    if (side === 'portico' && workload.startsIndexing) await waitUntilIndexed(bench);
    return figures;
  };
  for (const side of sides) await run(side, WARM_UP_SECONDS);
  for (let round = 1; round <= bench.options.rounds; round += 1) {
    printProgress(`${workload.title}: round ${round} of ${bench.options.rounds}`);
    for (const side of sides) rounds[side].push(await run(side, bench.options.seconds));
  }
  const reference = workload.withoutReference ? null : medianFigures(rounds.reference);
  return { title: workload.title, portico: medianFigures(rounds.portico), reference };
}

/** Waits until nothing is being indexed in the background, and records the cost of indexing items. */
export async function waitUntilIndexed({ connection, portico, postmasterPid, indexing }: Bench): Promise<void> {
  const cost = await waitForIndexing(connection, { serverPid: portico.pid, postmasterPid });
  if (cost.items > 0) indexing.push(cost);
}

export async function measure(bench: Bench, workload: Workload, side: Side, seconds: number): Promise<Figures> {
  const { installation, portico, reference, postmasterPid, load, fixture } = bench;
  const [origin, pid] = side === 'portico' ? [installation.origin, portico.pid] : [reference.origin, reference.pid];
  const before = { server: cpuMsOf(pid), database: cpuMsOfFamily(postmasterPid) };
  const { name, connections } = workload;
  const job: Job = { workload: name, connections, side, origin, fixture, seconds };
  load.send(job);
  const result = await messageOf<Load>(load);
  if (result.wrongCount > 0)
    throw new Error(
      `${result.wrongCount} of ${result.requests} responses of ${side} to "${workload.title}" were wrong, for example: ${result.firstWrongResponse}`,
    );
  return {
    requestsPerSecond: result.requests / result.seconds,
    p50: result.p50,
    p99: result.p99,
    serverCpuMs: (cpuMsOf(pid) - before.server) / result.requests,
    databaseCpuMs: (cpuMsOfFamily(postmasterPid) - before.database) / result.requests,
  };
}

/** Returns the median of each figure. */
export function medianFigures(rounds: readonly Figures[]): Figures {
  const medianOf = (name: keyof Figures): number => computeMedian(rounds.map((round) => round[name]));
  return {
    requestsPerSecond: medianOf('requestsPerSecond'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    serverCpuMs: medianOf('serverCpuMs'),
    databaseCpuMs: medianOf('databaseCpuMs'),
  };
}

/** Prints progress to standard error. Standard output contains only the tables. */
export function printProgress(text: string): void {
  console.error(text);
}
