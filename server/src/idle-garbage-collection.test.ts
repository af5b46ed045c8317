import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startIdleGarbageCollection } from './idle-garbage-collection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The measurements of one check: event loop load, and heap size in MB. */
type Measurement = readonly [load: number, heap: number];

/** Returns the indexes of the checks after which garbage was collected. */
async function findGarbageCollections(checks: readonly Measurement[]): Promise<number[]> {
  let n = 0;
  const collectedAfter: number[] = [];
  const collection = startIdleGarbageCollection({
    loadSinceLast: () => (checks[n] as Measurement)[0],
    heapBytes: () => (checks[n] as Measurement)[1] * 1_048_576,
    collect: async () => void collectedAfter.push(n),
  });
  for (; n < checks.length; n += 1) await vi.advanceTimersByTimeAsync(5_000);
  collection.stop();
  return collectedAfter;
}

it('collects once after the start, and not again while idle', async () => {
  const idleMeasurements: Measurement[] = Array.from({ length: 20 }, () => [0.01, 45]);
  expect(await findGarbageCollections([[0.9, 100], [0, 100], [0, 100], ...idleMeasurements])).toEqual([2]);
});

it('collects once after each period of work', async () => {
  const start: Measurement[] = [
    [0, 100],
    [0, 100],
    [0, 45],
  ];
  const work: Measurement[] = [
    [1, 180],
    [0.3, 220],
    [0.02, 220],
    [0, 220],
    [0, 220],
    [0, 220],
    [0, 46],
    [0, 46],
    [0, 46],
  ];
  expect(await findGarbageCollections([...start, ...work, ...work])).toEqual([1, 6, 15]);
});

it('does not collect while requests are processed, nor in short pauses between them', async () => {
  const loads = [1, 1, 0.5, 0, 1, 0, 0.2, 0, 0.9, 1];
  expect(await findGarbageCollections(loads.map((load) => [load, 200]))).toEqual([]);
});

it('does not collect again because of the work of a collection', async () => {
  const settlingMeasurements: Measurement[] = [
    [0, 100],
    [0, 100],
    [0.2, 60],
    [0.1, 45],
    [0, 46],
    [0, 50],
    [0.07, 50],
    [0, 55],
    [0, 55],
  ];
  expect(await findGarbageCollections(settlingMeasurements)).toEqual([1]);
});

it('collects for real, and all of the heap', async () => {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { NODE_PERFORMANCE_GC_MAJOR, NODE_PERFORMANCE_GC_FLAGS_FORCED } = constants;
  const forcedCollections: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as (PerformanceEntry & { detail: { kind: number; flags: number } })[])
      if (detail.flags & NODE_PERFORMANCE_GC_FLAGS_FORCED) forcedCollections.push(detail.kind);
  });
  observer.observe({ entryTypes: ['gc'] });
  const collection = startIdleGarbageCollection({ loadSinceLast: () => 0 });
  vi.advanceTimersByTime(10_000);
  collection.stop();
  await vi.waitFor(() => expect(forcedCollections).toContain(NODE_PERFORMANCE_GC_MAJOR), { timeout: 10_000 });
  observer.disconnect();
});

it('treats unreferenced buffers as a reason to collect', async () => {
  const collect = vi.fn(async () => undefined);
  const collection = startIdleGarbageCollection({ loadSinceLast: () => 0, collect });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(collect).toHaveBeenCalledTimes(1);
  const buffers = Array.from({ length: 8 }, () => Buffer.alloc(16 * 1_048_576, 'x'));
  await vi.advanceTimersByTimeAsync(10_000);
  collection.stop();
  expect([buffers.length, collect.mock.calls.length]).toEqual([8, 2]);
});

it('checks no more once stopped', async () => {
  const collect = vi.fn(async () => undefined);
  startIdleGarbageCollection({ loadSinceLast: () => 0, collect }).stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(collect).not.toHaveBeenCalled();
});
