import { describe, expect, it } from 'vitest';
import { type ConditionOperator, OperandError, operators } from './operators.ts';

const now = new Date('2026-05-17T15:00:00Z');
const product = [{ productId: 'p1', price: '5' }];

type Row = [operator: ConditionOperator, value: unknown, operand: unknown, holds: boolean];

const rows: Row[] = [
  ['EQUAL', 1, 1, true],
  ['EQUAL', 1, '1', false],
  ['EQUAL', undefined, null, true],
  ['EQUAL', product, '5', true],
  ['NOT_EQUAL', 'a', 'b', true],
  ['EMPTY', undefined, true, true],
  ['EMPTY', [], true, true],
  ['EMPTY', 0, true, false],
  ['EMPTY', false, true, false],
  ['EMPTY', {}, true, false],
  ['NOT_EMPTY', '', true, false],
  ['CONTAINS', 'Hello', 'ell', true],
  ['CONTAINS', 'Hello', 'ELL', false],
  ['CONTAINS', ['a', 'b'], 'b', true],
  ['CONTAINS', { city: 'Bonn' }, 'Bonn', true],
  ['CONTAINS', undefined, 'a', false],
  ['NOT_CONTAINS', undefined, 'a', true],
  ['NOT_CONTAINS', 'abc', 'b', false],
  ['LESS_THAN', 1, 2, true],
  ['LESS_THAN', undefined, 2, false],
  ['LESS_THAN_OR_EQUALS', 2, 2, true],
  ['GREATER_THAN', '2026-01-02', '2026-01-01', true],
  ['GREATER_THAN_OR_EQUALS', 2, 2, true],
  ['GREATER_THAN_OR_EQUALS', undefined, 2, false],
  ['BEFORE', '09:30', '10:00', true],
  ['BEFORE', '2026-01-01T12:00:00+02:00', '2026-01-01T11:00:00Z', true],
  ['BEFORE_OR_EQUAL', '10:00', '10:00', true],
  ['AFTER', '2026-01-01', '2026-01-01', false],
  ['AFTER_OR_EQUAL', '2026-01-01', '2026-01-01', true],
  ['BETWEEN', 2, [1, 3], true],
  ['BETWEEN', 2, [3, 1], true],
  ['BETWEEN', 1, [1, 3], false],
  ['BETWEEN', undefined, [1, 3], false],
  ['ANY', ['a', 'b'], ['b', 'c'], true],
  ['ANY', 'a', ['a'], true],
  ['ANY', product, ['p1'], true],
  ['ANY', ['a'], ['c'], false],
  ['ANY', undefined, ['c'], false],
  ['GREATER_THAN', [{ productId: 'p1', price: 7.5, quantity: 1 }], 7, true],
  ['ARRAY_EQUAL', [{ productId: 'p1', price: '5', quantity: 1 }], ['p1'], true],
  ['ARRAY_EQUAL', ['a', 'b'], ['b', 'a'], true],
  ['ARRAY_EQUAL', ['a', 'a'], ['a', 'b'], false],
  ['ARRAY_EQUAL', undefined, ['a'], false],
  ['ARRAY_NOT_EQUAL', undefined, ['a'], true],
  ['CHECKED', true, true, true],
  ['CHECKED', undefined, true, false],
  ['NOT_CHECKED', undefined, true, true],
  ['IN', 'a', ['a', 'b'], true],
  ['IN', 'ell', 'Hello', true],
  ['IN', undefined, ['a'], false],
  ['NOT_IN', undefined, ['a'], true],
  ['IS_DATE_OLDER_THAN', '2026-05-14', [2, 'day'], true],
  ['IS_DATE_OLDER_THAN', '2026-05-15', [2, 'day'], false],
  ['IS_DATE_OLDER_THAN_OR_EQUAL', '2026-05-15', [2, 'day'], true],
  ['IS_DATE_OLDER_THAN', '2026-04-16', [1, 'month'], true],
  ['IS_DATE_NEWER_THAN', '2026-05-20', [2, 'day'], true],
  ['IS_DATE_NEWER_THAN', '2026-05-19', [2, 'day'], false],
  ['IS_DATE_NEWER_THAN_OR_EQUAL', '2026-05-19', [2, 'day'], true],
  ['IS_DATE_NEWER_THAN', undefined, [2, 'day'], false],
];

describe('operators', () => {
  it.each(rows)('%s of %j and %j is %s', (operator, value, operand, holds) => {
    expect(operators[operator](value, operand, now)).toBe(holds);
  });

  it('are all covered by the table', () => {
    expect(new Set(rows.map(([operator]) => operator))).toEqual(new Set(Object.keys(operators)));
  });

  it.each<[ConditionOperator, unknown, unknown]>([
    ['LESS_THAN', 'soon', 3],
    ['BETWEEN', 2, 3],
    ['CONTAINS', 5, 5],
    ['IS_DATE_OLDER_THAN', '2026-05-14', [2, 'year']],
    ['ARRAY_EQUAL', 'a', ['a']],
    ['ARRAY_NOT_EQUAL', ['a'], 'a'],
    ['ANY', ['a'], 'a'],
    ['IN', 'a', 5],
  ])('%s rejects the operands %j and %j', (operator, value, operand) => {
    expect(() => operators[operator](value, operand, now)).toThrow(OperandError);
  });
});
