/** Rows for numbers, checkboxes, lists and objects. */
import {
  acceptedRow,
  checkbox,
  choices,
  expected,
  field,
  list,
  number,
  rejectedRow,
  strings,
  type ValueRow,
} from './row.ts';

const EMPTY = ['', null, undefined, []];

const numbers: ValueRow[] = ['number', 'rating'].flatMap((kind) => {
  const block = { componentType: kind === 'rating' ? 'RATING_INPUT' : 'NUMBER_INPUT' };
  const one = (rules: object = {}, required?: boolean) => number(rules, { required, block });
  return [
    acceptedRow(kind, one({ minimum: 1, maximum: 5 }, true), 5),
    acceptedRow(kind, one({}, true), 0),
    ...EMPTY.map((empty) => rejectedRow(kind, one({}, true), empty, expected.required())),
    ...['5', true, [1], { a: 1 }].map((wrong) => rejectedRow(kind, one(), wrong, expected.type('number'))),
    rejectedRow(kind, one({ maximum: 5 }), 6, expected.above(5)),
    rejectedRow(kind, one({ minimum: 1 }), 0, expected.below(1)),
    rejectedRow(kind, one({ multipleOf: 5 }), 7, expected.multiple(5)),
    rejectedRow(kind, one({ multipleOf: 0 }), 0.5, expected.multiple(1)),
    rejectedRow(kind, one({ multipleOf: -2 }), 0.5, expected.multiple(1)),
    rejectedRow(kind, one({ enum: [1, 2] }), 3, expected.notAllowed([1, 2])),
    rejectedRow(kind, one({ maximum: 1e300 }), 1e200, expected.above(Number.MAX_SAFE_INTEGER)),
    rejectedRow(kind, one(), -1e200, expected.below(Number.MIN_SAFE_INTEGER)),
    rejectedRow(kind, one({ minimum: 5, multipleOf: 2 }), 3, expected.below(5), expected.multiple(2)),
    acceptedRow(kind, one({ multipleOf: 0.1 }), 0.3),
    acceptedRow(kind, one({ multipleOf: 0.01 }), 123456789.12),
  ];
});

const checkboxes: ValueRow[] = [
  acceptedRow('checkbox', checkbox(), true),
  acceptedRow('checkbox', checkbox({}, { required: true }), false),
  ...EMPTY.map((empty) => rejectedRow('checkbox', checkbox({}, { required: true }), empty, expected.required())),
  ...['true', 1, [true]].map((wrong) => rejectedRow('checkbox', checkbox(), wrong, expected.type('boolean'))),
  rejectedRow('checkbox', checkbox({ enum: [true] }), false, expected.notAllowed([true])),
  rejectedRow('checkbox', checkbox({ enum: [true] }), 'x', expected.type('boolean'), expected.notAllowed([true])),
];

