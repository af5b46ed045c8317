/** SHA-256 (FIPS 180-4). `crypto.subtle` is asynchronous, and missing on pages without HTTPS and in React Native. */
const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Returns the first 32 bits of the fractional part, because the conversion to an integer drops all higher bits. */
const fraction = (root: number): number => (root * 2 ** 32) | 0;

type State = [number, number, number, number, number, number, number, number];

export function sha256(text: string): Uint8Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  const message = new TextEncoder().encode(text);
  const padded = new Uint8Array(((message.length + 72) >> 6) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);

  let hash = primes.slice(0, 8).map((prime) => fraction(prime ** (1 / 2)));
  for (let offset = 0; offset < padded.length; offset += 64) {
    const words: number[] = [];
    let state = hash as State;
    for (const [i, prime] of primes.entries()) {
      const [a, b, c, d, e, f, g, h] = state;
      const wordBefore = (distance: number) => words[i - distance] as number;
      const low = rotate(wordBefore(15), 7) ^ rotate(wordBefore(15), 18) ^ (wordBefore(15) >>> 3);
      const high = rotate(wordBefore(2), 17) ^ rotate(wordBefore(2), 19) ^ (wordBefore(2) >>> 10);
      const word = i < 16 ? view.getInt32(offset + i * 4) : (wordBefore(16) + low + wordBefore(7) + high) | 0;
      words.push(word);
      const choice = (e & f) ^ (~e & g);
      const next = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + fraction(prime ** (1 / 3)) + word;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const first = next + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
      state = [first | 0, a, b, c, (d + next) | 0, e, f, g];
    }
    hash = hash.map((word, i) => (word + (state[i] as number)) | 0);
  }
  return Uint8Array.from(hash.flatMap((word) => [word >>> 24, word >>> 16, word >>> 8, word]));
}
