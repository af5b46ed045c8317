import { AppError } from '../kernel/app-error.ts';

/** Maximum nesting. The deepest legitimate value, rich content within a form, stays below 150 levels. */
const MAX_DEPTH = 500;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

export interface DepthScanner {
  /** @throws AppError BAD_REQUEST at the first bracket that is nested too deep */
  scan(chunk: Uint8Array): void;
}

/**
 * Measures the nesting of JSON that arrives in chunks. The text need not be valid JSON, because the parser checks that
 * afterwards. Bytes of multi-byte characters are never mistaken for brackets, because UTF-8 gives them values of 128
 * and above. Strings and the rest have a tight loop each, because large bodies would otherwise spend most of their time
 * here.
 */
export function createDepthScanner(): DepthScanner {
  let depth = 0;
  let isInText = false;
  /** Index at which scanning of the next chunk starts: 1 if its first byte is escaped. */
  let start = 0;
  return {
    scan(chunk) {
      const end = chunk.length;
      let index = start;
      while (index < end) {
        if (isInText) {
          while (index < end && chunk[index] !== QUOTE) index += chunk[index] === BACKSLASH ? 2 : 1;
          if (index < end) {
            isInText = false;
            index += 1;
          }
        }
        let nesting = depth;
        while (index < end && !isInText) {
          const byte = chunk[index];
          index += 1;
          if (byte === QUOTE) isInText = true;
          else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
            nesting += 1;
            if (nesting > MAX_DEPTH)
              throw new AppError('BAD_REQUEST', { reason: `the body is nested deeper than ${MAX_DEPTH} levels` });
          } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) nesting -= 1;
        }
        depth = nesting;
      }
      start = index - end;
    },
  };
}
