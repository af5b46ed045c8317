import { describe, expect, it } from 'vitest';
import { type Field, type FieldKind, filterFieldsOf } from './field-kinds.ts';
import { formatFilter, parseFilter } from './filter-texts.ts';
import {
  conditionOf,
  createKindLookup,
  type Filter,
  NO_FILTERS,
  type Operator,
  operatorsOf,
  operatorTitleOf,
  toWireFilter,
  validateFilter,
} from './filters.ts';

const conditionFor = (kind: FieldKind, operator: Operator, ...values: string[]) =>
  conditionOf({ field: 'f', operator, values }, kind);

describe('conditionOf', () => {
  it.each<[FieldKind, Operator, string[], unknown]>([
    ['text', 'contains', ['oak'], { f: { $contains: 'oak' } }],
    ['text', 'is', ['5'], { f: { $eq: '5' } }],
    ['text', 'isNot', ['5'], { f: { $ne: '5' } }],
    ['text', 'starts', ['a'], { f: { $startsWith: 'a' } }],
    ['text', 'ends', ['a'], { f: { $endsWith: 'a' } }],
    ['text', 'among', ['a', 'b'], { f: { $in: ['a', 'b'] } }],
    ['text', 'between', ['a', 'm'], { $and: [{ f: { $gte: 'a' } }, { f: { $lte: 'm' } }] }],
    ['text', 'empty', [], { $or: [{ f: { $eq: null } }, { f: { $isEmpty: true } }] }],
    ['text', 'filled', [], { $and: [{ f: { $ne: null } }, { f: { $isEmpty: false } }] }],
    ['text', 'exists', [], { f: { $exists: true } }],
    ['text', 'absent', [], { f: { $exists: false } }],
    ['number', 'more', ['12'], { f: { $gt: 12 } }],
    ['number', 'atLeast', ['12.5'], { f: { $gte: 12.5 } }],
    ['number', 'less', ['12'], { f: { $lt: 12 } }],
    ['number', 'atMost', ['12'], { f: { $lte: 12 } }],
    ['number', 'is', ['-0.5'], { f: { $eq: -0.5 } }],
    ['number', 'between', ['1', '9'], { $and: [{ f: { $gte: 1 } }, { f: { $lte: 9 } }] }],
    ['number', 'among', ['1', '2'], { f: { $in: [1, 2] } }],
    ['number', 'empty', [], { f: { $eq: null } }],
    ['boolean', 'yes', [], { f: true }],
    ['boolean', 'no', [], { f: false }],
    ['date', 'before', ['2024-02-29'], { f: { $lt: '2024-02-29' } }],
    ['date', 'on', ['2024-02-29'], { f: { $eq: '2024-02-29' } }],
    ['date', 'until', ['2024-02-29'], { f: { $lte: '2024-02-29' } }],
    ['time', 'is', ['09:30'], { f: { $eq: '09:30:00.000' } }],
    ['list', 'hasSome', ['wood', 'oak'], { f: { $hasSome: ['wood', 'oak'] } }],
    ['list', 'hasAll', ['wood', 'oak'], { f: { $hasAll: ['wood', 'oak'] } }],
    ['reference', 'is', ['id-1'], { f: { $eq: 'id-1' } }],
    ['reference', 'among', ['id-1', 'id-2'], { f: { $in: ['id-1', 'id-2'] } }],
    ['links', 'hasAll', ['id-1'], { f: { $hasAll: ['id-1'] } }],
  ])('%s %s %j', (kind, operator, values, expected) => {
    expect(conditionFor(kind, operator, ...values)).toEqual(expected);
  });

  it('compares moments with whole days in the time zone of the site', () => {
    const first = { $date: new Date('2024-05-06T00:00:00').toISOString() };
    const next = { $date: new Date('2024-05-07T00:00:00').toISOString() };
    const later = { $date: new Date('2024-05-10T00:00:00').toISOString() };
    expect(conditionFor('dateTime', 'on', '2024-05-06')).toEqual({
      $and: [{ f: { $gte: first } }, { f: { $lt: next } }],
    });
    expect(conditionFor('dateTime', 'between', '2024-05-06', '2024-05-09')).toEqual({
      $and: [{ f: { $gte: first } }, { f: { $lt: later } }],
    });
    expect(conditionFor('dateTime', 'before', '2024-05-06')).toEqual({ f: { $lt: first } });
    expect(conditionFor('dateTime', 'from', '2024-05-06')).toEqual({ f: { $gte: first } });
    expect(conditionFor('dateTime', 'after', '2024-05-06')).toEqual({ f: { $gte: next } });
    expect(conditionFor('dateTime', 'until', '2024-05-06')).toEqual({ f: { $lt: next } });
  });

  it('negates a condition', () => {
    const negated: Filter = { field: 'f', operator: 'contains', values: ['a'], negated: true };
    expect(conditionOf(negated, 'text')).toEqual({ $not: { f: { $contains: 'a' } } });
  });

  it.each<[FieldKind, Operator, string[], string]>([
    ['number', 'more', ['many'], 'This value does not match the type of the field.'],
    ['number', 'is', ['  '], 'Enter a value.'],
    ['number', 'between', ['1'], 'Enter both values.'],
    ['number', 'among', ['1', 'two'], 'This value does not match the type of the field.'],
    ['text', 'among', [], 'Enter a value.'],
    ['date', 'on', ['2024-02-31x'], 'This value does not match the type of the field.'],
    ['dateTime', 'on', ['someday'], 'This value does not match the type of the field.'],
    ['time', 'before', ['noon'], 'This value does not match the type of the field.'],
  ])('rejects %s %s %j', (kind, operator, values, error) => {
    expect(conditionFor(kind, operator, ...values)).toBeNull();
    expect(validateFilter({ field: 'f', operator, values }, kind)).toBe(error);
  });
});

