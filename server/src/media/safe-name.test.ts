import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs, seed } from '../testing/runs.ts';
import { attachmentHeader, toSafeName } from './safe-name.ts';

const parts = [
  '..',
  '/',
  '\\',
  '.',
  ' ',
  'CON',
  'aux',
  '\u202e',
  '\r\n',
  '\0',
  '"',
  ';',
  '%',
  "'",
  '*',
  '.exe',
  '.png',
  'ä',
  '😀',
  '\ud83d',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 30 })
  .map((pieces) => pieces.join(''));

it('any name becomes safe to display, save and put into a header', () => {
  fc.assert(
    fc.property(hostile, (name) => {
      const safe = toSafeName(name, ['png', 'apng']);
      expect(safe).toMatch(/^[^/\\<>:"|?*\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+\.a?png$/iu);
      expect(safe).not.toMatch(/^[. ]|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|[. ]\.a?png$/i);
      expect(safe.length).toBeLessThanOrEqual(120);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(360);
      expect(toSafeName(safe, ['png', 'apng'])).toBe(safe);
      const header = attachmentHeader(safe);
      expect(header).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
      expect(decodeURIComponent(header.slice(header.indexOf("UTF-8''") + 7))).toBe(safe);
    }),
    { numRuns: runs(20_000), seed },
  );
});
