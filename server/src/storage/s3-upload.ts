import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';

export type Sdk = typeof import('@aws-sdk/client-s3');

export interface UploadTarget {
  readonly sdk: Sdk;
  readonly client: S3Client;
  readonly target: { readonly Bucket: string; readonly Key: string };
}

/** Size of the first parts in bytes. S3 allows 10,000 parts of at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;
/** After this many parts, the part size doubles. An object of 5 TiB, the most that S3 allows, has about 9,000 parts. */
const PARTS_PER_SIZE = 1_000;

/**
 * Uploads a stream of unknown length: a short one with one request, a longer one as a multipart upload, which is
 * aborted after an error.
 */
export async function uploadStream(upload: UploadTarget, bytes: AsyncIterable<Buffer>): Promise<void> {
  const { sdk, client, target } = upload;
  const parts = splitIntoParts(bytes);
  const first = await parts.next();
  const Body = first.value ?? Buffer.alloc(0);
  const second = await parts.next();
  if (second.done) {
    await client.send(new sdk.PutObjectCommand({ ...target, Body, ContentLength: Body.length }));
    return;
  }
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target));
  try {
    const completed: CompletedPart[] = [];
    const send = async (part: Buffer): Promise<void> => {
      const PartNumber = completed.length + 1;
      const { ETag } = await client.send(
        new sdk.UploadPartCommand({ ...target, UploadId, PartNumber, Body: part, ContentLength: part.length }),
      );
      completed.push({ PartNumber, ETag });
    };
    await send(Body);
    await send(second.value);
    for await (const part of parts) await send(part);
    const MultipartUpload = { Parts: completed };
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
  } catch (error) {
    await client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
    throw error;
  }
}

async function* splitIntoParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let pieces: Buffer[] = [];
  let length = 0;
  let count = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length < PART_BYTES * 2 ** Math.floor(count / PARTS_PER_SIZE)) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    length = 0;
    count++;
  }
  if (length > 0) yield Buffer.concat(pieces);
}
