/**
 * `npm run bench`: Portico beside a bare server with one database round trip, on the same PostgreSQL, in one run, by turns.
 * How to read the table: docs/benchmark.md. Options: --rows 100000 --seconds 3 --rounds 3 --only get,page
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  createInstallation,
  type Installation,
  type ServerProcess,
} from '../../server/src/testing/installation-process.ts';
import { cpuOf, cpuOfFamily } from './cpu.ts';
import type { Job, Load } from './load.ts';
import { messageOf } from './message.ts';
import { measureStarts, preparePortico } from './portico.ts';
import { type Reference, startReference, vacuum } from './reference.ts';
import { type Figures, type Line, median, table } from './table.ts';
import { type Scene, type Side, type Workload, workloads } from './workloads.ts';

interface Options {
  readonly rows: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly chosen: readonly Workload[];
  readonly starts: boolean;
}

interface Bench {
  readonly installation: Installation;
  readonly portico: ServerProcess;
  readonly reference: Reference;
  readonly postmasterPid: number;
  readonly load: ChildProcess;
  readonly scene: Scene;
  readonly options: Options;
}

const WARM_UP_SECONDS = 1;
const STARTS = 7;

const stopping: (() => Promise<unknown>)[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void tidy().finally(() => process.exit(1)));
try {
  await bench(readOptions());
} finally {
  await tidy();
}

async function bench(options: Options): Promise<void> {
  const installation = await createInstallation();
  stopping.push(() => installation.remove());
  say('Starting Portico.');
  const portico = await installation.start();
  const postmaster = installation.postmaster();
  if (!postmaster) throw new Error('The embedded database does not run.');
  const lines: Line[] = [];
  if (options.chosen.length > 0) {
    say(`Filling both sides with ${options.rows.toLocaleString('en')} rows.`);
    const scene = await preparePortico(installation, options.rows);
    const connection = { host: postmaster.socketDir, port: 5432, user: 'portico', database: 'portico' };
    const reference = await startReference(connection, options.rows, scene.clientId);
    stopping.push(reference.stop);
    const load = fork(fileURLToPath(new URL('load.ts', import.meta.url)));
    stopping.push(async () => load.kill());
    await vacuum(connection);
    const all = { installation, portico, reference, postmasterPid: postmaster.pid, load, scene, options };
    for (const workload of options.chosen) lines.push(await compare(all, workload));
    await reference.stop();
  }
  await portico.stop();
  const starts = options.starts ? await measureStarts(installation, STARTS) : [];
  if (lines.length > 0) console.log(`\n${table(lines)}`);
  if (starts.length > 0) {
    const [low, middle, high] = [Math.min(...starts), median(starts), Math.max(...starts)].map(Math.round);
    console.log(`\nStart to the first 200, database there: median ${middle} ms of ${STARTS} (${low} to ${high}).`);
  }
}

/** A B A B …, so that what else happens on the machine meets both sides alike. */
async function compare(bench: Bench, workload: Workload): Promise<Line> {
  const rounds: Record<Side, Figures[]> = { portico: [], reference: [] };
  for (const side of ['portico', 'reference'] as const) await measure(bench, workload, side, WARM_UP_SECONDS);
  for (let round = 1; round <= bench.options.rounds; round += 1) {
    say(`${workload.title}: round ${round} of ${bench.options.rounds}`);
    for (const side of ['portico', 'reference'] as const)
      rounds[side].push(await measure(bench, workload, side, bench.options.seconds));
  }
  return { title: workload.title, portico: middle(rounds.portico), reference: middle(rounds.reference) };
}

async function measure(bench: Bench, workload: Workload, side: Side, seconds: number): Promise<Figures> {
  const { installation, portico, reference, postmasterPid, load, scene } = bench;
  const [origin, pid] = side === 'portico' ? [installation.origin, portico.pid] : [reference.origin, reference.pid];
  const before = { server: cpuOf(pid), database: cpuOfFamily(postmasterPid) };
  const job: Job = { workload: workload.name, side, origin, scene, seconds };
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

function middle(rounds: readonly Figures[]): Figures {
  const of = (name: keyof Figures): number => median(rounds.map((round) => round[name]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    serverCpuMs: of('serverCpuMs'),
    databaseCpuMs: of('databaseCpuMs'),
  };
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
    },
  });
  const names = [...workloads.map(({ name }) => name), 'start'];
  const only = values.only?.split(',') ?? names;
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--only knows ${names.join(', ')}, not "${unknown}".`);
  return {
    rows: positive('rows', values.rows),
    seconds: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    chosen: workloads.filter(({ name }) => only.includes(name)),
    starts: only.includes('start'),
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not "${text}".`);
  return value;
}

async function tidy(): Promise<void> {
  // Last in, first out: the reference's connections end before its database does.
  for (const stop of stopping.splice(0).reverse()) await stop();
}

function say(text: string): void {
  console.error(text);
}
