/**
 * Hands memory back once work has ended. V8 collects when something is allocated: a process that has worked and then
 * rests keeps what the work left, several times what it needs, until the next requests come.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY_MS = 5_000;
/** looks in a row that find the event loop at rest: between two pages of a visitor nothing is collected */
const LOOKS_AT_REST = 2;
/** share of the time; workers that look for work and the questions of a load balancer stay well below */
const REST = 0.05;
/** what is worth a collection; less would let one collection's own traces call for the next */
const GROWN_BYTES = 16 * 1_048_576;

export interface IdleCollectionOptions {
  /** share of the time, 0 to 1, that the event loop has worked since it was last asked */
  readonly loadSinceLast?: () => number;
  /** of the heap and of buffers outside of it, with garbage and empty pages */
  readonly heapBytes?: () => number;
  readonly collect?: () => Promise<void>;
}

/** One collection each time the event loop has come to rest and the heap has grown; after the start, in any case. */
export function startIdleCollection({
  loadSinceLast = measureLoad(),
  heapBytes = measureMemory,
  collect = collectAll,
}: IdleCollectionOptions = {}): { stop(): void } {
  let restingLooks = 0;
  /** the least since the last collection: pages are given back for some time after it */
  let least = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => {
    restingLooks = loadSinceLast() < REST ? restingLooks + 1 : 0;
    const now = heapBytes();
    least = Math.min(least, now);
    if (restingLooks < LOOKS_AT_REST || now < least + GROWN_BYTES) return;
    restingLooks = 0;
    least = now;
    void collect();
  }, LOOK_EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}

/** Buffers count, too: the bodies of requests are kept outside of the heap, and only a collection frees them. */
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
 * One full collection, about a tenth of a second. It also wakes V8's own reducer of memory, which some eight seconds
 * later collects twice more, in small steps beside other work, and gives the empty pages back to the system.
 */
function collectAll(): Promise<void> {
  if (!gc) {
    // Flags can be set in a running process, but only a context made after it has the function.
    setFlagsFromString('--expose-gc');
    gc = runInNewContext('gc') as Gc;
    setFlagsFromString('--no-expose-gc');
  }
  return gc({ type: 'major', execution: 'async' });
}
