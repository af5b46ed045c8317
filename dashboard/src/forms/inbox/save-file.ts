/**
 * Saves the body of a response as a file in the downloads of the browser.
 * @param onBytes called with the number of bytes received so far
 */
export async function saveFile(response: Response, name: string, onBytes: (bytes: number) => void): Promise<void> {
  const parts: BlobPart[] = [];
  let bytes = 0;
  for await (const part of partsOf(response)) {
    parts.push(part);
    bytes += part.byteLength;
    onBytes(bytes);
  }
  const url = URL.createObjectURL(new Blob(parts, { type: response.headers.get('content-type') ?? '' }));
  startDownload(url, name);
  // The browser needs the URL until it has started to save the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Reads the body in parts. Safari's streams are not async iterables, so this uses a reader. */
async function* partsOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value;
}

/** Starts a download as if the user had clicked a link. */
export function startDownload(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|]/g, ' ').trim();
  link.click();
}
