import { expect, it } from 'vitest';
import type { StoredIndex } from '../collections/collection.ts';
import { parseFilter, parseSort } from '../query/parse.ts';
import { planQuery } from '../query/plan.ts';
import type { StoredColumn } from '../query/scope.ts';
import { providesOrder } from './provides-order.ts';

const makeColumn = (key: string, state: StoredColumn['state'] = 'READY'): StoredColumn => ({
  name: `f_${key}`,
  path: [key],
  kind: 'number',
  state,
});
const index: StoredIndex = {
  id: 'i',
  name: 'i',
  fields: [
    { path: 'a', order: 'ASC' },
    { path: 'b', order: 'DESC' },
  ],
  unique: false,
  caseInsensitive: false,
  kind: 'REGULAR',
  source: 'USER',
  status: 'ACTIVE',
};
const columns = [makeColumn('a'), makeColumn('b'), makeColumn('m', 'MIXED')];
const layout = { columns, indexes: [index], mirrors: {}, linked: false, searchable: false, waiting: [] };

const desc = (fieldName: string) => ({ fieldName, order: 'DESC' as const });
const asc = (fieldName: string) => ({ fieldName, order: 'ASC' as const });

it.each([
  [true, {}, [], null],
  [true, {}, [asc('_createdDate')], null],
  [true, {}, [], 'ann'],
  [true, {}, [asc('_id')], null],
  [true, { a: 1 }, [desc('b')], null],
  [true, { a: 1 }, [asc('b')], null],
  [true, { a: 1, b: 2 }, [asc('_id')], null],
  [true, {}, [asc('a'), desc('b')], null],
  [true, {}, [desc('a'), asc('b')], null],
  [false, {}, [asc('a'), asc('b')], null],
  [false, {}, [asc('a')], null],
  [false, { a: 1 }, [], null],
  [false, { a: null }, [desc('b')], null],
  [false, { a: { $gt: 1 } }, [desc('b')], null],
  [false, { a: { $in: [1, 2] } }, [desc('b')], null],
  [false, { x: 1 }, [], null],
  [false, { m: 1 }, [desc('b')], null],
  [false, { a: 1 }, [desc('b')], 'ann'],
])('returns %s for %j sorted by %j, owner %s', (expected, filter, sort, owner) => {
  const scope = { owner, hidden: [], columns };
  const plan = planQuery(parseFilter(filter as Record<string, unknown>), parseSort([...sort]), scope, {});
  expect(providesOrder({ layout }, plan)).toBe(expected);
});
