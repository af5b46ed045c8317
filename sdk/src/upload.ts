import { send } from './call.ts';
import type { WebFetch, WebFile, WebSignal } from './web-types.ts';

/** An uploaded file in the value of its field (forms contract section 5.2). `url` identifies it. */
export interface FileValue {
  readonly fileId: string;
  readonly displayName: string;
  readonly fileType: string;
  readonly url: string;
}

export interface UploadOptions {
  /**
   * Called repeatedly with the uploaded fraction of the file, from 0 to 1. Without XMLHttpRequest, as in Node, it is not
   * called.
   */
  readonly onProgress?: ((part: number) => void) | undefined;
  /** Aborts the upload. */
  readonly signal?: WebSignal | undefined;
  readonly fetch?: WebFetch | undefined;
}

/**
 * Uploads a file to the upload URL of a form (`forms.uploadUrl`).
 * @throws PorticoError if the file is rejected, and NETWORK_ERROR; the reason of `signal` if it is aborted
 */
export async function uploadFile(url: string, file: WebFile, options: UploadOptions = {}): Promise<FileValue> {
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => UploadRequest };
  const { onProgress, signal, fetch: fetcher = fetch } = options;
  const sender: typeof fetch =
    XMLHttpRequest && onProgress
      ? () => sendWithProgress(new XMLHttpRequest(), url, file, onProgress, signal)
      : fetcher;
  const headers = { 'content-type': typeOf(file) };
  const response = await send(sender, url, { method: 'PUT', headers, body: file, ...(signal ? { signal } : {}) });
  const { file: stored } = (await response.json()) as { file: Omit<FileValue, 'fileId'> & { id: string } };
  return { fileId: stored.id, displayName: stored.displayName, fileType: stored.fileType, url: stored.url };
}

const typeOf = (file: File): string => file.type || 'application/octet-stream';

/**
 * The part of XMLHttpRequest that is used here. Declaring it avoids the browser's types, which would apply to every
 * program that imports the sdk.
 */
interface UploadRequest {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: File): void;
  abort(): void;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  readonly status: number;
  readonly responseText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
}

/** Only XMLHttpRequest reports upload progress. Rejects if the request fails or `signal` aborts it. */
async function sendWithProgress(
  request: UploadRequest,
  url: string,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const abort = (): void => request.abort();
  try {
    return await new Promise((resolve, reject) => {
      request.open('PUT', url);
      request.setRequestHeader('content-type', typeOf(file));
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(new Response(request.responseText, { status: request.status || 500 }));
      request.onerror = () => reject(new Error('The upload failed.'));
      request.onabort = reject;
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) reject();
      else request.send(file);
    });
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
