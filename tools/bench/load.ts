/** Generates the load in a separate process. Each keep-alive connection has one pending request. */
import { Client } from 'undici';
import type { Fixture, Side } from './workload.ts';
import { findWorkload } from './workloads.ts';

export interface Job {
  readonly workload: string;
  /** Overrides the number of connections of the workload. */
  readonly connections?: number;
  readonly side: Side;
  readonly origin: string;
  readonly fixture: Fixture;
  readonly seconds: number;
}

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Number of wrong responses, and the first of them. */
  readonly wrongCount: number;
  readonly firstWrongResponse?: string;
}

process.on('message', (job: Job) => {
  run(job).then(
    (load) => process.send?.(load),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run(job: Job): Promise<Load> {
  const workload = findWorkload(job.workload);
  const clients = Array.from({ length: job.connections ?? workload.connections }, () => new Client(job.origin));
  const times: number[] = [];
  let wrongCount = 0;
  let firstWrongResponse: string | undefined;
  const startedAt = performance.now();
  const until = startedAt + job.seconds * 1_000;
  await Promise.all(
    clients.map(async (client) => {
      for (let now = performance.now(); now < until; ) {
        const request = workload.request(job.side, job.fixture);
        const { statusCode, body } = await client.request(request);
        const text = await body.text();
        const after = performance.now();
        times.push(after - now);
        now = after;
        if ((statusCode === 200 || workload.mayReject) && workload.isCorrect(text)) continue;
        wrongCount += 1;
        firstWrongResponse ??= `${statusCode} ${text.slice(0, 300)}`;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  await Promise.all(clients.map((client) => client.close()));
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  return { requests: times.length, seconds, p50: at(0.5), p99: at(0.99), wrongCount, firstWrongResponse };
}
