import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { decryptStream, encryptStream } from '../db/backup/encryption.ts';
import { BackupError } from '../db/backup/errors.ts';
import { collect } from '../db/backup/tar.ts';
import type { Destination } from './destination.ts';

/** Compresses and encrypts what is written to a destination, and reverses both when it is read. */
export interface SealedDestination {
  write(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Yields the content. @throws BackupError if it is missing, damaged, incomplete or encrypted with another key */
  read(name: string): AsyncGenerator<Buffer>;
  writeJson(name: string, value: unknown): Promise<void>;
  readJson<T>(name: string): Promise<T>;
}

export function sealDestination(destination: Destination, key: string): SealedDestination {
  const sealedDestination: SealedDestination = {
    async write(name, bytes) {
      const zipped = createGzip({ level: 4 });
      const read = pipeline(bytes, zipped);
      // The destination fails with the same error, because it reads the stream.
      read.catch(() => undefined);
      try {
        await destination.write(name, encryptStream(key, zipped));
        await read;
      } finally {
        zipped.destroy();
      }
    },
    async *read(name) {
      const content = await destination.read(name);
      if (!content) throw new BackupError(`${name} is missing in ${destination.address}.`);
      const unzipped = createGunzip();
      const read = pipeline(decryptStream(key, content), unzipped);
      read.catch(() => undefined);
      try {
        yield* unzipped as AsyncIterable<Buffer>;
        await read;
      } finally {
        unzipped.destroy();
        // The decryption does not close its source if the key is wrong.
        content.destroy();
      }
    },
    writeJson: (name, value) => sealedDestination.write(name, oneChunk(Buffer.from(JSON.stringify(value)))),
    readJson: async <T>(name: string) => JSON.parse((await collect(sealedDestination.read(name))).toString()) as T,
  };
  return sealedDestination;
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
