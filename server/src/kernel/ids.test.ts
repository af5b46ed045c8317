import { describe, expect, it } from 'vitest';
import { isGuid, newTimedId } from './ids.ts';

describe('an id that begins with a time', () => {
  it('has the form of RFC 9562, version 7', () => {
    // The example of RFC 9562, appendix A.6: 2022-02-22T19:22:22.000Z.
    const id = newTimedId(new Date(0x017f22e279b0));
    expect(id).toMatch(/^017f22e2-79b0-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(isGuid(id)).toBe(true);
  });

  it('sorts by time, and by sequence number within one time', () => {
    const times = [0, 1, 0xffff, 0x10000, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1) + 1].map((ms) => new Date(ms));
    const ids = times.flatMap((time) => [0, 1, 15, 16, 999, 4_095].map((sequence) => newTimedId(time, sequence)));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('is unique', () => {
    const time = new Date();
    expect(new Set(Array.from({ length: 10_000 }, () => newTimedId(time))).size).toBe(10_000);
  });
});
