import { describe, expect, it } from 'vitest';
import { parseZonedDateTime } from './zoned-time.ts';

describe('parseZonedDateTime', () => {
  it.each([
    ['2026-01-15T12:00:00', 'Europe/Berlin', '2026-01-15T11:00:00Z'],
    ['2026-07-15T12:00:00', 'Europe/Berlin', '2026-07-15T10:00:00Z'],
    ['2026-07-15T12:00:00', 'America/New_York', '2026-07-15T16:00:00Z'],
    ['2026-07-15T12:00:00', 'Asia/Kathmandu', '2026-07-15T06:15:00Z'],
    ['2026-07-15T12:00:00', 'Etc/UTC', '2026-07-15T12:00:00Z'],
    ['2026-03-29T01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59Z'],
    ['2026-03-29T03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
    // The clock skips this time.
    ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    // The clock repeats this time.
    ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['2026-10-25T03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00Z'],
  ])('reads %s in %s', (text, zone, expected) => {
    expect(parseZonedDateTime(text, zone)).toBe(Date.parse(expected));
  });

  it.each(['2026-07-15T12:00:00Z', '2026-07-15T14:00:00+02:00', '2026-07-15T05:00:00-0700'])(
    'uses the offset of %s regardless of the time zone',
    (text) => {
      expect(parseZonedDateTime(text, 'Asia/Tokyo')).toBe(Date.parse('2026-07-15T12:00:00Z'));
    },
  );

  it('returns null for an invalid date and time', () => {
    for (const text of ['', '2026-07-15', '2026-02-30T12:00:00', '2026-07-15T25:00:00']) {
      expect(parseZonedDateTime(text, 'Europe/Berlin')).toBeNull();
    }
  });
});
