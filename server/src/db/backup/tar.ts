// The container of a backup: a POSIX tar (IEEE Std 1003.1, pax), so that any `tar xzf` opens it. Written and read as a
// stream of buffers; an entry's size is known before its bytes.
import { BackupError } from './errors.ts';

export type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>;

export interface TarEntry {
  readonly name: string;
  readonly size: number;
  /** read it before the next entry; what is left is passed over */
  readonly body: AsyncIterable<Buffer>;
}

const BLOCK = 512;
/** What eleven octal digits hold. */
const LARGEST_OCTAL = 0o77777777777;
/** No name or size of ours comes near; a longer pax header is nothing that we wrote. */
const LONGEST_PAX = 64 * 1024;

/** One file, its header first. Throws where the body's length is not `size`. */
export async function* tarFile(name: string, size: number, body: Bytes): AsyncGenerator<Buffer> {
  if (Buffer.byteLength(name) > 100 || size > LARGEST_OCTAL) {
    const records = Buffer.from(paxRecord('path', name) + paxRecord('size', String(size)));
    yield header('pax', records.length, 'x');
    yield* padded(records.length, [records]);
  }
  yield header(name, size, '0');
  yield* padded(size, body);
}

/** The two empty blocks that close an archive. */
export function tarEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK);
}

/** The files of an archive in order. Throws BackupError where it is damaged or breaks off. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const input = byteReader(source);
  let pax = new Map<string, string>();
  for (;;) {
    const block = await input.exactly(BLOCK);
    // Reads on to the end, where a compressed source finds out whether it is whole.
    if (block.every((byte) => byte === 0)) return input.drain();
    checkSum(block);
    const size = Number(pax.get('size') ?? Number.parseInt(text(block, 124, 12), 8));
    const type = text(block, 156, 1);
    const body = input.upTo(size);
    if (type === 'x') {
      if (size > LONGEST_PAX) throw new BackupError('The archive is damaged: a header is too long.');
      pax = parsePax(await collect(body));
    } else {
      yield { name: pax.get('path') ?? text(block, 0, 100), size, body };
      pax = new Map();
      for await (const _ of body) {
        // pass over what the reader left
      }
    }
    await input.exactly((BLOCK - (size % BLOCK)) % BLOCK);
  }
}

/** All of a body; only for entries known to be small. */
export async function collect(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* padded(size: number, body: Bytes): AsyncGenerator<Buffer> {
  let written = 0;
  for await (const chunk of body) {
    written += chunk.length;
    yield chunk;
  }
  if (written !== size)
    throw new BackupError(`A file changed its length while it was read (${written} of ${size} bytes).`);
  const rest = size % BLOCK;
  if (rest > 0) yield Buffer.alloc(BLOCK - rest);
}

function header(name: string, size: number, type: '0' | 'x'): Buffer {
  const block = Buffer.alloc(BLOCK);
  // A name that is too long stands whole in the pax header before.
  block.write(name.slice(0, 100), 0, 100);
  block.write('0000600\0', 100);
  block.write('0000000\0'.repeat(2), 108);
  block.write(`${Math.min(size, LARGEST_OCTAL).toString(8).padStart(11, '0')}\0`, 124);
  block.write(
    `${Math.floor(Date.now() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  );
  block.write(' '.repeat(8), 148);
  block.write(type, 156);
  block.write('ustar\x0000', 257);
  block.write(`${sumOf(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function sumOf(block: Buffer): number {
  return block.reduce((sum, byte) => sum + byte, 0);
}

function checkSum(block: Buffer): void {
  const blank = Buffer.from(block);
  blank.fill(' ', 148, 156);
  if (sumOf(blank) !== Number.parseInt(text(block, 148, 8), 8)) throw new BackupError('The archive is damaged.');
}

/** "length key=value\n", where the length counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + 1;
  while (length !== bytes + String(length).length) length = bytes + String(length).length;
  return `${length}${rest}`;
}

function parsePax(records: Buffer): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < records.length; ) {
    const space = records.indexOf(' ', at);
    const length = Number(records.toString('utf8', at, space));
    if (!(length > 0)) throw new BackupError('The archive is damaged.');
    const [key = '', value = ''] = records.toString('utf8', space + 1, at + length - 1).split(/=(.*)/s);
    found.set(key, value);
    at += length;
  }
  return found;
}

function text(block: Buffer, start: number, length: number): string {
  return block.toString('utf8', start, start + length).replace(/\0.*$/s, '');
}

interface ByteReader {
  /** the next bytes in pieces as they come; what was read is gone, so a second round goes on where the first stopped */
  upTo(size: number): AsyncIterable<Buffer>;
  exactly(size: number): Promise<Buffer>;
  drain(): Promise<void>;
}

function byteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const next = async (size: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const { value, done } = await chunks.next();
      if (done) throw new BackupError('The archive breaks off before its end.');
      rest = value;
    }
    const piece = rest.subarray(0, size);
    rest = rest.subarray(piece.length);
    return piece;
  };
  const upTo = (size: number): AsyncIterable<Buffer> => {
    let left = size;
    return {
      async *[Symbol.asyncIterator]() {
        while (left > 0) {
          const piece = await next(left);
          left -= piece.length;
          yield piece;
        }
      },
    };
  };
  const drain = async (): Promise<void> => {
    while (!(await chunks.next()).done);
  };
  return { upTo, exactly: (size) => collect(upTo(size)), drain };
}