const group = choices('CHECKBOX_GROUP', 'checkboxGroupOptions');
const open = choices('TAGS', 'tagsOptions', { customOption: {} });
const numeric = (rules: object) => list({ items: { itemType: 'NUMBER', numberOptions: rules } });
const textList = (rules: object) => list({ items: { itemType: 'STRING', stringOptions: rules } });
const lists: ValueRow[] = [
  acceptedRow('list', list(strings, group), ['a', 'a']),
  acceptedRow('list', list({ ...strings, minItems: 2 }), []),
  acceptedRow('list', list(strings, open), ['my own']),
  ...EMPTY.map((empty) => rejectedRow('list', list(strings, { required: true }), empty, expected.required())),
  ...['a', 5, true, { a: 1 }].map((wrong) => rejectedRow('list', list(strings), wrong, expected.type('array'))),
  rejectedRow('list', list(strings), ['a', 5], expected.type('string', 'f/1')),
  rejectedRow('list', list({ ...strings, minItems: 2 }), ['a'], expected.tooFew(2)),
  rejectedRow('list', list({ ...strings, maxItems: 1 }), ['a', 'b'], expected.tooMany(1)),
  rejectedRow('list', list(strings), Array(101).fill('a'), expected.tooMany(100)),
  rejectedRow('list', list(strings, group), ['a', 'x'], expected.notAllowed(['a', 'b'], 'f/1')),
  rejectedRow('list', textList({ maxLength: 2 }), ['a', 'abc'], expected.tooLong(2, 'f/1')),
  rejectedRow('list', textList({ minLength: 2 }), ['a', 'abc'], expected.tooShort(2, 'f/0')),
  rejectedRow('list', textList({ pattern: '^a' }), ['a', 'b'], expected.pattern('^a', 'f/1')),
  rejectedRow('list', textList({ format: 'EMAIL' }), ['a'], expected.format('email', 'f/0')),
  rejectedRow('list', textList({ enum: ['a'] }), ['b'], expected.notAllowed(['a'], 'f/0')),
  rejectedRow('list', numeric({ maximum: 5 }), [1, 9], expected.above(5, 'f/1')),
  rejectedRow('list', numeric({ minimum: 5 }), [1, 9], expected.below(5, 'f/0')),
  rejectedRow('list', numeric({ multipleOf: 2 }), [2, 3], expected.multiple(2, 'f/1')),
  rejectedRow('list', numeric({ enum: [2] }), [2, 3], expected.notAllowed([2], 'f/1')),
  rejectedRow('list', numeric({}), ['2'], expected.type('number', 'f/0')),
  rejectedRow('list', list({ items: { itemType: 'BOOLEAN' } }), [1], expected.type('boolean', 'f/0')),
];

const object = (properties: object, required?: boolean) =>
  field('OBJECT', 'objectOptions', { properties }, { required });
const objectWith = (type: string, options: object = {}, more: object = {}) => {
  const block = `${type.toLowerCase()}Options`;
  return object({ x: { propertiesType: type, [block]: options, ...more } });
};
const objects: ValueRow[] = [
  acceptedRow('object', objectWith('BOOLEAN'), { x: true }),
  ...EMPTY.map((empty) => rejectedRow('object', object({}, true), empty, expected.required())),
  ...['x', 5, ['x']].map((wrong) => rejectedRow('object', object({}), wrong, expected.type('object'))),
  rejectedRow('object', object({}), { y: 1 }, expected.unknown('f/y')),
  rejectedRow('object', objectWith('STRING', {}, { required: true }), { x: '' }, expected.required('f/x')),
  rejectedRow('object', objectWith('STRING'), { x: 5 }, expected.type('string', 'f/x')),
  rejectedRow('object', objectWith('STRING', { maxLength: 1 }), { x: 'ab' }, expected.tooLong(1, 'f/x')),
  rejectedRow('object', objectWith('STRING', { minLength: 3 }), { x: 'ab' }, expected.tooShort(3, 'f/x')),
  rejectedRow('object', objectWith('STRING', { pattern: '^b' }), { x: 'ab' }, expected.pattern('^b', 'f/x')),
  rejectedRow('object', objectWith('STRING', { format: 'URL' }), { x: 'ab' }, expected.format('url', 'f/x')),
  rejectedRow('object', objectWith('STRING', { enum: ['a'] }), { x: 'ab' }, expected.notAllowed(['a'], 'f/x')),
  rejectedRow('object', objectWith('NUMBER', { minimum: 2 }), { x: 1 }, expected.below(2, 'f/x')),
  rejectedRow('object', objectWith('NUMBER', { maximum: 2 }), { x: 3 }, expected.above(2, 'f/x')),
  rejectedRow('object', objectWith('NUMBER', { multipleOf: 2 }), { x: 3 }, expected.multiple(2, 'f/x')),
  rejectedRow('object', objectWith('ARRAY', { ...strings, minItems: 2 }), { x: ['a'] }, expected.tooFew(2, 'f/x')),
  rejectedRow(
    'object',
    objectWith('ARRAY', { ...strings, maxItems: 1 }),
    { x: ['a', 'b'] },
    expected.tooMany(1, 'f/x'),
  ),
  rejectedRow('object', objectWith('ARRAY', strings), { x: ['a', 1] }, expected.type('string', 'f/x/1')),
];

export const plainRows: readonly ValueRow[] = [...numbers, ...checkboxes, ...lists, ...objects];
