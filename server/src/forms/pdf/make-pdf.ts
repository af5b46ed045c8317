import { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/app-error.ts';
import { createLanes } from '../../kernel/lanes.ts';
import type { PdfDone } from './pdf-thread.ts';
import type { DocumentContent } from './render-pdf.ts';

const MOST_WAITING = 20;
/** longer than the longest document takes on a busy machine */
const MOST_MS = 30_000;
const UNUSED_MS = 30_000;
/** Node keeps the memory of new values after the thread has ended: a small share leaves the server small. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 4 };

const inLane = createLanes(1, MOST_WAITING);
let idle: { readonly thread: Worker; readonly ending: NodeJS.Timeout } | null = null;

/**
 * Makes the document on a thread of its own, one after the other.
 * @throws AppError DOCUMENT_FAILED where it takes too long or too much memory, SERVER_BUSY with many waiting already
 */
export async function makePdf(content: DocumentContent): Promise<Uint8Array> {
  const done = await inLane(async () => {
    const thread = take() ?? startThread();
    const done = await perform(thread, content);
    if (done) lay(thread);
    else void thread.terminate();
    return done;
  });
  if (!done || 'error' in done) throw new AppError('DOCUMENT_FAILED', {}, new Error(done?.error ?? 'no answer'));
  return done.pdf;
}

const startThread = (): Worker => new Worker(new URL('./pdf-thread.ts', import.meta.url), { resourceLimits: LIMITS });

function take(): Worker | undefined {
  const thread = idle?.thread;
  clearTimeout(idle?.ending);
  idle = null;
  return thread;
}

/** Keeps the thread, with its fonts in memory, for a while. It does not keep the process alive. */
function lay(thread: Worker): void {
  thread.unref();
  const ending = setTimeout(() => {
    idle = null;
    void thread.terminate();
  }, UNUSED_MS).unref();
  idle = { thread, ending };
}

/** Null when the thread ended or is late. */
function perform(thread: Worker, content: DocumentContent): Promise<PdfDone | null> {
  const { promise, resolve } = Promise.withResolvers<PdfDone | null>();
  const fail = (): void => resolve(null);
  const late = setTimeout(fail, MOST_MS);
  thread.on('message', resolve).on('error', fail).on('exit', fail);
  thread.ref();
  thread.postMessage(content);
  return promise.finally(() => {
    clearTimeout(late);
    thread.off('message', resolve).off('error', fail).off('exit', fail);
  });
}
