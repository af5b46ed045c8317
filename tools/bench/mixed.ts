/** Runs mixed work of 64 clients for minutes. Measures errors, latency, memory growth, and memory when idle again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, printProgress } from './compare.ts';
import { cpuMsOf } from './cpu.ts';
import type { Job, Load } from './load.ts';
import { formatMemory, memoryOf } from './memory.ts';
import { messageOf } from './message.ts';
import { MIXED_CONNECTIONS, mixed } from './mixed-workload.ts';
import { computeMedian } from './table.ts';

const SAMPLE_MS = 1_000;
const WARM_UP_SECONDS = 5;
/** The server collects garbage after ten idle seconds. V8 then needs another ten to return memory to the system. */
export const IDLE_SECONDS = 30;

export async function measureMixed(bench: Bench, minutes: number): Promise<string> {
  await run(bench, WARM_UP_SECONDS);
  const seconds = minutes * 60;
  printProgress(`Mixed workload: ${MIXED_CONNECTIONS} clients for ${Math.round(seconds)} s.`);
  const memory: number[] = [];
  let ended = false;
  const before = cpuMsOf(bench.portico.pid);
  const running = run(bench, seconds).finally(() => {
    ended = true;
  });
  while (!ended) {
    memory.push(memoryOf(bench.portico.pid).residentMb);
    await Promise.race([sleep(SAMPLE_MS), running.catch(() => undefined)]);
  }
  const { requests, p50, p99, wrongCount, firstWrongResponse, seconds: taken } = await running;
  const cpuMs = (cpuMsOf(bench.portico.pid) - before) / requests;
  printProgress(`Waiting for ${IDLE_SECONDS} idle seconds.`);
  await sleep(IDLE_SECONDS * 1_000);
  const part = Math.max(1, Math.floor(memory.length / 5));
  const [first, last] = [computeMedian(memory.slice(0, part)), computeMedian(memory.slice(-part))];
  return [
    `Mixed workload, ${MIXED_CONNECTIONS} clients for ${Math.round(taken)} s: ${Math.round(requests / taken)} requests/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms,`,
    `${wrongCount} errors${firstWrongResponse ? ` (${firstWrongResponse})` : ''}, ${cpuMs.toPrecision(3)} ms of server CPU per request.`,
    `Memory of the server under load: ${first.toFixed(0)} MB in the first fifth, ${last.toFixed(0)} MB in the last;`,
    `after ${IDLE_SECONDS} idle seconds: ${formatMemory(memoryOf(bench.portico.pid))}.`,
  ].join(' ');
}

async function run({ installation, load, fixture }: Bench, seconds: number): Promise<Load> {
  const job: Job = { workload: mixed.name, side: 'portico', origin: installation.origin, fixture, seconds };
  load.send(job);
  return messageOf<Load>(load);
}
