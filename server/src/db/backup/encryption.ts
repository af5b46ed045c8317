// Encryption of backups. A file starts with a header of 64 bytes:
//   16 bytes  "PORTICO-BACKUP-1" in ASCII
//   32 bytes  salt, random for each file
//   16 bytes  key check: HKDF-SHA-256 of the key with the salt and the text "portico backup key check"
// Chunks of 65,536 bytes follow; only the last one may be shorter. Each is encrypted with AES-256-GCM and followed by its tag
// of 16 bytes. The key is HKDF-SHA-256 of the key with the salt and the text "portico backup"; the nonce is the number of
// the chunk from 0 (8 bytes, big-endian) and the number 1 for the last chunk, otherwise 0 (4 bytes, big-endian); the header
// is the additional data. Chunks can therefore not be removed, reordered, or appended without detection.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { BackupError } from './errors.ts';

const CIPHER = 'aes-256-gcm';
const MAGIC = Buffer.from('PORTICO-BACKUP-1');
const SALT_BYTES = 32;
const CHECK_BYTES = 16;
const TAG_BYTES = 16;
const CHUNK_BYTES = 65_536;
export const HEADER_BYTES = MAGIC.length + SALT_BYTES + CHECK_BYTES;

type Bytes = AsyncIterable<Buffer>;

/** Encrypts a stream with the backup key. */
export async function* encryptStream(key: string, source: Bytes): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const header = Buffer.concat([MAGIC, salt, deriveKey(key, salt, 'portico backup key check', CHECK_BYTES)]);
  yield header;
  const chunkKey = deriveKey(key, salt, 'portico backup', 32);
  for await (const { bytes, number, isLast } of splitIntoChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, chunkKey, nonceOf(number, isLast)).setAAD(header);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts a stream. Every yielded byte is authentic, but only the end of the stream shows that nothing is missing.
 * @throws BackupError if the key is wrong, or the stream is damaged or incomplete
 */
export async function* decryptStream(key: string, source: Bytes): AsyncGenerator<Buffer> {
  const { header, rest } = await readHeader(source);
  const salt = header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
  const check = deriveKey(key, salt, 'portico backup key check', CHECK_BYTES);
  if (!check.equals(header.subarray(HEADER_BYTES - CHECK_BYTES))) {
    throw new BackupError('This backup was encrypted with another key: set PORTICO_BACKUP_KEY to that key.');
  }
  const chunkKey = deriveKey(key, salt, 'portico backup', 32);
  for await (const { bytes, number, isLast } of splitIntoChunks(rest, CHUNK_BYTES + TAG_BYTES)) {
    if (bytes.length < TAG_BYTES) throw damagedError();
    const text = bytes.subarray(0, bytes.length - TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, chunkKey, nonceOf(number, isLast)).setAAD(header);
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    try {
      yield Buffer.concat([decipher.update(text), decipher.final()]);
    } catch (error) {
      throw damagedError(error);
    }
  }
}

/** Returns true if the first bytes of a file are those of an encrypted backup. */
export const isEncrypted = (start: Buffer): boolean => start.subarray(0, MAGIC.length).equals(MAGIC);

async function readHeader(source: Bytes): Promise<{ header: Buffer; rest: Bytes }> {
  const iterator = source[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < HEADER_BYTES) {
    const { value, done } = await iterator.next();
    if (done) throw damagedError();
    start = Buffer.concat([start, value]);
  }
  if (!isEncrypted(start)) throw new BackupError('This is not an encrypted backup of Portico.');
  const rest = async function* (): AsyncGenerator<Buffer> {
    yield start.subarray(HEADER_BYTES);
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return { header: start.subarray(0, HEADER_BYTES), rest: rest() };
}

interface Chunk {
  readonly bytes: Buffer;
  readonly number: number;
  readonly isLast: boolean;
}

/** Yields chunks of `size` bytes. The last one may be shorter; an empty source has one empty chunk. */
async function* splitIntoChunks(source: Bytes, size: number): AsyncGenerator<Chunk> {
  let pieces: Buffer[] = [];
  let length = 0;
  let number = 0;
  for await (const piece of source) {
    pieces.push(piece);
    length += piece.length;
    if (length <= size) continue;
    const joined = Buffer.concat(pieces);
    let at = 0;
    // A full chunk is yielded only once a byte follows it, because the last chunk is encrypted differently.
    for (; joined.length - at > size; at += size) {
      yield { bytes: joined.subarray(at, at + size), number: number++, isLast: false };
    }
    pieces = [joined.subarray(at)];
    length = joined.length - at;
  }
  yield { bytes: Buffer.concat(pieces), number, isLast: true };
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number));
  nonce.writeUInt32BE(isLast ? 1 : 0, 8);
  return nonce;
}

const deriveKey = (key: string, salt: Buffer, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, bytes));

const damagedError = (cause?: unknown): BackupError =>
  new BackupError('The backup is damaged or incomplete.', { cause });
