import { hash } from 'node:crypto';

const NEWLINE = 0x0a;

/**
 * A checksum of a table's rows in COPY's text format, regardless of their order: the sum of the first eight bytes of
 * each row's SHA-256 hash, modulo 2^64.
 */
export class RowChecksum {
  #sum = 0n;
  #rest: Buffer = Buffer.alloc(0);

  /** Adds bytes, which may begin and end within a row. COPY escapes newlines in values, so each newline ends a row. */
  update(bytes: Buffer): void {
    const text = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    let start = 0;
    for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, start)) {
      this.#sum += hash('sha256', text.subarray(start, end), 'buffer').readBigUInt64BE();
      start = end + 1;
    }
    this.#rest = text.subarray(start);
  }

  /** Returns the checksum as 16 hexadecimal digits. */
  digest(): string {
    return BigInt.asUintN(64, this.#sum).toString(16).padStart(16, '0');
  }
}
