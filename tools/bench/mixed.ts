/** 64 clients for minutes: does anything fail, do times stay, does memory grow, and is it given back? */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, say } from './compare.ts';
import { cpuOf } from './cpu.ts';
import type { Job, Load } from './load.ts';
import { memoryOf, memoryText } from './memory.ts';
import { messageOf } from './message.ts';
import { MIXED_CONNECTIONS, mixed } from './mixed-workload.ts';
import { median } from './table.ts';

const SAMPLE_MS = 1_000;
const WARM_UP_SECONDS = 5;
/** ten until the server takes it for rest, and as many for V8 to give pages back */
export const REST_SECONDS = 30;

export async function measureMixed(bench: Bench, minutes: number): Promise<string> {
  await run(bench, WARM_UP_SECONDS);
  const seconds = minutes * 60;
  say(`Mixed work of ${MIXED_CONNECTIONS} clients for ${seconds} s.`);
  const memory: number[] = [];
  let ended = false;
  const before = cpuOf(bench.portico.pid);
  const running = run(bench, seconds).finally(() => {
    ended = true;
  });
  while (!ended) {
    memory.push(memoryOf(bench.portico.pid).resident);
    await Promise.race([sleep(SAMPLE_MS), running.catch(() => undefined)]);
  }
  const { requests, p50, p99, wrong, example, seconds: taken } = await running;
  const cpuMs = (cpuOf(bench.portico.pid) - before) / requests;
  say(`Rest for ${REST_SECONDS} s.`);
  await sleep(REST_SECONDS * 1_000);
  const part = Math.max(1, Math.floor(memory.length / 5));
  const [first, last] = [median(memory.slice(0, part)), median(memory.slice(-part))];
  return [
    `Mixed work, ${MIXED_CONNECTIONS} clients for ${Math.round(taken)} s: ${Math.round(requests / taken)} requests/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms,`,
    `${wrong} errors${example ? ` (${example})` : ''}, ${cpuMs.toPrecision(3)} ms of the server's processor each.`,
    `Memory of the server while working: ${first.toFixed(0)} MB in the first fifth, ${last.toFixed(0)} MB in the last;`,
    `after ${REST_SECONDS} s of rest: ${memoryText(memoryOf(bench.portico.pid))}.`,
  ].join(' ');
}

async function run({ installation, load, scene }: Bench, seconds: number): Promise<Load> {
  const job: Job = { workload: mixed.name, side: 'portico', origin: installation.origin, scene, seconds };
  load.send(job);
  return messageOf<Load>(load);
}
