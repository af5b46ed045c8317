import { createReadStream } from 'node:fs';
import type { AcceptedFileType } from '@portico/domain';
import { AppError } from '../kernel/app-error.ts';

/** Returns the error that rejects a file, with a reason for the uploader. */
export const uploadError = (reason: string, cause?: unknown): AppError =>
  new AppError('FILE_UPLOAD_RESTRICTIONS_ERROR', { reason }, cause);

/**
 * Compares the file's content with its declared type. Unpacks only what distinguishes office files from other archives,
 * within the limits of the file-type library. Threat: a page or program with the name of a picture.
 * @throws AppError FILE_UPLOAD_RESTRICTIONS_ERROR
 */
export async function inspect(path: string, declaredType: AcceptedFileType): Promise<void> {
  if (declaredType.signatures.length === 0) return inspectText(path);
  const found = await signatureOf(path);
  if (!found || !declaredType.signatures.includes(found)) {
    throw uploadError(`its declared type is ${declaredType.mime}, but its content is ${found ?? 'another type'}`);
  }
}

async function signatureOf(path: string): Promise<string | undefined> {
  const { fileTypeFromFile } = await import('file-type');
  // If the library fails on a file, the type is unknown.
  const found = await fileTypeFromFile(path).catch(() => undefined);
  return found?.mime.split(';')[0];
}

const MARKUP = /^[\s\ufeff]*<(!doctype|\?xml|!--|html|head|body|script|svg|iframe|math|table|style|link|meta)/i;

async function inspectText(path: string): Promise<void> {
  let isFirst = true;
  for await (const chunk of createReadStream(path, { highWaterMark: 262_144 }) as AsyncIterable<Buffer>) {
    if (!isText(chunk)) throw uploadError('its declared type is text, but its content is not');
    if (isFirst && MARKUP.test(chunk.toString('utf8', 0, 1_024))) {
      throw uploadError('its declared type is text, but its content is an HTML page or a drawing');
    }
    isFirst = false;
  }
}

const [TAB, LINE_FEED, FORM_FEED, CARRIAGE_RETURN, ESCAPE] = [9, 10, 12, 13, 27];

/** True if no byte is U+0000 or another binary control character. Works for UTF-8 and any single-byte encoding. */
function isText(bytes: Buffer): boolean {
  for (const byte of bytes) {
    const isPlain = byte >= 32 || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
    if (!isPlain && byte !== FORM_FEED && byte !== ESCAPE) return false;
  }
  return true;
}
