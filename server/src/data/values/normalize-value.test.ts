import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs, seed } from '../../testing/runs.ts';
import { isPlain, mayContainInvalidText, normalizeValue } from './normalize-value.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\u0000', 'a\u0000b', '\ud83d', '\udc00x', '😀', '\u0001', '\\u0000', '\n'),
);
const key = fc.oneof(text, fc.constantFrom('$', '$date', '$set', 'a$', '__proto__', 'constructor', 'toJSON', '0'));
const leaf = fc.oneof(
  text,
  fc.boolean(),
  fc.constant(null),
  fc.double(),
  fc.constantFrom('2024-05-06T07:08:09.010Z', '2024-05-06'),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 12, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(objectOf),
  ),
}));

/** Builds an object as JSON.parse does, where `__proto__` is an ordinary key. */
function objectOf(entries: [string, unknown][]): object {
  const object = {};
  for (const [name, value] of entries)
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  return object;
}

it('isPlain accepts only values that normalizeValue leaves unchanged', () => {
  let [plainCount, otherCount] = [0, 0];
  fc.assert(
    fc.property(value, (value) => {
      if (!isPlain(value) || mayContainInvalidText(JSON.stringify(value))) {
        otherCount += 1;
        return;
      }
      plainCount += 1;
      expect(normalizeValue(value, 'value')).toBe(value);
    }),
    { numRuns: runs(50_000), seed },
  );
  expect([plainCount > 100, otherCount > 100]).toEqual([true, true]);
});

it.each([
  ['a text with a NUL', { a: ['\u0000'] }],
  ['an unpaired surrogate', { a: '\ud83d' }],
  ['a name with a NUL', { 'a\u0000': 1 }],
  ['an operator', { a: [{ $set: 1 }] }],
  ['a prototype', JSON.parse('{"a":{"__proto__":1}}')],
  ['infinity', [JSON.parse('1e400')]],
  ['a date', { a: { $date: '2024-05-06' } }],
])('%s is not plain', (_, value) => {
  expect(isPlain(value) && !mayContainInvalidText(JSON.stringify(value))).toBe(false);
});
