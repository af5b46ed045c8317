/** Makes the load, in a process of its own: so many keep-alive connections, each with one request under way. */
import { Client } from 'undici';
import type { Scene, Side } from './workload.ts';
import { workloadNamed } from './workloads.ts';

export interface Job {
  readonly workload: string;
  /** other than the workload's own */
  readonly connections?: number;
  readonly side: Side;
  readonly origin: string;
  readonly scene: Scene;
  readonly seconds: number;
}

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** milliseconds */
  readonly p50: number;
  readonly p99: number;
  /** answers that were not what was asked for */
  readonly wrong: number;
  /** the first of them */
  readonly example?: string;
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
  const workload = workloadNamed(job.workload);
  const clients = Array.from({ length: job.connections ?? workload.connections }, () => new Client(job.origin));
  const times: number[] = [];
  let wrong = 0;
  let example: string | undefined;
  const began = performance.now();
  const until = began + job.seconds * 1_000;
  await Promise.all(
    clients.map(async (client) => {
      for (let now = performance.now(); now < until; ) {
        const request = workload.request(job.side, job.scene);
        const { statusCode, body } = await client.request(request);
        const text = await body.text();
        const after = performance.now();
        times.push(after - now);
        now = after;
        if ((statusCode === 200 || workload.mayRefuse) && workload.answers(text)) continue;
        wrong += 1;
        example ??= `${statusCode} ${text.slice(0, 300)}`;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(clients.map((client) => client.close()));
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  return { requests: times.length, seconds, p50: at(0.5), p99: at(0.99), wrong, example };
}
