/** SHA-256 (FIPS 180-4). `crypto.subtle` is asynchronous, and missing on pages without HTTPS and in React Native. */
const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
};
/** Returns the first 32 bits of the fractional part of a root. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(text: string): Uint8Array {
  const constants = primes(64).map((prime) => fraction(Math.cbrt(prime)));
  const hash = primes(8).map((prime) => fraction(Math.sqrt(prime)));
  const message = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);

  const words = new Int32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(offset + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const [word15, word2] = [words[i - 15] as number, words[i - 2] as number];
      const low = rotate(word15, 7) ^ rotate(word15, 18) ^ (word15 >>> 3);
      const high = rotate(word2, 17) ^ rotate(word2, 19) ^ (word2 >>> 10);
      words[i] = ((words[i - 16] as number) + low + (words[i - 7] as number) + high) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      const choice = (e & f) ^ (~e & g);
      const high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const next = (h + high + choice + (constants[i] as number) + (words[i] as number)) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + next) | 0, c, b, a, (next + low + majority) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = ((hash[i] as number) + word) | 0;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, word] of hash.entries()) digest.setInt32(i * 4, word);
  return new Uint8Array(digest.buffer);
}
