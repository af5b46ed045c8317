/**
 * Generators of random items, filters and sorts. They draw from small pools so that filters match, and the pools
 * contain known edge cases.
 */
import fc from 'fast-check';

const KEYS = ['a', 'b', 'c', 'x y', 'Ключ', '"q"', '%', '0', 'constructor'];
const TEXTS = [
  ...[
    '',
    'a',
    'A',
    'ab',
    'AB',
    'b',
    'abc',
    'xyz',
    'XYZ',
    '5',
    'true',
    'null',
    'ab%',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '*',
    '.',
  ],
  ...[
    'ß',
    'ẞ',
    'ss',
    'İ',
    'i',
    'I',
    'ı',
    'i\u0307',
    'Σ',
    'σ',
    'ς',
    'ΟΔΟΣ',
    'οδος',
    'é',
    'É',
    'e\u0301',
    'Я',
    'я',
    'ǅ',
    'ǆ',
  ],
  ...['😀', '\uffee', '\ue000', '𐐀', '𐐨', 'שלום', '日本', '2024-05-06', ' ', '\n', '\u0001', '\u007f'],
];
const NUMBERS = [
  0, 1, -1, 2, 5, 1.5, -1.5, 0.1, 1e21, -1e21, 1e-7, 5e-324, 1.7976931348623157e308, 9007199254740991, 42,
];
const DATES = [
  ...['1970-01-01T00:00:00.000Z', '2024-05-06T07:08:09.010Z', '2024-05-06T07:08:09.011Z', '0001-01-01T00:00:00.000Z'],
  ...['9999-12-31T23:59:59.999Z', '2024-01-01T00:00:00.001Z'],
];
/** Creation dates of the test items. */
export const CREATED_DATES = ['2024-01-01T00:00:00.001Z', '2024-05-06T07:08:09.010Z', '2024-05-06T07:08:09.011Z'];
export const OWNERS = ['ann', 'Bob', '😀'];
const IDS = ['a', 'A', 'ab', 'b', '5', '😀', '\uffee', 'ann', '%'];

const text = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...TEXTS), { maxLength: 3 }).map((parts) => parts.join('')) },
);
const date = fc.constantFrom(...DATES).map(($date) => ({ $date }));
const plain = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.constantFrom(...NUMBERS),
  fc.constantFrom(...NUMBERS),
  text,
  text,
  date,
);
/** Dates as REST clients write them. Some differ from the stored form. */
const dateText = fc.constantFrom(
  ...DATES,
  '2024-05-06',
  '2024-05-06T09:08:09.010+02:00',
  '2024-01-01T00:00Z',
  '2024-02-30',
);
const key = fc.constantFrom(...KEYS);

/** Generates any value that an item can hold, nested a few levels deep. */
export const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 6, arbitrary: plain },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 2, arbitrary: fc.dictionary(key, tie('value'), { maxKeys: 3 }) },
  ),
})).value;

/** Generates the body of an insert. Most items use the same few fields, so that filters match some of them. */
export const item = fc.record({
  id: fc.oneof(fc.constantFrom(...IDS), fc.uuid()),
  data: fc.dictionary(key, value, { maxKeys: 6 }),
  createdDate: fc.constantFrom(...CREATED_DATES),
  owner: fc.constantFrom(...OWNERS),
});

const path = fc.oneof(
  { weight: 6, arbitrary: key },
  { weight: 3, arbitrary: fc.tuple(key, key).map((keys) => keys.join('.')) },
  { weight: 1, arbitrary: fc.tuple(key, key, key).map((keys) => keys.join('.')) },
  { weight: 2, arbitrary: fc.constantFrom('_id', '_owner', '_createdDate', '_updatedDate', 'missing') },
);
const systemValue = fc.oneof(
  fc.constantFrom(...IDS, ...OWNERS),
  fc.constantFrom(...CREATED_DATES).map(($date) => ({ $date })),
);
const operand = fc.oneof(
  { weight: 5, arbitrary: value },
  { weight: 1, arbitrary: systemValue },
  { weight: 1, arbitrary: dateText },
);
const comparable = fc.oneof(fc.boolean(), fc.constantFrom(...NUMBERS), text, date, dateText, systemValue);
const list = fc.array(operand, { maxLength: 4 });

