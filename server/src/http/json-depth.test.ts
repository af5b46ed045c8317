import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, seed } from '../testing/runs.ts';
import { createDepthScanner } from './json-depth.ts';

/** Texts that contain the characters for which the scanner looks. */
const text = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', 'a', 'é') });

describe('the depth scanner', () => {
  it('finds the same depth however the JSON is cut into chunks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 490, max: 510 }),
        fc.array(text, { maxLength: 5 }),
        fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 30 }),
        (depth, texts, sizes) => {
          // The object and the array in it add two levels to the lists around them.
          const inner = JSON.stringify({ [texts[0] ?? 'a']: texts });
          const json = Buffer.from('['.repeat(depth - 2) + inner + ']'.repeat(depth - 2));
          const scanner = createDepthScanner();
          const scan = () => {
            let at = 0;
            for (const size of sizes) {
              scanner.scan(json.subarray(at, at + size));
              at += size;
            }
            scanner.scan(json.subarray(at));
          };
          if (depth > 500) expect(scan).toThrow('nested deeper than 500 levels');
          else expect(scan).not.toThrow();
        },
      ),
      { numRuns: runs(3_000), seed },
    );
  });
});
