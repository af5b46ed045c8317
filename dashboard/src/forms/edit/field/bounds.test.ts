import { describe, expect, it } from 'vitest';
import { readBound, writeBound } from './bounds.ts';

describe('bounds of dates and times', () => {
  it.each([
    [undefined, { kind: 'none' }],
    ['$now', { kind: 'now', amount: 0, unit: 'd' }],
    ['$now+3M', { kind: 'now', amount: 3, unit: 'M' }],
    ['$now-10m', { kind: 'now', amount: -10, unit: 'm' }],
    ['2024-02-29', { kind: 'fixed', value: '2024-02-29' }],
  ] as const)('parses %s and writes it back', (text, bound) => {
    expect(readBound(text)).toEqual(bound);
    expect(writeBound(readBound(text))).toBe(text);
  });
});