const pattern = fc.record(
  {
    ignoreCase: fc.boolean(),
    spec: fc.array(fc.record({ type: fc.constantFrom('literal', 'anyOf'), value: text }), { maxLength: 3 }),
  },
  { requiredKeys: ['spec'] },
);

const condition = fc.oneof(
  fc.record({ $eq: operand }),
  fc.record({ $ne: operand }),
  fc.record({ $gt: comparable }),
  fc.record({ $gte: comparable }),
  fc.record({ $lt: comparable }),
  fc.record({ $lte: comparable }),
  fc.record({ $gte: comparable, $lt: comparable }),
  fc.record({ $in: list }),
  fc.record({ $nin: list }),
  fc.record({ $hasSome: list }),
  fc.record({ $hasAll: fc.array(operand, { maxLength: 2 }) }),
  fc.record({ $contains: text }),
  fc.record({ $startsWith: text }),
  fc.record({ $endsWith: text }),
  fc.record({ $matches: pattern }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $isEmpty: fc.boolean() }),
  operand,
);
const field = fc.tuple(path, condition).map(([name, predicate]) => ({ [name]: predicate }));

/** Generates a filter in its wire form. */
export const filter = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 8, arbitrary: field },
    { weight: 1, arbitrary: fc.tuple(field, field).map(([a, b]) => ({ ...a, ...b })) },
    { weight: 1, arbitrary: fc.array(tie('filter'), { maxLength: 3 }).map(($and) => ({ $and })) },
    { weight: 2, arbitrary: fc.array(tie('filter'), { maxLength: 3 }).map(($or) => ({ $or })) },
    { weight: 1, arbitrary: tie('filter').map(($not) => ({ $not })) },
    { weight: 1, arbitrary: tie('filter').map((inner) => ({ $not: [inner] })) },
    { weight: 1, arbitrary: fc.constant({}) },
  ),
})).filter;

export const sort = fc.array(fc.record({ fieldName: path, order: fc.constantFrom('ASC' as const, 'DESC' as const) }), {
  maxLength: 3,
});

export const paging = fc.record({ limit: fc.integer({ min: 1, max: 12 }), offset: fc.integer({ min: 0, max: 15 }) });

/** Promoted columns of each kind, and their fields, for tests of promoted columns. */
export const COLUMNS = [
  { name: 'f_0001', path: ['a'], kind: 'text', state: 'READY' },
  { name: 'f_0002', path: ['b'], kind: 'number', state: 'READY' },
  { name: 'f_0003', path: ['c'], kind: 'list', state: 'READY' },
  { name: 'f_0004', path: ['x y'], kind: 'boolean', state: 'READY' },
  { name: 'f_0005', path: ['0'], kind: 'date', state: 'READY' },
  { name: 'f_0006', path: ['Ключ', 'a'], kind: 'number', state: 'READY' },
] as const;

const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 8 });
const number = fc.constantFrom(...NUMBERS);

/** Generates an item in which every promoted field holds a value of its column's kind. */
export const typedItem = fc
  .tuple(
    item,
    fc.record(
      {
        a: orNull(text),
        b: orNull(number),
        c: value,
        'x y': orNull(fc.boolean()),
        '0': orNull(date),
        Ключ: fc.oneof(plain, fc.record({ a: orNull(number), b: value }, { requiredKeys: [] })),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([item, typed]) => {
    const rest = Object.entries(item.data).filter(([key]) => !COLUMNS.some(({ path }) => path[0] === key));
    return { ...item, data: { ...Object.fromEntries(rest), ...typed } };
  });

/** Generates the keys that are hidden from the caller. */
export const hidden = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.subarray(KEYS, { minLength: 1, maxLength: 3 }) },
);

/** Generates the field of a distinct query. */
export const fieldName = path;
