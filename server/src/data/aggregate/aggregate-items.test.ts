import { describe, expect, it } from 'vitest';
import type { TestResponse } from '../../testing/index.ts';
import { aggregateCalls, resultsOf } from '../testing/cities.ts';

const { aggregate, pipeline } = aggregateCalls();

describe('aggregation by the builder', () => {
  it("returns the response that the vendor's client expects", async () => {
    const response = await aggregate({
      paging: { limit: 2, offset: 0 },
      initialFilter: { pop: { $gt: 10 } },
      aggregation: {
        groupingFields: ['state'],
        operations: [
          { resultFieldName: 'popSum', sum: { itemFieldName: 'pop' } },
          { resultFieldName: 'popAvg', average: { itemFieldName: 'pop' } },
          { resultFieldName: 'popMin', min: { itemFieldName: 'pop' } },
          { resultFieldName: 'biggest', max: { itemFieldName: 'city' } },
          { resultFieldName: 'count', itemCount: {} },
        ],
      },
      finalFilter: { popSum: { $gt: 5 } },
      sort: [{ fieldName: '_id', order: 'DESC' }],
      returnTotalCount: true,
    });
    expect(response.body).toEqual({
      results: [
        { _id: { state: 'NY' }, popSum: 553, popAvg: 276.5, popMin: 53, biggest: 'New York', count: 2 },
        { _id: { state: 'CA' }, popSum: 400, popAvg: 400, popMin: 400, biggest: 'Los Angeles', count: 1 },
      ],
      pagingMetadata: { count: 2, offset: 0, total: 2, tooManyToCount: false, hasNext: false },
    });
  });

  it('groups null and missing together, orders groups by id and sums decimals exactly', async () => {
    const operations = [{ resultFieldName: 'total', sum: { itemFieldName: 'price' } }];
    expect(await resultsOf(aggregate({ aggregation: { groupingFields: ['state'], operations } }))).toEqual([
      { _id: { state: null }, total: 0 },
      { _id: { state: 'CA' }, total: 5 },
      { _id: { state: 'NY' }, total: 0.3 },
    ]);
  });

  it('returns one row without _id if nothing is grouped, even without items', async () => {
    const operations = [
      { resultFieldName: 'n', itemCount: {} },
      { resultFieldName: 'first', min: { itemFieldName: 'made' } },
      { resultFieldName: 'mean', average: { itemFieldName: 'pop' } },
    ];
    expect(await resultsOf(aggregate({ aggregation: { operations } }))).toEqual([
      { n: 5, first: { $date: '2020-01-01T00:00:00.000Z' }, mean: 240.5 },
    ]);
    expect(await resultsOf(aggregate({ aggregation: { operations }, initialFilter: { _id: 'none' } }))).toEqual([
      { n: 0, first: null, mean: null },
    ]);
  });

  it.each<[object, string[]]>([
    [{ finalFilter: { state: 'NY' } }, ['NY']],
    [{ finalFilter: { _id: 'NY' } }, ['NY']],
    [{ finalFilter: { '_id.state': { $ne: 'NY' } } }, [null, 'CA'] as string[]],
    [{ finalFilter: { $not: { count: 2 } } }, [null] as unknown as string[]],
    [{ sort: [{ fieldName: 'state', order: 'DESC' }] }, ['NY', 'CA', null] as string[]],
    [{ sort: [{ fieldName: 'popSum', order: 'DESC' }] }, ['NY', 'CA', null] as string[]],
    [
      { sort: [{ fieldName: 'count' }, { fieldName: '_id', order: 'DESC' }] },
      [null, 'NY', 'CA'] as unknown as string[],
    ],
  ])('having and sort name results and grouping fields: %j', async (rest, states) => {
    const operations = [
      { resultFieldName: 'popSum', sum: { itemFieldName: 'pop' } },
      { resultFieldName: 'count', itemCount: {} },
    ];
    const rows = (await resultsOf(aggregate({ aggregation: { groupingFields: ['state'], operations }, ...rest }))) as {
      _id: { state: string };
    }[];
    expect(rows.map(({ _id }) => _id.state)).toEqual(states);
  });

  it('accepts default names with a dot in the final filter and the sort', async () => {
    const aggregation = {
      groupingFields: ['mayor.name'],
      operations: [{ resultFieldName: 'mayor.ageSum', sum: { itemFieldName: 'mayor.age' } }],
    };
    const rest = { finalFilter: { 'mayor.ageSum': { $gt: 0 } }, sort: [{ fieldName: 'mayor.name' }] };
    expect(await resultsOf(aggregate({ aggregation, ...rest }))).toEqual([
      { _id: { 'mayor.name': 'Bass' }, 'mayor.ageSum': 70 },
    ]);
  });
});

describe('pages of an aggregation', () => {
  const aggregation = { groupingFields: ['city'], operations: [] };
  const citiesOf = (response: TestResponse): string[] =>
    response.body.results.map((row: { _id: { city: string } }) => row._id.city);

  it('follow with a request that contains only the cursor', async () => {
    const first = await aggregate({
      aggregation,
      sort: [{ fieldName: 'city', order: 'DESC' }],
      paging: { limit: 2 },
      returnTotalCount: true,
    });
    expect(citiesOf(first)).toEqual(['San Francisco', 'Nowhere']);
    expect(first.body.pagingMetadata).toMatchObject({ count: 2, total: 5, hasNext: true });
    expect(first.body.pagingMetadata.cursors.prev).toBeUndefined();
    const second = await aggregate({ cursorPaging: { limit: 2, cursor: first.body.pagingMetadata.cursors.next } });
    expect(citiesOf(second)).toEqual(['New York', 'Los Angeles']);
    const third = await aggregate({ cursorPaging: { cursor: second.body.pagingMetadata.cursors.next } });
    expect(citiesOf(third)).toEqual(['Albany']);
    expect(third.body.pagingMetadata.hasNext).toBe(false);
    expect(third.body.pagingMetadata.cursors.next).toBeUndefined();
    const back = await aggregate({ cursorPaging: { limit: 2, cursor: third.body.pagingMetadata.cursors.prev } });
    expect(citiesOf(back)).toEqual(['New York', 'Los Angeles']);
    const start = await aggregate({ cursorPaging: { limit: 2, cursor: back.body.pagingMetadata.cursors.prev } });
    expect(citiesOf(start)).toEqual(['San Francisco', 'Nowhere']);
    expect(start.body.pagingMetadata.cursors.prev).toBeUndefined();
  });

  it('accept the cursor of a pipeline inside or beside the pipeline', async () => {
    const stages = [{ sort: { values: [{ fieldName: 'city', order: 'ASC' }] } }];
    const first = await pipeline(stages, { paging: { limit: 3, offset: 0 } });
    const { next } = first.body.pagingMetadata.cursors;
    const second = await pipeline(undefined, { cursorPaging: { limit: 3, cursor: next } });
    expect(second.body.results.map(({ city }: { city: string }) => city)).toEqual(['Nowhere', 'San Francisco']);
  });

  it('lead back from an empty page after the last one', async () => {
    const pageBeyondEnd = await aggregate({ aggregation, paging: { limit: 2, offset: 100 } });
    expect(pageBeyondEnd.body.pagingMetadata).toMatchObject({ count: 0, hasNext: false });
    const back = await aggregate({ cursorPaging: { cursor: pageBeyondEnd.body.pagingMetadata.cursors.prev } });
    expect(back.status).toBe(200);
  });
});