describe('toWireFilter', () => {
  const kinds = new Map<string, FieldKind>([
    ['a', 'text'],
    ['n', 'number'],
  ]);
  const kindOf = (field: string) => kinds.get(field);
  const a: Filter = { field: 'a', operator: 'contains', values: ['x'] };
  const n: Filter = { field: 'n', operator: 'less', values: ['3'] };
  const broken: Filter = { field: 'n', operator: 'more', values: ['no number'] };
  const unknown: Filter = { field: 'unknown', operator: 'empty', values: [] };
  const [conditionOnA, conditionOnN] = [{ a: { $contains: 'x' } }, { n: { $lt: 3 } }];

  it('omits invalid conditions and unknown fields', () => {
    expect(toWireFilter({ ...NO_FILTERS, filters: [a, broken, unknown, n] }, kindOf)).toEqual({
      $and: [conditionOnA, conditionOnN],
    });
    expect(toWireFilter({ ...NO_FILTERS, filters: [a] }, kindOf)).toEqual(conditionOnA);
    expect(toWireFilter(NO_FILTERS, kindOf)).toEqual({});
  });

  it('joins groups, which may be negated', () => {
    const groups = [
      { join: 'any', filters: [a, n] },
      { join: 'all', filters: [n], negated: true },
      { join: 'all', filters: [unknown] },
    ] as const;
    expect(toWireFilter({ join: 'any', filters: [a], groups }, kindOf)).toEqual({
      $or: [conditionOnA, { $or: [conditionOnA, conditionOnN] }, { $not: conditionOnN }],
    });
  });

  it('filters by parts of an address', () => {
    const fields = filterFieldsOf([{ key: 'home', type: 'ADDRESS' } as Field]);
    const inCity: Filter = { field: 'home.city', operator: 'is', values: ['Haifa'] };
    expect(toWireFilter({ ...NO_FILTERS, filters: [inCity] }, createKindLookup(fields))).toEqual({
      'home.city': { $eq: 'Haifa' },
    });
  });
});

describe('filters in the URL', () => {
  it.each(['price', 'a.b', 'with~tilde', 'with space', 'größe', '100%', '%7E'])(
    'are parsed as they were formatted: %s',
    (field) => {
      const filter: Filter = { field, operator: 'among', values: ['a~b & c', '', '%7E'], negated: true };
      expect(parseFilter(formatFilter(filter))).toEqual(filter);
    },
  );

  it.each(['', 'price', 'price~', 'price~nonsense~1', '~is~1', 'price~toString~1', 'price~!~1'])(
    'are ignored if invalid: %j',
    (text) => {
      expect(parseFilter(text)).toBeNull();
    },
  );
});

describe('operators', () => {
  it.each<FieldKind>([
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
  ])('of %s have different titles', (kind) => {
    const titles = operatorsOf(kind).map((operator) => operatorTitleOf(operator, kind));
    expect(titles.length).toBeGreaterThan(0);
    expect(new Set(titles).size).toBe(titles.length);
  });
});
