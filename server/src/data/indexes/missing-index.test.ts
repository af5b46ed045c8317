import { describe, expect, it } from 'vitest';
import type { StoredIndex } from '../collections/collection.ts';
import { parseFilter, parseSort } from '../query/parse.ts';
import { missingIndex } from './missing-index.ts';

const index = (paths: string[], unique = false): StoredIndex => ({
  id: paths.join(),
  name: paths.join(),
  fields: paths.map((path) => ({ path, order: 'ASC' })),
  unique,
  caseInsensitive: false,
  kind: 'REGULAR',
  source: 'USER',
  status: 'ACTIVE',
});

const missing = (indexes: StoredIndex[], filter: object, sort: { fieldName: string; order?: 'ASC' | 'DESC' }[] = []) =>
  missingIndex(indexes, parseFilter(filter as Record<string, unknown>), parseSort(sort))
    ?.map(({ path, order }) => `${path} ${order}`)
    .join(', ') ?? null;

const price = { fieldName: 'price', order: 'DESC' } as const;

describe('no index is missing', () => {
  it.each([
    ['for all, newest first', [], {}, []],
    ['by id', [], { _id: 'a' }, []],
    ['by owner', [], { _owner: 'a', x: 1 }, []],
    ['where the filter has one', [index(['x'])], { x: 1, y: 2 }, []],
    ['where the order has one', [index(['price'])], {}, [price]],
    ['where both have one', [index(['x', 'price'])], { x: 1 }, [price]],
    ['where one row is found at most', [index(['x'], true)], { x: 1 }, [price]],
  ])('%s', (_, indexes, filter, sort) => {
    expect(missing(indexes, filter, [...sort])).toBeNull();
  });
});

describe('an index is missing', () => {
  it.each([
    ['of a filter', [], { x: 1 }, [], 'x ASC'],
    ['of equality first, then a range', [], { y: { $gt: 1 }, x: 1 }, [], 'x ASC, y ASC'],
    ['of equality, then order', [], { x: 1 }, [price], 'x ASC, price DESC'],
    ['of an order', [], {}, [price], 'price DESC'],
    ['of order too', [index(['x'])], { x: 1 }, [price], 'x ASC, price DESC'],
    ['of one that is not built yet', [{ ...index(['x']), status: 'BUILDING' as const }], { x: 1 }, [], 'x ASC'],
  ])('%s', (_, indexes, filter, sort, answer) => {
    expect(missing(indexes, filter, [...sort])).toBe(answer);
  });
});
