/**
 * The worker thread of make-pdf.ts. Typesetting a long text takes a second; meanwhile, the main thread handles other
 * requests.
 */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type DocumentContent, renderPdf } from './render-pdf.ts';

export type PdfResult = { readonly pdf: Uint8Array<ArrayBuffer> } | { readonly error: string };

const NICENESS = 8;
if (process.platform === 'linux') setPriority(NICENESS);

parentPort?.on('message', async (content: DocumentContent) => {
  try {
    const pdf = await renderPdf(content);
    parentPort?.postMessage({ pdf } satisfies PdfResult, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error: String(error) } satisfies PdfResult);
  }
});
