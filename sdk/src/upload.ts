import { PorticoError } from './error.ts';

/** An uploaded file in the value of its field (forms contract section 5.2). `url` identifies it. */
export interface FileValue {
  readonly fileId: string;
  readonly displayName: string;
  readonly fileType: string;
  readonly url: string;
}

export interface UploadOptions {
  /** Called repeatedly with the uploaded fraction of the file, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
  readonly signal?: AbortSignal;
  /** For environments without XMLHttpRequest. fetch reports no progress. */
  readonly fetch?: typeof fetch;
}

/**
 * Uploads a file to the upload URL of a form (`forms.uploadUrl`).
 * @throws PorticoError if the file is rejected; TypeError if the server is unreachable; AbortError
 */
export async function uploadFile(url: string, file: File, options: UploadOptions = {}): Promise<FileValue> {
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => UploadRequest };
  const response =
    XMLHttpRequest && !options.fetch
      ? await sendWithProgress(new XMLHttpRequest(), url, file, options)
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

/** Only XMLHttpRequest reports upload progress. */
const sendWithProgress = (
  request: UploadRequest,
  url: string,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    request.open('PUT', url);
    request.setRequestHeader('content-type', typeOf(file));
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status || 500 }));
    request.onerror = () => reject(new TypeError('The server is unreachable.'));
    request.onabort = () => reject(new DOMException('The upload was aborted.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    if (signal?.aborted) reject(new DOMException('The upload was aborted.', 'AbortError'));
    else request.send(file);
  });
