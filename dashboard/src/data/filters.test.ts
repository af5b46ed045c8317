import { describe, expect, it } from 'vitest';
import type { FieldKind } from './field-kinds.ts';
import { conditionOf, formatFilter, operatorsOf, operatorTitles, parseFilter, wireFilter } from './filters.ts';

const condition = (kind: FieldKind, operator: keyof typeof operatorTitles, value = '') =>
  conditionOf({ field: 'f', operator, value }, kind);

describe('conditions on the wire', () => {
  it.each([
    ['text', 'contains', 'oak', { f: { $contains: 'oak' } }],
    ['text', 'is', '5', { f: { $eq: '5' } }],
    ['text', 'empty', '', { $or: [{ f: { $eq: null } }, { f: { $isEmpty: true } }] }],
    ['text', 'filled', '', { $and: [{ f: { $ne: null } }, { f: { $isEmpty: false } }] }],
    ['number', 'atLeast', '12.5', { f: { $gte: 12.5 } }],
    ['number', 'is', '-0.5', { f: { $eq: -0.5 } }],
    ['number', 'empty', '', { f: { $eq: null } }],
    ['boolean', 'yes', '', { f: true }],
    ['boolean', 'no', '', { f: false }],
    ['date', 'before', '2024-02-29', { f: { $lt: '2024-02-29' } }],
    ['date', 'on', '2024-02-29', { f: '2024-02-29' }],
    ['time', 'is', '09:30', { f: { $eq: '09:30:00.000' } }],
    ['list', 'has', 'wood', { f: { $hasSome: ['wood'] } }],
    ['reference', 'is', 'id-1', { f: { $eq: 'id-1' } }],
  ] as const)('%s %s %s', (kind, operator, value, expected) => {
    expect(condition(kind, operator, value)).toEqual(expected);
  });

  it('takes a moment’s day as the reader’s own', () => {
    const first = new Date('2024-05-06T00:00:00').toISOString();
    const next = new Date('2024-05-07T00:00:00').toISOString();
    expect(condition('dateTime', 'on', '2024-05-06')).toEqual({
      $and: [{ f: { $gte: { $date: first } } }, { f: { $lt: { $date: next } } }],
    });
    expect(condition('dateTime', 'before', '2024-05-06')).toEqual({ f: { $lt: { $date: first } } });
    const last = new Date(new Date(next).getTime() - 1).toISOString();
    expect(condition('dateTime', 'after', '2024-05-06')).toEqual({ f: { $gt: { $date: last } } });
  });

  it.each([
    ['number', 'more', 'many'],
    ['number', 'is', '  '],
    ['dateTime', 'on', 'someday'],
  ] as const)('refuses %s %s %j', (kind, operator, value) => {
    expect(condition(kind, operator, value)).toBeNull();
  });

  it('joins several, and leaves out what it does not know', () => {
    const kinds = new Map<string, FieldKind>([
      ['a', 'text'],
      ['n', 'number'],
    ]);
    const kindOf = (field: string) => kinds.get(field);
    const filters = [
      { field: 'a', operator: 'contains', value: 'x' },
      { field: 'n', operator: 'more', value: 'no number' },
      { field: 'gone', operator: 'empty', value: '' },
      { field: 'n', operator: 'less', value: '3' },
    ] as const;
    expect(wireFilter(filters, kindOf)).toEqual({ $and: [{ a: { $contains: 'x' } }, { n: { $lt: 3 } }] });
    expect(wireFilter(filters.slice(0, 1), kindOf)).toEqual({ a: { $contains: 'x' } });
    expect(wireFilter([], kindOf)).toEqual({});
  });
});

describe('filters in the address', () => {
  it.each(['price', 'a.b', 'with~tilde', 'with space', 'größe', '100%'])('come back: %s', (field) => {
    const filter = { field, operator: 'is', value: 'a~b & c' } as const;
    expect(parseFilter(formatFilter(filter))).toEqual(filter);
  });

  it.each(['', 'price', 'price~', 'price~nonsense~1', '~is~1', 'price~toString~1', '%E0%A4%A~is~1'])(
    'are ignored: %j',
    (text) => {
      expect(parseFilter(text)).toBeNull();
    },
  );
});

describe('operators', () => {
  it('of every kind have a title', () => {
    const kinds: FieldKind[] = [
      'text',
      'longText',
      'number',
      'boolean',
      'date',
      'dateTime',
      'time',
      'list',
      'reference',
      'links',
      'json',
    ];
    for (const kind of kinds) {
      expect(operatorsOf(kind).length).toBeGreaterThan(0);
      for (const operator of operatorsOf(kind)) expect(operatorTitles[operator]).toBeTruthy();
    }
  });
});
