import { describe, expect, it } from 'vitest';
import { aggregateCalls, field, numeric, resultsOf, text } from '../testing/cities.ts';

const { pipeline } = aggregateCalls();

describe('stages of a pipeline', () => {
  it.each<[string, unknown[], unknown]>([
    [
      'group by an expression, count as the client sends it',
      [
        {
          group: {
            groupIds: [{ expression: field('state'), key: 'state' }],
            accumulators: [
              { sum: { expression: field('pop') }, resultFieldName: 'total' },
              { sum: { expression: numeric(1) }, resultFieldName: 'count' },
            ],
          },
        },
        { sort: { values: [{ fieldName: 'total', order: 'DESC' }] } },
        { skip: 1 },
        { limit: 1 },
      ],
      [{ _id: { state: 'CA' }, total: 409, count: 2 }],
    ],
    [
      'group without ids',
      [{ group: { groupIds: [], accumulators: [{ count: {}, resultFieldName: 'n' }] } }],
      [{ _id: null, n: 5 }],
    ],
    [
      'first, last and push depend on the order',
      [
        { sort: { values: [{ fieldName: 'pop', order: 'ASC' }] } },
        {
          group: {
            accumulators: ['first', 'last', 'push'].map((kind) => ({
              [kind]: { expression: field('pop') },
              resultFieldName: kind,
            })),
          },
        },
      ],
      [{ _id: null, first: null, last: 500, push: [null, 9, 53, 400, 500] }],
    ],
    [
      'unwind',
      [{ unwindArray: { arrayFieldName: 'parts' } }, { projection: { fields: [{ include: { fieldName: 'parts' } }] } }],
      [
        { _id: 'la', parts: 'c' },
        { _id: 'ny', parts: 'a' },
        { _id: 'ny', parts: 'b' },
      ],
    ],
    [
      'objectToArray',
      [
        { filter: { _id: 'la' } },
        { objectToArray: { objectFieldName: 'mayor', destinationFieldName: 'list' } },
        { projection: { fields: [{ include: { fieldName: 'list' } }, { exclude: { fieldName: '_id' } }] } },
      ],
      [
        {
          list: [
            { k: 'age', v: 70 },
            { k: 'name', v: 'Bass' },
          ],
        },
      ],
    ],
    [
      'projections of every kind',
      [
        { filter: { _id: { $in: ['la', 'no'] } } },
        { sort: { values: [{ fieldName: '_id' }] } },
        {
          projection: {
            fields: [
              { include: { fieldName: 'mayor.name' } },
              { include: { fieldName: 'tags.name' } },
              {
                reshape: {
                  resultFieldName: 'label',
                  expression: { concat: { expressions: [field('city'), text('!')] } },
                },
              },
              { reshape: { resultFieldName: 'gone', expression: field('missing') } },
              { projectNested: { resultFieldName: 'nest', fields: [{ include: { fieldName: 'city' } }] } },
            ],
          },
        },
      ],
      [
        { _id: 'la', mayor: { name: 'Bass' }, label: 'Los Angeles!', nest: { city: 'Los Angeles' } },
        { _id: 'no', tags: [{ name: 'x' }, { name: 'y' }], label: 'Nowhere!', nest: { city: 'Nowhere' } },
      ],
    ],
    [
      'excluding returns all other fields',
      [
        { filter: { _id: 'no' } },
        {
          projection: {
            fields: ['_owner', '_createdDate', '_updatedDate', 'city'].map((fieldName) => ({ exclude: { fieldName } })),
          },
        },
      ],
      [{ _id: 'no', pop: null, tags: [{ name: 'x' }, { name: 'y' }] }],
    ],
  ])('%s', async (_, stages, expected) => {
    const rows = await resultsOf(pipeline(stages));
    expect(
      _ === 'unwind'
        ? (rows as { _id: string }[]).toSorted((a, b) => (a._id < b._id ? -1 : a._id > b._id ? 1 : 0))
        : rows,
    ).toEqual(expected);
  });
});

describe('expressions of a pipeline', () => {
  const operands = (...expressions: object[]) => ({ expressions });
  const operandPair = (firstExpression: object, secondExpression: object) => ({ firstExpression, secondExpression });
  const operand = (expression: object) => ({ expression });
  it.each<[object, unknown]>([
    [field('mayor.name'), 'Bass'],
    [text(''), ''],
    [numeric(1.5), 1.5],
    [{ add: operands(numeric(0.1), numeric(0.2)) }, 0.3],
    [{ add: operands(numeric(1), text('1')) }, null],
    [{ sum: operands(numeric(1), text('1'), field('missing')) }, 1],
    [{ subtract: operandPair(numeric(0.3), numeric(0.1)) }, 0.2],
    [{ multiply: operands(numeric(0.1), numeric(3)) }, 0.3],
    [{ multiply: operands(numeric(1e308), numeric(10)) }, null],
    [{ divide: operandPair(numeric(1), numeric(3)) }, 1 / 3],
    [{ divide: operandPair(numeric(1), numeric(0)) }, null],
    [{ mod: operandPair(numeric(-7), numeric(3)) }, -1],
    [{ mod: operandPair(numeric(7), numeric(0)) }, null],
    [{ abs: operand(numeric(-2.5)) }, 2.5],
    [{ floor: operand(numeric(-2.5)) }, -3],
    [{ ceil: operand(numeric(-2.5)) }, -2],
    [{ concat: operands(text('a'), field('state')) }, 'aCA'],
    [{ concat: operands(text('a'), numeric(1)) }, null],
    [{ stringify: operand(numeric(1e21)) }, '1000000000000000000000'],
    [{ stringify: operand(field('mayor')) }, '{"age": 70, "name": "Bass"}'],
    [{ toLower: operand(text('ÀB')) }, 'àb'],
    [{ toUpper: operand(text('straße')) }, 'STRAßE'],
    [{ length: operand(text('a😀')) }, 2],
    [{ length: operand(numeric(5)) }, null],
    [{ substring: { expression: text('a😀bc'), startExpression: numeric(1), lengthExpression: numeric(2) } }, '😀b'],
    [{ substring: { expression: text('abc'), startExpression: numeric(1) } }, 'bc'],
    [{ substring: { expression: text('abc'), startExpression: numeric(-1) } }, null],
    [{ substring: { expression: text('abc'), startExpression: numeric(9) } }, ''],
  ])('%j → %j', async (expression, expected) => {
    const stages = [
      { filter: { _id: 'la' } },
      {
        projection: { fields: [{ reshape: { resultFieldName: 'it', expression } }, { exclude: { fieldName: '_id' } }] },
      },
    ];
    expect(await resultsOf(pipeline(stages))).toEqual([{ it: expected }]);
  });

  it('read, return and stringify dates', async () => {
    const stages = [
      {
        group: {
          accumulators: ['min', 'max'].map((kind) => ({ [kind]: operand(field('made')), resultFieldName: kind })),
        },
      },
      { filter: { max: { $gt: { $date: '2024-01-01T00:00:00.000Z' } } } },
      {
        projection: {
          fields: [
            { include: { fieldName: 'min' } },
            { reshape: { resultFieldName: 'text', expression: { stringify: operand(field('max')) } } },
          ],
        },
      },
    ];
    expect(await resultsOf(pipeline(stages))).toEqual([
      { _id: null, min: { $date: '2020-01-01T00:00:00.000Z' }, text: '2024-05-06T00:00:00.000Z' },
    ]);
  });
});
