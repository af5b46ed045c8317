/**
 * Saves what a response brings as a file among the downloads.
 * @param onBytes told how many have come so far
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
  followDownload(url, name);
  // the browser has taken it by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Safari's streams cannot be iterated over. */
async function* partsOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value;
}

/** As if a link to a download was clicked. */
export function followDownload(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|]/g, ' ').trim();
  link.click();
}
