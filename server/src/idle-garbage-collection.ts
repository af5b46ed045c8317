/**
 * Collects garbage when the process becomes idle. V8 collects only on allocation. Without this, an idle process would
 * retain the garbage of its last work, several times the memory that it needs, until the next requests.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_INTERVAL_MS = 5_000;
/** Number of consecutive idle checks before garbage is collected, so that it is not collected between two requests. */
const IDLE_CHECKS = 2;
/** Event loop utilization below which the process is idle; polling workers and health checks stay well below it. */
const IDLE_LOAD = 0.05;
/** Minimum heap growth before garbage is collected again, more than a garbage collection itself allocates. */
const MIN_GROWTH_BYTES = 16 * 1_048_576;

export interface IdleGarbageCollectionOptions {
  /** Returns the event loop utilization, 0 to 1, since the last call. */
  readonly loadSinceLast?: () => number;
  /** Returns the size of the heap and of external buffers, including garbage and empty pages. */
  readonly heapBytes?: () => number;
  readonly collect?: () => Promise<void>;
}

/** Collects garbage once each time the event loop becomes idle after the heap has grown, and once after the start. */
export function startIdleGarbageCollection({
  loadSinceLast = measureLoad(),
  heapBytes = measureMemory,
  collect = collectGarbage,
}: IdleGarbageCollectionOptions = {}): { stop(): void } {
  let idleChecks = 0;
  /** Smallest size in bytes since the last garbage collection. V8 still releases memory for a while after it. */
  let lowestBytes = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => {
    idleChecks = loadSinceLast() < IDLE_LOAD ? idleChecks + 1 : 0;
    const current = heapBytes();
    lowestBytes = Math.min(lowestBytes, current);
    if (idleChecks < IDLE_CHECKS || current < lowestBytes + MIN_GROWTH_BYTES) return;
    idleChecks = 0;
    lowestBytes = current;
    void collect();
  }, CHECK_INTERVAL_MS).unref();
  return { stop: () => clearInterval(timer) };
}

/** Includes buffers, because request bodies are outside of the heap, but only garbage collection frees them. */
function measureMemory(): number {
  const { total_physical_size, external_memory } = getHeapStatistics();
  return total_physical_size + external_memory;
}

function measureLoad(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

type Gc = (options: { type: 'major'; execution: 'async' }) => Promise<void>;
let gc: Gc | undefined;

/**
 * Runs one full garbage collection, which takes about a tenth of a second. It also starts V8's memory reducer. About
 * eight seconds later, the reducer runs two incremental garbage collections and releases empty memory pages.
 */
function collectGarbage(): Promise<void> {
  if (!gc) {
    // The flag can be set in a running process, but only contexts created afterwards have the function `gc`.
    setFlagsFromString('--expose-gc');
    gc = runInNewContext('gc') as Gc;
    setFlagsFromString('--no-expose-gc');
  }
  return gc({ type: 'major', execution: 'async' });
}
