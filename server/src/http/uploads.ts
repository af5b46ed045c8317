/** Handles requests whose body is one file. The file is read as a stream, and never parsed or buffered in memory. */
import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error.ts';

export interface IncomingFile {
  readonly stream: Readable;
  /** File name from multipart/form-data; null without one. */
  readonly filename: string | null;
  /** Size of the body according to its header; null without one. */
  readonly declaredBytes: number | null;
}

/** Runs `mount` in a Fastify scope where bodies of every media type arrive unparsed. */
export async function acceptFiles(app: FastifyInstance, mount: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    mount(scope);
  });
}

/**
 * Returns the file in the body of the request.
 * @throws AppError BAD_REQUEST if the body contains no file
 */
export async function readIncomingFile(request: FastifyRequest): Promise<IncomingFile> {
  const declared = request.headers['content-length'];
  const declaredBytes = declared === undefined ? null : Number(declared);
  if (!request.isMultipart()) {
    if (!request.body) throw new AppError('BAD_REQUEST', { reason: 'the body must be a file' });
    return { stream: request.body as Readable, filename: null, declaredBytes };
  }
  try {
    // `fileSize` is unlimited, because the reader of the stream enforces the maximum size.
    const limits = { files: 1, fields: 20, fieldSize: 4_096, headerPairs: 20, fileSize: Number.POSITIVE_INFINITY };
    const part = await request.file({ limits });
    if (part) return { stream: part.file, filename: part.filename ?? null, declaredBytes };
  } catch (cause) {
    throw new AppError('BAD_REQUEST', { reason: 'the body is not valid multipart/form-data' }, cause);
  }
  throw new AppError('BAD_REQUEST', { reason: 'the multipart/form-data contains no file' });
}
