import { describe, expect, it } from 'vitest';
import { aggregateCalls, field, numeric, results, text } from './cities.fixture.ts';

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
    const rows = await results(pipeline(stages));
    expect(
      _ === 'unwind'
        ? (rows as { _id: string }[]).toSorted((a, b) => (a._id < b._id ? -1 : a._id > b._id ? 1 : 0))
        : rows,
    ).toEqual(expected);
  });
});

describe('expressions of a pipeline', () => {
  const all = (...expressions: object[]) => ({ expressions });
  const two = (firstExpression: object, secondExpression: object) => ({ firstExpression, secondExpression });
  const one = (expression: object) => ({ expression });
  it.each<[object, unknown]>([
    [field('mayor.name'), 'Bass'],
    [text(''), ''],
    [numeric(1.5), 1.5],
    [{ add: all(numeric(0.1), numeric(0.2)) }, 0.3],
    [{ add: all(numeric(1), text('1')) }, null],
    [{ sum: all(numeric(1), text('1'), field('missing')) }, 1],
    [{ subtract: two(numeric(0.3), numeric(0.1)) }, 0.2],
    [{ multiply: all(numeric(0.1), numeric(3)) }, 0.3],
    [{ multiply: all(numeric(1e308), numeric(10)) }, null],
    [{ divide: two(numeric(1), numeric(3)) }, 1 / 3],
    [{ divide: two(numeric(1), numeric(0)) }, null],
    [{ mod: two(numeric(-7), numeric(3)) }, -1],
    [{ mod: two(numeric(7), numeric(0)) }, null],
    [{ abs: one(numeric(-2.5)) }, 2.5],
    [{ floor: one(numeric(-2.5)) }, -3],
    [{ ceil: one(numeric(-2.5)) }, -2],
    [{ concat: all(text('a'), field('state')) }, 'aCA'],
    [{ concat: all(text('a'), numeric(1)) }, null],
    [{ stringify: one(numeric(1e21)) }, '1000000000000000000000'],
    [{ stringify: one(field('mayor')) }, '{"age": 70, "name": "Bass"}'],
    [{ toLower: one(text('ÀB')) }, 'àb'],
    [{ toUpper: one(text('straße')) }, 'STRAßE'],
    [{ length: one(text('a😀')) }, 2],
    [{ length: one(numeric(5)) }, null],
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
    expect(await results(pipeline(stages))).toEqual([{ it: expected }]);
  });

  it('read, return and stringify dates', async () => {
    const stages = [
      {
        group: { accumulators: ['min', 'max'].map((kind) => ({ [kind]: one(field('made')), resultFieldName: kind })) },
      },
      { filter: { max: { $gt: { $date: '2024-01-01T00:00:00.000Z' } } } },
      {
        projection: {
          fields: [
            { include: { fieldName: 'min' } },
            { reshape: { resultFieldName: 'text', expression: { stringify: one(field('max')) } } },
          ],
        },
      },
    ];
    expect(await results(pipeline(stages))).toEqual([
      { _id: null, min: { $date: '2020-01-01T00:00:00.000Z' }, text: '2024-05-06T00:00:00.000Z' },
    ]);
  });
});
