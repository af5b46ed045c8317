import { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/app-error.ts';
import { createSemaphore } from '../../kernel/semaphore.ts';
import type { PdfResult } from './pdf-thread.ts';
import type { DocumentContent } from './render-pdf.ts';

const MAX_WAITING = 20;
/** Even the longest document takes less time than this on a busy machine. */
const TIMEOUT_MS = 30_000;
const IDLE_MS = 30_000;
/** Node retains the memory of V8's young generation after the thread has ended, so the limit for it is low. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 4 };

const withPermit = createSemaphore(1, MAX_WAITING);
let idle: { readonly thread: Worker; readonly timer: NodeJS.Timeout } | null = null;

/**
 * Makes a document on a thread, one document at a time.
 * @throws AppError DOCUMENT_FAILED if it takes too long or too much memory; SERVER_BUSY if too many documents wait
 */
export async function makePdf(content: DocumentContent): Promise<Uint8Array> {
  const result = await withPermit(async () => {
    const thread = takeIdleThread() ?? startThread();
    const result = await run(thread, content);
    if (result) retainThread(thread);
    else void thread.terminate();
    return result;
  });
  if (!result || 'error' in result) {
    const reason = result?.error ?? `The thread ended or did not finish within ${TIMEOUT_MS} ms.`;
    throw new AppError('DOCUMENT_FAILED', {}, new Error(reason));
  }
  return result.pdf;
}

const startThread = (): Worker => new Worker(new URL('./pdf-thread.ts', import.meta.url), { resourceLimits: LIMITS });

function takeIdleThread(): Worker | undefined {
  const thread = idle?.thread;
  clearTimeout(idle?.timer);
  idle = null;
  return thread;
}

/** Retains the thread and its fonts for the next document, until it has been idle for some time. */
function retainThread(thread: Worker): void {
  thread.unref();
  const timer = setTimeout(() => {
    idle = null;
    void thread.terminate();
  }, IDLE_MS).unref();
  idle = { thread, timer };
}

/** Returns null if the thread ends or exceeds the timeout. */
function run(thread: Worker, content: DocumentContent): Promise<PdfResult | null> {
  const { promise, resolve } = Promise.withResolvers<PdfResult | null>();
  const fail = (): void => resolve(null);
  const timeout = setTimeout(fail, TIMEOUT_MS);
  thread.on('message', resolve).on('error', fail).on('exit', fail);
  thread.ref();
  thread.postMessage(content);
  return promise.finally(() => {
    clearTimeout(timeout);
    thread.off('message', resolve).off('error', fail).off('exit', fail);
  });
}
