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
 * Measures the nesting of JSON that arrives in chunks. It need not be valid, because the parser checks that afterwards.
 * Bytes of multi-byte characters are never mistaken for brackets, because UTF-8 gives them values of 128 and above.
 */
export function createDepthScanner(): DepthScanner {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  return {
    scan(chunk) {
      for (const byte of chunk) {
        if (isEscaped) isEscaped = false;
        else if (isInText) {
          if (byte === QUOTE) isInText = false;
          else if (byte === BACKSLASH) isEscaped = true;
        } else if (byte === QUOTE) isInText = true;
        else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
          depth += 1;
          if (depth > MAX_DEPTH)
            throw new AppError('BAD_REQUEST', { reason: `the body is nested deeper than ${MAX_DEPTH} levels` });
        } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth -= 1;
      }
    },
  };
}
