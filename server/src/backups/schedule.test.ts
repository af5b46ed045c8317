import { describe, expect, it } from 'vitest';
import { isDue, selectExpired } from './schedule.ts';

const at = (text: string): Date => new Date(`2026-11-${text}:00Z`);
const succeeded = (text: string) => ({ succeededAt: at(text), startedAt: at(text) });

describe('a backup is due', () => {
  const daily = { minuteOfDay: 3 * 60 };
  it.each([
    ['before its time of the day', daily, succeeded('22T03:00'), '23T02:59', false],
    ['at its time of the day', daily, succeeded('22T03:00'), '23T03:00', true],
    ['again on the day of a late backup', daily, succeeded('22T20:00'), '23T03:00', true],
    ['after several missed days', daily, succeeded('10T03:00'), '23T01:00', true],
    ['twice on one day', daily, succeeded('23T03:00'), '23T23:59', false],
    ['before the interval has passed', { everyMs: 3_600_000 }, succeeded('23T03:00'), '23T03:59', false],
    ['after the interval', { everyMs: 3_600_000 }, succeeded('23T03:00'), '23T04:00', true],
    ['at once if there was none', daily, { succeededAt: null, startedAt: null }, '23T12:00', true],
    ['soon after a failure', daily, { succeededAt: at('22T03:00'), startedAt: at('23T03:00') }, '23T03:14', false],
    ['a while after a failure', daily, { succeededAt: at('22T03:00'), startedAt: at('23T03:00') }, '23T03:15', true],
  ])('%s', (_when, schedule, previous, now, due) => {
    expect(isDue(schedule, previous, at(now))).toBe(due);
  });
});

describe('the retention', () => {
  const backups = ['23', '22', '21', '20', '19'].map((day) => ({ day, takenAt: at(`${day}T03:00`) }));
  const expired = (count: number, days: number, now = '23T04:00'): string[] =>
    selectExpired(backups, { count, days }, at(now)).map(({ day }) => day);

  it.each([
    ['the newest', 2, 0, ['21', '20', '19']],
    ['those of some days', 0, 3, ['20', '19']],
    ['what either number keeps', 4, 2, ['19']],
    ['all', 9, 0, []],
  ])('keeps %s', (_what, count, days, removed) => {
    expect(expired(count, days)).toEqual(removed);
  });

  it('always keeps the newest', () => {
    expect(expired(0, 1, '30T04:00')).toEqual(['22', '21', '20', '19']);
  });
});
