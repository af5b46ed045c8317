import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { FileStorage, S3Settings } from './file-storage.ts';
import { type Sdk, uploadStream } from './s3-upload.ts';

/** A bucket also takes streams of unknown length under any name. */
export interface Bucket extends FileStorage {
  /** Stores a stream in parts. An object appears under the name only when all of it was received. */
  write(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
}

/** Stores files in a bucket of S3 or of a compatible server. The SDK is large, so it is loaded on first use. */
export function openS3Storage(settings: S3Settings, incoming: string): Bucket {
  let connected: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  const connect = () => {
    connected ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: clientOf(sdk, settings) }));
    return connected;
  };
  const prefix = settings.prefix === '' ? '' : `${settings.prefix}/`;
  const keyOf = (name: string) => ({ Bucket: settings.bucket, Key: prefix + name });

  return {
    incoming,
    async put(name, path, bytes) {
      const { sdk, client } = await connect();
      const Body = createReadStream(path);
      try {
        await client.send(new sdk.PutObjectCommand({ ...keyOf(name), Body, ContentLength: bytes }));
      } finally {
        Body.destroy();
      }
      await rm(path, { force: true });
    },
    async write(name, bytes) {
      const { sdk, client } = await connect();
      await uploadStream({ sdk, client, target: keyOf(name) }, bytes);
    },
    async read(name) {
      const { sdk, client } = await connect();
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(keyOf(name)));
        return Body as Readable;
      } catch (error) {
        if (error instanceof sdk.NoSuchKey || statusOf(error) === 404) return null;
        throw error;
      }
    },
    async remove(name) {
      const { sdk, client } = await connect();
      await client.send(new sdk.DeleteObjectCommand(keyOf(name)));
    },
    async *list() {
      const { sdk, client } = await connect();
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket: settings.bucket, Prefix: prefix });
      for await (const page of pages) {
        for (const { Key, LastModified, Size = 0 } of page.Contents ?? []) {
          if (Key && LastModified) yield { name: Key.slice(prefix.length), changedAt: LastModified, bytes: Size };
        }
      }
    },
  };
}

function clientOf(sdk: Sdk, { region, endpoint, credentials, pathStyle }: S3Settings): S3Client {
  return new sdk.S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
    // Other servers reject the checksums that only Amazon supports.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK logs nothing itself, because the code that catches its errors logs them.
    logger: SILENT,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
  });
}

const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
