import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

describe('a semaphore', () => {
  it('runs at most its limit at once, finishes all work, and starts it in the order of the calls', async () => {
    const jobLists = fc.array(fc.record({ ticks: fc.nat(3), fails: fc.boolean() }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), jobLists, async (count, jobs) => {
        const withPermit = createSemaphore(count, 100);
        const started: number[] = [];
        let running = 0;
        const ends = await Promise.allSettled(
          jobs.map(({ ticks, fails }, index) =>
            withPermit(async () => {
              started.push(index);
              running += 1;
              expect(running).toBeLessThanOrEqual(count);
              for (let tick = 0; tick < ticks; tick += 1) await setImmediate();
              running -= 1;
              if (fails) throw new Error('failed');
              return index;
            }),
          ),
        );
        expect(started).toEqual(jobs.map((_, index) => index));
        expect(ends.map((end) => end.status)).toEqual(jobs.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')));
      }),
    );
  });

  it('rejects work that exceeds the queue, and recovers', async () => {
    const withPermit = createSemaphore(1, 2);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const three = [1, 2, 3].map((n) => withPermit(() => gate.then(() => n)));
    await expect(withPermit(async () => 4)).rejects.toMatchObject({ code: 'SERVER_BUSY', status: 503 });
    open();
    expect(await Promise.all(three)).toEqual([1, 2, 3]);
    expect(await withPermit(async () => 5)).toBe(5);
  });
});
