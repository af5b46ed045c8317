/** A thread that makes documents for make-pdf.ts, one at a time: setting a long text takes a second, which requests need not wait for. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type DocumentContent, renderPdf } from './render-pdf.ts';

export type PdfDone = { readonly pdf: Uint8Array<ArrayBuffer> } | { readonly error: string };

const NICENESS = 8;
if (process.platform === 'linux') setPriority(NICENESS);

parentPort?.on('message', async (content: DocumentContent) => {
  try {
    const pdf = await renderPdf(content);
    parentPort?.postMessage({ pdf } satisfies PdfDone, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error: String(error) } satisfies PdfDone);
  }
});
