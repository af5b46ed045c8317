import { describe, expect, it } from 'vitest';
import { describeRange, validateValue } from './field-checks.ts';
import type { Field } from './field-kinds.ts';

const number = { key: 'n', type: 'NUMBER', numberRange: { min: 1, max: 9 } } as Field;
const text = { key: 't', type: 'TEXT', stringLengthRange: { minLength: 2, maxLength: 4 } } as Field;
const list = { key: 'l', type: 'ARRAY_STRING', arraySizeRange: { maxSize: 2 } } as Field;

describe('validateValue', () => {
  it.each<[Field, unknown, string | null]>([
    [number, 1, null],
    [number, 9, null],
    [number, 0.5, 'At least 1.'],
    [number, 10, 'At most 9.'],
    [number, undefined, null],
    [{ ...number, required: true }, undefined, 'This field is required.'],
    [{ ...number, required: true }, 0, 'At least 1.'],
    [text, 'a', 'At least 2 characters.'],
    [text, '🌳🌳🌳🌳', null],
    [text, 'abcde', 'At most 4 characters.'],
    [list, ['a', 'b'], null],
    [list, ['a', 'b', 'c'], 'At most 2 entries.'],
    [{ ...list, required: true }, [], 'This field is required.'],
    [{ key: 'b', type: 'BOOLEAN', required: true }, false, null],
    [{ key: 'e', type: 'EMAIL' }, 'ada at example', 'Enter a valid e-mail address.'],
    [{ key: 'e', type: 'EMAIL' }, 'ada@example.org', null],
    [{ key: 'u', type: 'URL' }, 'example.org', 'Enter a complete web address that starts with https://.'],
    [{ key: 'u', type: 'URL' }, 'https://example.org/a', null],
  ])('for field %j and value %j returns %j', (field, value, error) => {
    expect(validateValue(field, value)).toBe(error);
  });

  it('agrees with the hint at the input', () => {
    expect([number, text, list, { key: 'x', type: 'TEXT' } as Field].map(describeRange)).toEqual([
      '1 to 9.',
      '2 to 4 characters.',
      'At most 2 entries.',
      undefined,
    ]);
  });
});
