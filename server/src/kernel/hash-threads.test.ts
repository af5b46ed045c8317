import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { createHashThreads } from './hash-threads.ts';

const COST = { algorithm: 2, memoryCost: 256, timeCost: 1, parallelism: 1 } as const;

describe('hashing threads', () => {
  it('return the result of each of many jobs', async () => {
    const perform = createHashThreads(2, 100);
    const passwords = Array.from({ length: 50 }, (_, n) => `password ${n}`);
    const hashes = await Promise.all(passwords.map((password) => perform({ do: 'hash', password, cost: COST })));
    expect(new Set(hashes).size).toBe(50);
    const checks = hashes.map((stored, n) =>
      perform({ do: 'verify', stored: String(stored), password: passwords[n % 2 ? n : 0] as string }),
    );
    expect(await Promise.all(checks)).toEqual(hashes.map((_, n) => n % 2 === 1 || n === 0));
  });

  it('report a failed job and continue', async () => {
    const perform = createHashThreads(1, 100);
    await expect(perform({ do: 'verify', stored: 'nonsense', password: 'x' })).rejects.toThrow();
    expect(await perform({ do: 'hash', password: 'x', cost: COST })).toMatch(/^\$argon2id\$/);
  });

  it('replace a thread that dies and lose only its job', async () => {
    const perform = createHashThreads(1, 100);
    const ends = await Promise.allSettled([
      perform({ do: 'hash', password: 'x', cost: COST }),
      // This is not a valid job, so the thread that receives it throws and exits.
      perform(null as never),
      perform({ do: 'hash', password: 'y', cost: COST }),
    ]);
    expect(ends.map((end) => end.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('exit after an idle period and start again for the next job', async () => {
    const started: Worker[] = [];
    const note = (worker: Worker) => void started.push(worker);
    process.on('worker', note);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const perform = createHashThreads(1, 100);
      for (let n = 0; n < 3; n += 1) {
        await perform({ do: 'hash', password: 'x', cost: COST });
        vi.advanceTimersByTime(14_000);
      }
      expect(started).toHaveLength(1);
      const exit = once(started[0] as Worker, 'exit');
      vi.advanceTimersByTime(1_000);
      await exit;
      expect(await perform({ do: 'hash', password: 'x', cost: COST })).toMatch(/^\$argon2id\$/);
      expect(started).toHaveLength(2);
    } finally {
      vi.useRealTimers();
      process.off('worker', note);
    }
  });

  it('reject a job when the queue is full', async () => {
    const perform = createHashThreads(1, 3);
    const ends = await Promise.allSettled(
      Array.from({ length: 10 }, () => perform({ do: 'hash', password: 'x', cost: COST })),
    );
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(4);
    const rejected = ends.filter((end) => end.status === 'rejected');
    expect(rejected.map((end) => end.reason.code)).toEqual(Array(6).fill('SERVER_BUSY'));
  });
});
