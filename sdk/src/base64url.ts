/** Base64url without padding (RFC 4648, section 5), for runtimes without btoa such as older React Native. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(index, index + 3);
    const bits = (first << 16) | (second << 8) | third;
    const length = Math.min(bytes.length - index, 3) + 1;
    for (let position = 0; position < length; position += 1) text += ALPHABET[(bits >> (18 - 6 * position)) & 63];
  }
  return text;
}

/** Decodes the text. Returns null if it is not base64url. */
export function bytesOf(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let bitCount = 0;
  let length = 0;
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return null;
    bits = ((bits << 6) | value) & 0xffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      bytes[length] = (bits >> bitCount) & 255;
      length += 1;
    }
  }
  return bytes;
}
