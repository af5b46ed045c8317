import { describe, expect, it } from 'vitest';
import { aggregateCalls, errorOf, field, resultsOf } from '../testing/cities.ts';

const { server, aggregate, pipeline } = aggregateCalls();

describe('aggregation permissions', () => {
  const total = { operations: [{ resultFieldName: 'total', sum: { itemFieldName: 'n' } }] };
  const push = [{ group: { accumulators: [{ push: { expression: field('n') }, resultFieldName: 'all' }] } }];

  it('restrict an author to their own rows in both calls, including totals and cursors', async () => {
    expect(await resultsOf(aggregate({ aggregation: total }, server().member, 'Notes'))).toEqual([{ total: 3 }]);
    expect(await resultsOf(aggregate({ aggregation: total }, server().otherMember, 'Notes'))).toEqual([{ total: 10 }]);
    expect(await resultsOf(pipeline(push, {}, server().otherMember, 'Notes'))).toEqual([{ _id: null, all: [10] }]);
    const paged = { aggregation: { groupingFields: ['n'] }, paging: { limit: 1 }, returnTotalCount: true };
    const memberNotes = await aggregate(paged, server().member, 'Notes');
    expect(memberNotes.body.pagingMetadata.total).toBe(2);
    const { next } = memberNotes.body.pagingMetadata.cursors;
    expect((await aggregate({ cursorPaging: { cursor: next } }, server().member, 'Notes')).status).toBe(200);
    const foreign = await aggregate({ cursorPaging: { cursor: next } }, server().otherMember, 'Notes');
    expect([foreign.status, errorOf(foreign).code]).toEqual([400, 'WDE0152']);
  });

  it('ignore suppressAuth in the body', async () => {
    expect(await resultsOf(aggregate({ aggregation: total, suppressAuth: true }, server().member, 'Notes'))).toEqual([
      { total: 3 },
    ]);
    expect((await aggregate({ aggregation: total, suppressAuth: true }, server().visitor, 'Closed')).status).toBe(403);
  });

  it('admit API keys and users of the site and return 403 to all others', async () => {
    for (const as of [server().key, await server().userToken('owner'), await server().userToken('editor')]) {
      expect(await resultsOf(aggregate({ aggregation: total }, as, 'Notes'))).toEqual([{ total: 13 }]);
      expect(await resultsOf(aggregate({ aggregation: total }, as, 'Closed'))).toEqual([{ total: 1 }]);
    }
    for (const [as, name] of [
      [server().visitor, 'Notes'],
      [server().visitor, 'Closed'],
      [server().member, 'Closed'],
    ] as const) {
      const responses = [await aggregate({ aggregation: total }, as, name), await pipeline(push, {}, as, name)];
      expect(responses.map((response) => [response.status, errorOf(response).code])).toEqual([
        [403, 'WDE0027'],
        [403, 'WDE0027'],
      ]);
    }
  });

  it('treat a hidden field as missing wherever it is named', async () => {
    const bodies = [
      { aggregation: { groupingFields: ['secret'], operations: [{ resultFieldName: 'n', itemCount: {} }] } },
      {
        aggregation: {
          operations: ['sum', 'average', 'min', 'max'].map((kind) => ({
            resultFieldName: kind,
            [kind]: { itemFieldName: 'secret' },
          })),
        },
      },
      { aggregation: { groupingFields: ['open'] }, initialFilter: { secret: { $gt: 0 } }, returnTotalCount: true },
      { aggregation: { groupingFields: ['open'] }, initialFilter: { secret: null }, sort: [{ fieldName: 'secret' }] },
    ];
    for (const body of bodies) {
      const [responseWithHidden, responseWithout] = [
        await aggregate(body, server().visitor, 'Hiding'),
        await aggregate(body, server().visitor, 'Without'),
      ];
      expect(responseWithHidden.body).toEqual(responseWithout.body);
    }
    const dropDates = {
      projection: { fields: ['_createdDate', '_updatedDate'].map((fieldName) => ({ exclude: { fieldName } })) },
    };
    const stages = [
      [dropDates],
      [{ skip: 0 }, { filter: { secret: 7 } }, dropDates],
      [{ sort: { values: [{ fieldName: 'secret', order: 'DESC' }] } }, { limit: 2 }, dropDates],
      [{ unwindArray: { arrayFieldName: 'secret' } }],
      [
        {
          group: {
            accumulators: ['push', 'first', 'last', 'max'].map((kind) => ({
              [kind]: { expression: field('secret') },
              resultFieldName: kind,
            })),
          },
        },
      ],
      [
        {
          projection: {
            fields: [
              { include: { fieldName: 'secret' } },
              { reshape: { resultFieldName: 's', expression: { stringify: { expression: field('secret') } } } },
            ],
          },
        },
      ],
      [{ objectToArray: { objectFieldName: 'secret', destinationFieldName: 'x' } }, dropDates],
    ];
    for (const each of stages) {
      const [responseWithHidden, responseWithout] = [
        await pipeline(each, {}, server().visitor, 'Hiding'),
        await pipeline(each, {}, server().visitor, 'Without'),
      ];
      expect(responseWithHidden.status).toBe(200);
      expect(responseWithHidden.body).toEqual(responseWithout.body);
    }
    expect(
      await resultsOf(
        aggregate(
          { aggregation: { operations: [{ resultFieldName: 's', sum: { itemFieldName: 'secret' } }] } },
          server().key,
          'Hiding',
        ),
      ),
    ).toEqual([{ s: 21 }]);
  });

  it('return 401 without a token, 404 for an unknown collection and 400 for the sandbox', async () => {
    expect(
      (await server().call({ method: 'POST', path: '/v2/items/aggregate', body: { dataCollectionId: 'Cities' } }))
        .status,
    ).toBe(401);
    const missing = await pipeline([], {}, server().key, 'Missing');
    expect([missing.status, errorOf(missing).code]).toEqual([404, 'WDE0025']);
    const sandbox = await aggregate({ environment: 'SANDBOX' });
    expect([sandbox.status, errorOf(sandbox).code]).toEqual([400, 'WDE0179']);
  });
});
