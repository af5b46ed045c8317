import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, seed } from '../../testing/runs.ts';
import { decryptStream, encryptStream, HEADER_BYTES } from './encryption.ts';
import { collect } from './tar.ts';

const KEY = 'a backup key of more than thirty-two characters';
const CHUNK = 65_536;

describe('an encrypted stream', () => {
  it('is decrypted whatever its length and the sizes of its pieces', async () => {
    const length = fc.oneof(
      fc.integer({ min: 0, max: 3 * CHUNK }),
      fc.constantFrom(0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK),
    );
    const step = fc.integer({ min: 50, max: 3 * CHUNK });
    await fc.assert(
      fc.asyncProperty(length, step, step, async (bytes, writeStep, readStep) => {
        const plain = randomBytes(bytes);
        const encrypted = await collect(encryptStream(KEY, inSteps(plain, writeStep)));
        expect((await decrypt(encrypted, KEY, readStep)).equals(plain)).toBe(true);
      }),
      { numRuns: runs(200), seed },
    );
  });

  it('contains nothing of the content, and never twice the same bytes', async () => {
    const plain = Buffer.alloc(200_000, 'portico');
    const [first, second] = [await encrypt(plain), await encrypt(plain)];
    expect(first.includes('porticoportico')).toBe(false);
    expect(first.subarray(HEADER_BYTES).equals(second.subarray(HEADER_BYTES))).toBe(false);
  });

  it('is rejected with another key', async () => {
    await expect(decrypt(await encrypt(randomBytes(100)), `${KEY}!`)).rejects.toThrow('encrypted with another key');
  });

  it('is rejected if any byte was changed, removed or added', async () => {
    const whole = await encrypt(randomBytes(2 * CHUNK + 100));
    const at = fc.integer({ min: 0, max: whole.length - 1 });
    await fc.assert(
      fc.asyncProperty(at, fc.constantFrom('change', 'cut', 'append'), async (position, how) => {
        const bytes = Buffer.from(how === 'cut' ? whole.subarray(0, position) : whole);
        if (how === 'change') bytes[position] = (bytes[position] ?? 0) ^ 1;
        const attacked = how === 'append' ? Buffer.concat([bytes, randomBytes(position + 1)]) : bytes;
        await expect(decrypt(attacked)).rejects.toThrow();
      }),
      { numRuns: runs(300), seed },
    );
  });

  it.each([
    ['without its last chunk', [0, 1]],
    ['with its chunks in another order', [1, 0, 2]],
    ['with a chunk twice', [0, 1, 1, 2]],
  ])('is rejected %s', async (_how, order) => {
    const whole = await encrypt(randomBytes(2 * CHUNK + 100));
    const size = CHUNK + 16;
    const chunks = [0, 1, 2].map((n) => whole.subarray(HEADER_BYTES + n * size, HEADER_BYTES + (n + 1) * size));
    const attacked = [whole.subarray(0, HEADER_BYTES), ...order.map((n) => chunks[n] as Buffer)];
    await expect(decrypt(Buffer.concat(attacked))).rejects.toThrow('damaged or incomplete');
  });
});

const encrypt = (plain: Buffer): Promise<Buffer> => collect(encryptStream(KEY, inSteps(plain, 50_000)));
const decrypt = (bytes: Buffer, key = KEY, step = 30_000): Promise<Buffer> =>
  collect(decryptStream(key, inSteps(bytes, step)));

function inSteps(bytes: Buffer, step: number): Readable {
  const count = Math.ceil(bytes.length / step);
  return Readable.from(Array.from({ length: count }, (_, index) => bytes.subarray(index * step, (index + 1) * step)));
}
