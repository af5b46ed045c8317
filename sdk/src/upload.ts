import { PorticoError } from './error.ts';

/** An uploaded file as the value of its field holds it (forms contract section 5.2). `url` names it. */
export interface FileValue {
  readonly fileId: string;
  readonly displayName: string;
  readonly fileType: string;
  readonly url: string;
}

export interface UploadOptions {
  /** told from time to time how much of the file has been sent, 0 to 1 */
  readonly onProgress?: (part: number) => void;
  readonly signal?: AbortSignal;
  /** for a place without XMLHttpRequest, which has no progress to tell */
  readonly fetch?: typeof fetch;
}

/**
 * Puts a file to the address that a form has handed out (`forms.uploadUrl`).
 * @throws PorticoError for a file that is refused; TypeError where the server cannot be reached; AbortError
 */
export async function uploadFile(url: string, file: File, options: UploadOptions = {}): Promise<FileValue> {
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => WatchedRequest };
  const response =
    XMLHttpRequest && !options.fetch
      ? await sendWatched(new XMLHttpRequest(), url, file, options)
      : await send(url, file, options);
  if (response.status !== 200) throw await PorticoError.of(response);
  const { file: stored } = (await response.json()) as { file: Omit<FileValue, 'fileId'> & { id: string } };
  return { fileId: stored.id, displayName: stored.displayName, fileType: stored.fileType, url: stored.url };
}

const typeOf = (file: File): string => file.type || 'application/octet-stream';

const send = (url: string, file: File, options: UploadOptions): Promise<Response> =>
  (options.fetch ?? fetch)(url, {
    method: 'PUT',
    headers: { 'content-type': typeOf(file) },
    body: file,
    signal: options.signal,
  });

/**
 * What is used of a browser's XMLHttpRequest, in our own words: with the browser's types every program that imports the sdk
 * would be checked as if it ran in a page.
 */
interface WatchedRequest {
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

/** Only XMLHttpRequest tells how much of a body has left. */
const sendWatched = (
  request: WatchedRequest,
  url: string,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    request.open('PUT', url);
    request.setRequestHeader('content-type', typeOf(file));
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status || 500 }));
    request.onerror = () => reject(new TypeError('The server cannot be reached.'));
    request.onabort = () => reject(new DOMException('The upload was given up.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    if (signal?.aborted) reject(new DOMException('The upload was given up.', 'AbortError'));
    else request.send(file);
  });
