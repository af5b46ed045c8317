import { describe, expect, it } from 'vitest';
import { aggregateCalls, errorOf, field, numeric, resultsOf, text } from '../testing/cities.ts';

const { aggregate, pipeline } = aggregateCalls();

describe('hostile pipelines', () => {
  const SQL_TEXTS = [
    "x'); drop table portico.sites; --",
    '"; select 1; --',
    "' || version() || '",
    '$1',
    'a"b',
    '\\',
    '{}',
    'data',
    'id',
  ];
  it.each(SQL_TEXTS)('treats SQL in names, texts and aliases as text: %s', async (hostile) => {
    const name = hostile.replaceAll('.', '').replace(/^\$/, '');
    const fields = [
      { reshape: { resultFieldName: 'a', expression: text(hostile) } },
      { reshape: { resultFieldName: name, expression: field(name) } },
      { reshape: { resultFieldName: 'b', expression: field(`a.${name}`) } },
    ];
    const groupIds = [{ expression: field('a'), key: name }];
    const accumulators = [
      { count: {}, resultFieldName: name },
      { max: { expression: field(name) }, resultFieldName: 'most' },
    ];
    const rows = await resultsOf(
      pipeline([
        { filter: { _id: 'la', [name]: { $ne: hostile } } },
        { sort: { values: [{ fieldName: name, order: 'DESC' }] } },
        { projection: { fields } },
        { unwindArray: { arrayFieldName: 'a' } },
        { group: { groupIds, accumulators } },
      ]),
    );
    expect(rows).toEqual([{ _id: { [name]: hostile }, [name]: 1, most: null }]);
    const operations = [{ resultFieldName: name, itemCount: {} }];
    const built = await aggregate({
      aggregation: { operations },
      finalFilter: { [name]: 5 },
      sort: [{ fieldName: name }],
    });
    expect(built.body.results).toEqual([{ [name]: 5 }]);
    expect((await aggregate({ aggregation: { groupingFields: ['state'] } })).body.results).toHaveLength(3);
  });

  it('treats prototype keys as missing fields', async () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
      const stages = [{ group: { groupIds: [{ expression: field(name), key: 'k' }] } }];
      expect(await resultsOf(pipeline(stages))).toEqual([{ _id: { k: null } }]);
    }
  });

  it('rejects a value that doubles in each stage before it grows large', async () => {
    const both = { concat: { expressions: [field('s'), field('s')] } };
    const texts = Array.from({ length: 40 }, () => ({
      projection: { fields: [{ reshape: { resultFieldName: 's', expression: both } }] },
    }));
    const start = {
      projection: { fields: [{ reshape: { resultFieldName: 's', expression: text('x'.repeat(100)) } }] },
    };
    const objects = Array.from({ length: 40 }, () => ({
      projection: {
        fields: [
          {
            projectNested: {
              resultFieldName: 's',
              fields: ['a', 'b'].map((name) => ({ reshape: { resultFieldName: name, expression: field('s') } })),
            },
          },
        ],
      },
    }));
    for (const stages of [
      [start, ...texts],
      [start, ...objects],
    ]) {
      const response = await pipeline(stages);
      expect([response.status, errorOf(response)?.code], response.text).toEqual([400, 'WDE0080']);
    }
  });

  it('accepts requests of the maximum width and depth', async () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => ({ key: `k${i}`, expression: field(`f${i}`) }));
    const accumulators = Array.from({ length: 900 }, (_, i) => ({
      sum: { expression: field('pop') },
      resultFieldName: `r${i}`,
    }));
    const wide = await pipeline([
      { group: { groupIds: ids, accumulators } },
      { sort: { values: [{ fieldName: '_id' }] } },
    ]);
    expect(wide.status, wide.text.slice(0, 500)).toBe(200);
    for (const kind of ['add', 'multiply', 'concat', 'sum']) {
      const one = kind === 'concat' ? text('x') : numeric(1);
      const expression = { [kind]: { expressions: Array.from({ length: 1_000 }, () => one) } };
      const response = await pipeline([{ filter: { _id: 'la' } }, ...reshape(expression)]);
      expect(response.body.results).toEqual([
        { _id: 'la', x: { add: 1_000, sum: 1_000, multiply: 1, concat: 'x'.repeat(1_000) }[kind] },
      ]);
    }
    const stages = Array.from({ length: 100 }, (_, i) =>
      i % 2 ? { skip: 0 } : { projection: { fields: [{ include: { fieldName: 'pop' } }] } },
    );
    expect((await pipeline(stages)).body.results).toHaveLength(5);
  });

  function reshape(expression: unknown) {
    return [{ projection: { fields: [{ reshape: { resultFieldName: 'x', expression } }] } }];
  }
});
