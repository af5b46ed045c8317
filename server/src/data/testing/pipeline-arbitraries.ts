/** Generators of random pipelines in wire form. They use the fields of the random items in query-arbitraries.ts. */
import fc from 'fast-check';
import { filter, sort } from './query-arbitraries.ts';

const FIELDS = ['a', 'b', 'c', 'x y', 'Ключ', '"q"', '%', '0', 'constructor'];
const NAMES = ['a', 'b', 'n', 'total', "it's", '"q"', 'Ключ', '0', 'constructor', '😀'];
const name = fc.constantFrom(...NAMES);
const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...FIELDS, ...NAMES) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...FIELDS), fc.constantFrom(...FIELDS)).map((keys) => keys.join('.')),
  },
  { weight: 1, arbitrary: name.map((key) => `_id.${key}`) },
  { weight: 1, arbitrary: fc.constantFrom('_id', '_owner', '_createdDate', 'missing', 'a.b.c') },
);

export const expression = fc.letrec<{ expression: object }>((tie) => {
  const inner = tie('expression');
  const operands = fc.array(inner, { minLength: 1, maxLength: 4 });
  const listed = (...keys: string[]) =>
    fc.tuple(fc.constantFrom(...keys), operands).map(([key, expressions]) => ({ [key]: { expressions } }));
  const paired = fc
    .tuple(fc.constantFrom('subtract', 'divide', 'mod'), inner, inner)
    .map(([key, firstExpression, secondExpression]) => ({ [key]: { firstExpression, secondExpression } }));
  const singleOperand = fc
    .tuple(fc.constantFrom('abs', 'floor', 'ceil', 'stringify', 'toLower', 'toUpper', 'length'), inner)
    .map(([key, expression]) => ({ [key]: { expression } }));
  const count = fc.oneof(
    fc.integer({ min: -1, max: 5 }).map((numeric) => ({ numeric })),
    inner,
  );
  const part = fc
    .tuple(inner, count, fc.option(count, { nil: undefined }))
    .map(([expression, startExpression, lengthExpression]) => ({
      substring: { expression, startExpression, lengthExpression },
    }));
  return {
    expression: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 6, arbitrary: path.map((fieldPath) => ({ fieldPath })) },
      {
        weight: 2,
        arbitrary: fc
          .constantFrom('', 'x', 'ΣΑΣ', 'straße', '5', '😀', "'; drop table x; --")
          .map((text) => ({ text })),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(0, 1, -1, 0.1, 0.2, 3, 1e21, 1e308, 1e-300, 2.5, -7).map((numeric) => ({ numeric })),
      },
      { weight: 3, arbitrary: listed('add', 'sum', 'multiply', 'concat') },
      { weight: 2, arbitrary: paired },
      { weight: 3, arbitrary: singleOperand },
      { weight: 1, arbitrary: part },
    ),
  };
}).expression;

const accumulators = fc
  .uniqueArray(
    fc.record({
      kind: fc.constantFrom('sum', 'avg', 'min', 'max', 'first', 'last', 'push'),
      resultFieldName: name,
      expression,
    }),
    { selector: ({ resultFieldName }) => resultFieldName, maxLength: 4 },
  )
  .map((all) => all.map(({ kind, resultFieldName, expression }) => ({ [kind]: { expression }, resultFieldName })));
const groupIds = fc.uniqueArray(fc.record({ key: name, expression }), { selector: ({ key }) => key, maxLength: 3 });

const projection = fc.letrec<{ fields: object[] }>((tie) => ({
  fields: fc.uniqueArray(
    fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      { weight: 3, arbitrary: path.map((fieldName) => ({ include: { fieldName } })) },
      { weight: 2, arbitrary: path.map((fieldName) => ({ exclude: { fieldName } })) },
      { weight: 4, arbitrary: fc.record({ resultFieldName: name, expression }).map((reshape) => ({ reshape })) },
      {
        weight: 1,
        arbitrary: fc
          .record({ resultFieldName: name, fields: tie('fields') })
          .map((projectNested) => ({ projectNested })),
      },
    ),
    { minLength: 1, maxLength: 4, selector: nameOf },
  ),
})).fields;

/** Returns the name of a computed field, which must be unique. Included and excluded fields may repeat. */
function nameOf(field: object): unknown {
  const [inner] = Object.values(field) as { resultFieldName?: string }[];
  return inner?.resultFieldName ?? field;
}

const stage = fc.oneof(
  { weight: 3, arbitrary: filter.map((filter) => ({ filter })) },
  { weight: 4, arbitrary: fc.record({ groupIds, accumulators }).map((group) => ({ group })) },
  { weight: 4, arbitrary: projection.map((fields) => ({ projection: { fields } })) },
  { weight: 3, arbitrary: path.map((arrayFieldName) => ({ unwindArray: { arrayFieldName } })) },
  { weight: 3, arbitrary: sort.filter(({ length }) => length > 0).map((values) => ({ sort: { values } })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 10 }).map((limit) => ({ limit })) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 4 }).map((skip) => ({ skip })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ objectFieldName: path, destinationFieldName: name })
      .map((objectToArray) => ({ objectToArray })),
  },
);

/** Generates the stages of a pipeline in wire form. */
export const pipeline = fc.array(stage, { maxLength: 5 });

const itemFieldName = path;
const operation = fc.oneof(
  ...['sum', 'average', 'min', 'max'].map((kind) =>
    fc
      .record({ resultFieldName: fc.constantFrom(...NAMES, 'a.bSum'), itemFieldName })
      .map(({ resultFieldName, itemFieldName }) => ({
        resultFieldName,
        [kind]: { itemFieldName },
      })),
  ),
  fc.record({ resultFieldName: fc.constant('count'), itemCount: fc.constant({}) }),
);

/** Generates an aggregation of the builder in wire form. */
export const builder = fc.record({
  initialFilter: fc.option(filter, { nil: undefined }),
  aggregation: fc.record({
    groupingFields: fc.uniqueArray(path, { maxLength: 3 }),
    operations: fc.uniqueArray(operation, { maxLength: 4, selector: ({ resultFieldName }) => resultFieldName }),
  }),
  finalFilter: fc.option(filter, { nil: undefined }),
  sort,
});
