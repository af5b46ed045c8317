import { describe, expect, it } from 'vitest';
import { aggregateCalls, errorOf, field, numeric, text } from '../testing/cities.ts';

const { server, aggregate, pipeline } = aggregateCalls();

describe('an invalid aggregation returns 400 with the path of the error', () => {
  const reshape = (expression: unknown) => [
    { projection: { fields: [{ reshape: { resultFieldName: 'x', expression } }] } },
  ];
  const nestExpression = (levels: number): object =>
    levels === 0 ? numeric(1) : { abs: { expression: nestExpression(levels - 1) } };
  const repeatExpression = (count: number): object[] => Array.from({ length: count }, () => numeric(1));
  const at = 'pipeline.stages[0]';
  it.each<[string, unknown, string, string]>([
    ['an unknown stage', [{ $lookup: {} }], 'WDE0080', at],
    ['two stages in one', [{ limit: 1, skip: 1 }], 'WDE0080', at],
    ['a limit of zero', [{ limit: 0 }], 'WDE0080', `${at}.limit`],
    ['a negative skip', [{ skip: -1 }], 'WDE0080', `${at}.skip`],
    ['an unknown filter operator', [{ filter: { a: { $where: 1 } } }], 'WDE0093', `${at}.filter.a.$where`],
    ['a regular expression', [{ filter: { a: { $regex: '.*' } } }], 'WDE0070', `${at}.filter.a.$regex`],
    [
      'a field that starts with $',
      [{ unwindArray: { arrayFieldName: '$a' } }],
      'WDE0093',
      `${at}.unwindArray.arrayFieldName`,
    ],
    [
      'an unknown sort direction',
      [{ sort: { values: [{ fieldName: 'a', order: 'asc; drop' }] } }],
      'WDE0080',
      `${at}.sort.values[0].order`,
    ],
    [
      'an unknown accumulator',
      [{ group: { accumulators: [{ median: {}, resultFieldName: 'x' }] } }],
      'WDE0080',
      `${at}.group.accumulators[0]`,
    ],
    [
      'the name __proto__',
      [{ group: { accumulators: [{ count: {}, resultFieldName: '__proto__' }] } }],
      'WDE0080',
      `${at}.group.accumulators[0].resultFieldName`,
    ],
    [
      'the name _id',
      [{ group: { accumulators: [{ count: {}, resultFieldName: '_id' }] } }],
      'WDE0080',
      `${at}.group.accumulators[0].resultFieldName`,
    ],
    [
      'a name twice',
      [{ group: { accumulators: [1, 2].map(() => ({ count: {}, resultFieldName: 'n' })) } }],
      'WDE0080',
      `${at}.group.accumulators[1].resultFieldName`,
    ],
    [
      'a key with a dot',
      [{ group: { groupIds: [{ expression: field('a'), key: 'a.b' }] } }],
      'WDE0080',
      `${at}.group.groupIds[0].key`,
    ],
    [
      'a name with $',
      [{ objectToArray: { objectFieldName: 'a', destinationFieldName: '$out' } }],
      'WDE0080',
      `${at}.objectToArray.destinationFieldName`,
    ],
    ['an unknown expression', reshape({ eval: 1 }), 'WDE0080', `${at}.projection.fields[0].reshape.expression`],
    [
      'no operands',
      reshape({ add: { expressions: [] } }),
      'WDE0080',
      `${at}.projection.fields[0].reshape.expression.add.expressions`,
    ],
    ['a lone surrogate', reshape({ text: '\ud800' }), 'WDE0080', `${at}.projection.fields[0].reshape.expression.text`],
    ['a NUL', reshape({ text: 'a\u0000' }), 'WDE0080', `${at}.projection.fields[0].reshape.expression.text`],
    [
      'a NUL in a field',
      reshape({ fieldPath: 'a\u0000' }),
      'WDE0080',
      `${at}.projection.fields[0].reshape.expression.fieldPath`,
    ],
  ])('%s', async (_, stages, code, path) => {
    const response = await pipeline(stages);
    expect(response.status, response.text).toBe(400);
    expect(errorOf(response)).toMatchObject({ code, data: { field: path } });
  });

  it.each<[string, unknown, number]>([
    ['operands', reshape({ add: { expressions: repeatExpression(1_001) } }), 1_000],
    [
      'projected fields',
      [{ projection: { fields: Array.from({ length: 1_001 }, (_, i) => ({ include: { fieldName: `f${i}` } })) } }],
      1_000,
    ],
    [
      'group ids',
      [{ group: { groupIds: Array.from({ length: 1_001 }, (_, i) => ({ key: `k${i}`, expression: numeric(1) })) } }],
      1_000,
    ],
    ['sort values', [{ sort: { values: Array.from({ length: 1_001 }, () => ({ fieldName: 'a' })) } }], 1_000],
    ['depth', reshape(nestExpression(32)), 32],
    [
      'expressions',
      [
        ...reshape({ add: { expressions: repeatExpression(999) } }),
        ...reshape({ add: { expressions: repeatExpression(999) } }),
        ...reshape(numeric(1)),
      ],
      2_000,
    ],
    ['length of a text', reshape(text('x'.repeat(1_001))), 1_000],
  ])('too many or too much: %s, with the limit', async (_, stages, limit) => {
    const response = await pipeline(stages);
    expect(response.status).toBe(400);
    expect(errorOf(response)).toMatchObject({ code: 'WDE0080', data: { limit } });
  });

  it('for stages of the wrong type', async () => {
    for (const stages of [[5], [null], {}, 'stages']) expect((await pipeline(stages)).status).toBe(400);
  });

  it('for more than 100 stages and pages of more than 1,000 rows', async () => {
    expect((await pipeline(Array.from({ length: 101 }, () => ({ skip: 0 })))).status).toBe(400);
    expect((await pipeline([], { paging: { limit: 5_000 } })).status).toBe(400);
    expect((await aggregate({ paging: { limit: 1_001 } })).status).toBe(400);
  });

  it('for a number beyond double and invalid JSON', async () => {
    const overflow =
      '{"dataCollectionId":"Cities","pipeline":{"stages":[{"projection":{"fields":[{"reshape":{"resultFieldName":"x","expression":{"numeric":1e999}}}]}}]}}';
    for (const body of [overflow, overflow.slice(0, -3)]) {
      const response = await server().call({
        method: 'POST',
        path: '/v2/items/aggregate-pipeline',
        as: server().visitor,
        body,
      });
      expect(response.status).toBe(400);
    }
  });

  it.each<[string, object]>([
    [
      'two functions',
      { operations: [{ resultFieldName: 'x', sum: { itemFieldName: 'a' }, min: { itemFieldName: 'a' } }] },
    ],
    ['no function', { operations: [{ resultFieldName: 'x' }] }],
    ['a name twice', { operations: [1, 2].map(() => ({ resultFieldName: 'x', itemCount: {} })) }],
    ['a field twice', { groupingFields: ['a', 'a'] }],
    ['the name __proto__', { operations: [{ resultFieldName: '__proto__', itemCount: {} }] }],
    ['a name with $', { operations: [{ resultFieldName: '$x', itemCount: {} }] }],
  ])('of the builder: %s', async (_, aggregation) => {
    const response = await aggregate({ aggregation });
    expect([response.status, errorOf(response)?.code]).toEqual([400, 'WDE0080']);
    expect(errorOf(response).data.field).toMatch(/^aggregation\./);
  });

  it('for a cursor of another call, collection or signature', async () => {
    const { body } = await aggregate({ aggregation: { groupingFields: ['city'] }, paging: { limit: 1 } });
    const cursor: string = body.pagingMetadata.cursors.next;
    const forgedCursor = `${cursor.slice(0, -2)}${cursor.endsWith('AA') ? 'BB' : 'AA'}`;
    const responses = [
      await pipeline(undefined, { cursorPaging: { cursor } }),
      await aggregate({ cursorPaging: { cursor } }, server().visitor, 'Without'),
      await aggregate({ cursorPaging: { cursor: forgedCursor } }),
      await aggregate({ cursorPaging: { cursor: '' } }),
    ];
    expect(responses.map((response) => [response.status, errorOf(response).code])).toEqual(
      responses.map(() => [400, 'WDE0152']),
    );
  });
});
