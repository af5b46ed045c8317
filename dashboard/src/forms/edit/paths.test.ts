import { describe, expect, it } from 'vitest';
import { valueAt, withValueAt } from './paths.ts';

describe('values at paths', () => {
  it('sets, reads and removes a value without changing the others', () => {
    const field = { a: { b: 1, c: [{ d: 2 }] }, e: 3 };
    expect(withValueAt(field, 'a.b', 5)).toEqual({ a: { b: 5, c: [{ d: 2 }] }, e: 3 });
    expect(withValueAt(field, 'x.y', 5)).toMatchObject({ x: { y: 5 }, e: 3 });
    expect(withValueAt(field, 'a.b', undefined)).toEqual({ a: { c: [{ d: 2 }] }, e: 3 });
    expect(valueAt(field, 'a.c.0.d')).toBe(2);
    expect(valueAt(field, 'e.f')).toBeUndefined();
  });
});
