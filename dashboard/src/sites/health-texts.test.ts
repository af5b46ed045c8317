import { expect, it } from 'vitest';
import { formatBytes } from '../ui/format-bytes.ts';
import { backupState, formatAge, queueState } from './health-texts.ts';

it.each([
  [0, '–'],
  [1, '1 second'],
  [59.9, '59 seconds'],
  [3_599, '59 minutes'],
  [7_300, '2 hours'],
  [200_000, '2 days'],
])('formats an age of %d seconds as %s', (seconds, text) => {
  expect(formatAge(seconds)).toBe(text);
});

it.each([
  [0, '0 byte'],
  [1_500, '2 kB'],
  [12_300_000, '12.3 MB'],
  [1_500_000_000, '1.5 GB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('calls a queue late after a minute and stuck after a quarter of an hour', () => {
  expect([0, 59, 60, 899, 900].map((seconds) => queueState(seconds).tone)).toEqual([
    ...['good', 'good'],
    ...['waiting', 'waiting'],
    'bad',
  ]);
});

it('names the state of a backup', () => {
  expect(backupState({ finishedDate: null, failure: null }).text).toBe('Running');
  expect(backupState({ finishedDate: 'x', failure: null }).text).toBe('Succeeded');
  expect(backupState({ finishedDate: 'x', failure: 'The disk is full.' }).text).toBe('Failed');
});
