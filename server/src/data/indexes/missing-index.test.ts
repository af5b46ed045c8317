import { describe, expect, it } from 'vitest';
import type { StoredIndex } from '../collections/collection.ts';
import { parseFilter, parseSort } from '../query/parse.ts';
import { findMissingIndex } from './missing-index.ts';

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

const findMissing = (
  indexes: StoredIndex[],
  filter: object,
  sort: { fieldName: string; order?: 'ASC' | 'DESC' }[] = [],
) =>
  findMissingIndex(indexes, parseFilter(filter as Record<string, unknown>), parseSort(sort))
    ?.map(({ path, order }) => `${path} ${order}`)
    .join(', ') ?? null;

const price = { fieldName: 'price', order: 'DESC' } as const;

describe('no index is missing', () => {
  it.each([
    ['for all, newest first', [], {}, []],
    ['by id', [], { _id: 'a' }, []],
    ['by owner', [], { _owner: 'a', x: 1 }, []],
    ['if the filter has one', [index(['x'])], { x: 1, y: 2 }, []],
    ['if the order has one', [index(['price'])], {}, [price]],
    ['if both have one', [index(['x', 'price'])], { x: 1 }, [price]],
    ['if at most one row is found', [index(['x'], true)], { x: 1 }, [price]],
  ])('%s', (_, indexes, filter, sort) => {
    expect(findMissing(indexes, filter, [...sort])).toBeNull();
  });
});

describe('an index is missing', () => {
  it.each([
    ['for a filter', [], { x: 1 }, [], 'x ASC'],
    ['for equality first, then a range', [], { y: { $gt: 1 }, x: 1 }, [], 'x ASC, y ASC'],
    ['for equality, then the order', [], { x: 1 }, [price], 'x ASC, price DESC'],
    ['for an order', [], {}, [price], 'price DESC'],
    ['for the order in addition', [index(['x'])], { x: 1 }, [price], 'x ASC, price DESC'],
    ['if it is not built yet', [{ ...index(['x']), status: 'BUILDING' as const }], { x: 1 }, [], 'x ASC'],
  ])('%s', (_, indexes, filter, sort, expected) => {
    expect(findMissing(indexes, filter, [...sort])).toBe(expected);
  });
});
