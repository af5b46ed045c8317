import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filter, sort } from '../testing/query-arbitraries.ts';
import type { Params } from './params.ts';
import { parseFilter, parseSort } from './parse.ts';
import { planQuery } from './plan.ts';
import { UNRESTRICTED } from './scope.ts';
import { filterToSql, sortToSql } from './to-sql.ts';

const print = (filter: object, order: { fieldName: string }[]) => {
  const params: Params = [];
  const plan = planQuery(parseFilter(filter), parseSort(order), UNRESTRICTED, {});
  return { text: `${filterToSql(plan.filter, params)} order by ${sortToSql(plan.sort, params)}`, params };
};

describe('the SQL text of a query', () => {
  it('depends only on the shape of the query, because names and values are bound', () => {
    const shapeOf = (name: string, expected: unknown, list: unknown[], part: string) =>
      print(
        {
          [name]: expected,
          $or: [{ [`${name}.n`]: { $in: list } }, { t: { $contains: part } }, { $not: { u: { $hasAll: list } } }],
          _createdDate: { $gt: { $date: '2024-01-01T00:00:00.000Z' } },
        },
        [{ fieldName: name }, { fieldName: `${name}.x` }],
      ).text;
    const first = shapeOf('a', 1, ['x'], 'y');
    expect(shapeOf("b'; drop table x; --", 'text', ['x', 'y', 'z'], "%' or '1'='1")).toBe(first);
    expect(shapeOf('"c" ? (@ == 1)', true, ['q', '"'], '\\')).toBe(first);
  });

  it('contains nothing from the request', () => {
    fc.assert(
      fc.property(filter, sort, (filter, sort) => {
        const { text, params } = print(filter, sort);
        const withoutConstants = text.replaceAll(
          /'(\{\}|null|""|\[\]|string|number|object|array|boolean|\$date)'|"C"/g,
          '',
        );
        expect(withoutConstants).toMatch(/^[a-zA-Z0-9_ .,:()$[\]<>=@?#*-]*$/);
        expect(new Set(text.match(/\$\d+/g)).size).toBe(params.length);
      }),
    );
  });
});
