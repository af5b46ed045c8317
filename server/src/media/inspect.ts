import { createReadStream } from 'node:fs';
import type { AcceptedFileType } from '@portico/domain';
import { AppError } from '../kernel/app-error.ts';

/** The refusal of a file, with a reason for the person who uploads it. */
export const refused = (reason: string, cause?: unknown): AppError =>
  new AppError('FILE_UPLOAD_RESTRICTIONS_ERROR', { reason }, cause);

/**
 * Looks into the bytes for what the file says it is. Nothing is unpacked but what tells office files from other archives,
 * and that within the bounds of the file-type library.
 * @throws AppError FILE_UPLOAD_RESTRICTIONS_ERROR. Threat: a page or program under the name of a picture.
 */
export async function inspect(path: string, claimed: AcceptedFileType): Promise<void> {
  if (claimed.signatures.length === 0) return inspectText(path);
  const found = await signatureOf(path);
  if (!found || !claimed.signatures.includes(found)) {
    throw refused(`it says that it is ${claimed.mime}, but its content is ${found ?? 'something else'}`);
  }
}

async function signatureOf(path: string): Promise<string | undefined> {
  const { fileTypeFromFile } = await import('file-type');
  // Whatever it stumbles over is a file that it does not know.
  const found = await fileTypeFromFile(path).catch(() => undefined);
  return found?.mime.split(';')[0];
}

const MARKUP = /^[\s\ufeff]*<(!doctype|\?xml|!--|html|head|body|script|svg|iframe|math|table|style|link|meta)/i;

async function inspectText(path: string): Promise<void> {
  let first = true;
  for await (const chunk of createReadStream(path, { highWaterMark: 262_144 }) as AsyncIterable<Buffer>) {
    if (!isText(chunk)) throw refused('it says that it is text, but its content is something else');
    if (first && MARKUP.test(chunk.toString('utf8', 0, 1_024))) {
      throw refused('it says that it is text, but its content is a page or drawing');
    }
    first = false;
  }
}

const [TAB, LINE_FEED, FORM_FEED, CARRIAGE_RETURN, ESCAPE] = [9, 10, 12, 13, 27];

/** True where no byte is U+0000 or another control character of binary data, in whatever encoding of one byte or UTF-8. */
function isText(bytes: Buffer): boolean {
  for (const byte of bytes) {
    const isPlain = byte >= 32 || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
    if (!isPlain && byte !== FORM_FEED && byte !== ESCAPE) return false;
  }
  return true;
}
