import { afterEach, describe, expect, it } from 'vitest';
import type { Log } from '../kernel/log.ts';
import { backOff, createQueue, type Worker } from './index.ts';

const NEVER = 3_600_000;
const warnings: object[] = [];
const log: Log = { info: () => undefined, warn: (fields) => warnings.push(fields), error: () => undefined };
const workers: Worker[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

describe('a queue', () => {
  it('wakes every worker of the process by a nudge', async () => {
    const queue = createQueue('test', { pollMs: NEVER, nudgeMs: [1] }, null);
    const passes = [0, 0];
    for (const index of [0, 1]) {
      workers.push(
        queue.start(log, async () => {
          passes[index] = (passes[index] ?? 0) + 1;
        }),
      );
    }
    await expect.poll(() => passes).toEqual([1, 1]);
    queue.nudge();
    await expect.poll(() => passes).toEqual([2, 2]);
  });

  it('polls again after work that failed', async () => {
    const queue = createQueue('test', { pollMs: 1, nudgeMs: [] }, null);
    let passes = 0;
    workers.push(
      queue.start(log, async () => {
        passes += 1;
        if (passes === 1) throw new Error('no database');
      }),
    );
    await expect.poll(() => passes).toBeGreaterThan(2);
    expect(warnings).toEqual([{ err: new Error('no database'), queue: 'test' }]);
  });

  it('waits for running tasks when it stops, and aborts those that take too long', async () => {
    const queue = createQueue('test', { pollMs: NEVER, nudgeMs: [] }, null);
    const ended: string[] = [];
    let passes = 0;
    const worker = queue.start(log, async ({ run }) => {
      passes += 1;
      if (passes > 1) return;
      run(async (signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        ended.push('aborted');
      });
      run(async () => {
        ended.push('finished');
      });
    });
    // The end of a task starts another pass.
    await expect.poll(() => passes).toBe(2);
    await expect.poll(() => ended).toEqual(['finished']);
    await worker.stop();
    expect(ended).toEqual(['finished', 'aborted']);
  });
});

it('doubles the delay of a retry up to a limit', () => {
  const delays = [1, 2, 3, 4, 5].map((attempts) => backOff(attempts, { firstMs: 5, maxMs: 30 }));
  expect(delays).toEqual([5, 10, 20, 30, 30]);
});
