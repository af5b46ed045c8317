import { expect, it } from 'vitest';
import { invertTagChanges, tagsOf } from './tags.ts';

const before = [
  { id: '1', formId: 'f', tags: ['late', 'vip'] },
  { id: '2', formId: 'f', tags: ['late'] },
  { id: '3', formId: 'f', tags: [] },
];

it('lists each tag once', () => {
  expect(tagsOf(before)).toEqual(['late', 'vip']);
});

it('reverts a change of tags only for submissions that it changed', () => {
  const inverseChanges = invertTagChanges(before, ['vip', 'new'], ['late', 'never']);
  expect(inverseChanges.map(({ tag, assign, ids }) => [tag, assign, [...ids]])).toEqual([
    ['vip', false, ['2', '3']],
    ['new', false, ['1', '2', '3']],
    ['late', true, ['1', '2']],
  ]);
});
