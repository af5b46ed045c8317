import { describe, expect, it } from 'vitest';
import { clockTimeOf, instantOf, isTimeZone, toOffsetTime } from './time-zones.ts';

describe('time zone conversion', () => {
  it.each([
    ['2024-01-15T12:00:00.000Z', 'Europe/Berlin', '2024-01-15T13:00:00.000'],
    ['2024-07-15T12:00:00.500Z', 'Europe/Berlin', '2024-07-15T14:00:00.500'],
    ['2024-07-15T20:00:00.000Z', 'Asia/Kolkata', '2024-07-16T01:30:00.000'],
    ['2024-01-01T03:00:00.000Z', 'America/New_York', '2023-12-31T22:00:00.000'],
    ['1969-12-31T23:59:59.250Z', 'UTC', '1969-12-31T23:59:59.250'],
  ])('converts %s in %s to %s and back', (instant, zone, local) => {
    expect(clockTimeOf(new Date(instant), zone)).toBe(local);
    expect(instantOf(local, zone)?.toISOString()).toBe(instant);
  });

  it('round-trips noon on every day of a year in zones with clock changes', () => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Jerusalem', 'UTC']) {
      for (let day = 0; day < 366; day++) {
        const local = `${new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)}T12:00:00.000`;
        expect(clockTimeOf(instantOf(local, zone) as Date, zone)).toBe(local);
      }
    }
  });

  it('resolves local times that the clock skips or repeats', () => {
    expect(instantOf('2024-03-31T02:30', 'Europe/Berlin')?.toISOString()).toBe('2024-03-31T01:30:00.000Z');
    expect(instantOf('2024-10-27T02:30', 'Europe/Berlin')?.toISOString()).toBe('2024-10-27T00:30:00.000Z');
  });

  it.each([
    ['2026-11-24T17:00:00.000Z', 'Europe/Berlin', '2026-11-24T18:00:00.000+01:00'],
    ['2026-07-24T22:30:00.123Z', 'Europe/Berlin', '2026-07-25T00:30:00.123+02:00'],
    ['2026-11-24T01:00:00.000Z', 'America/St_Johns', '2026-11-23T21:30:00.000-03:30'],
    ['2026-11-24T01:00:00.000Z', 'UTC', '2026-11-24T01:00:00.000+00:00'],
    // The offset of local mean time was 53 minutes and 28 seconds, which ISO 8601 cannot express.
    ['1890-01-01T00:00:00.000Z', 'Europe/Berlin', '1890-01-01T00:53:00.000+00:53'],
  ])('writes %s in %s as %s, which is the same instant', (instant, zone, text) => {
    expect(toOffsetTime(new Date(instant), zone)).toBe(text);
    expect(new Date(text).toISOString()).toBe(instant);
  });

  it('returns null for an invalid local time', () => {
    expect(instantOf('soon', 'UTC')).toBeNull();
    expect(instantOf('2024-13-40T00:00', 'UTC')).toBeNull();
  });
});

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Base', false],
  ['+02:00', false],
  ['', false],
])('isTimeZone(%j) returns %j', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
