/** Random forms with rules and values: every kind of field, mostly with values that are valid or close to it. */
import type { Field } from '@portico/domain';
import fc from 'fast-check';
import { anything, randomRule, TARGETS } from './random-rules.ts';

/** Returns mostly values that fit the field, because completely random values are never valid. */
const orAnything = (validValue: fc.Arbitrary<unknown>) => fc.oneof({ weight: 5, arbitrary: validValue }, anything);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const small = fc.integer({ min: 0, max: 6 });
const withOptionalKeys = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(shape, { requiredKeys: [] });

const texts = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 8 }).map((length) => 'a'.repeat(length)) },
  fc.constantFrom('b', '😀', '2024-02-29', '2026-06-01', '10:00:00', '2026-05-17T12:00:00Z', 'ada@example.org'),
  fc.constantFrom('+4915123456789', '+49151', '42', 'https://example.org', '#fff', 'eur', 'de', 'localhost'),
);
const numbers = fc.oneof(fc.integer({ min: -1, max: 8 }), fc.constantFrom(0.1, 0.3, 2.5, 1e200));

const bounds = withOptionalKeys({
  minimum: fc.constantFrom('2024-01-01', '$now', '$now-18y', 'x'),
  maximum: fc.constantFrom('2030-01-01', '$now+1M', '2024-06-01'),
});
const none = 'UNKNOWN_FORMAT';
const stringRules = withOptionalKeys({
  minLength: optional(small),
  maxLength: optional(small),
  pattern: optional(fc.constantFrom('^[a-z]+$', '(a+)+$', '\\d{2}')),
  format: fc.constantFrom(
    ...[none, none, none, none, none, none, 'EMAIL', 'URL', 'URI', 'UUID', 'HOSTNAME', 'COLOR_HEX', 'CURRENCY'],
    ...['LANGUAGE', 'DATE', 'DATE', 'TIME', 'DATE_TIME', 'DATE_OPTIONAL_TIME', 'PHONE'],
  ),
  enum: optional(fc.array(fc.constantFrom('a', 'b', '😀'), { maxLength: 2 })),
  dateOptions: optional(bounds),
});
const numberRules = withOptionalKeys({
  minimum: optional(small),
  maximum: optional(small),
  multipleOf: optional(fc.constantFrom(0, -1, 0.1, 2)),
  enum: optional(fc.array(small, { maxLength: 3 })),
});
const arrayRules = fc.record({
  minItems: optional(small),
  maxItems: optional(small),
  items: fc.record({
    itemType: fc.constantFrom('STRING', 'NUMBER', 'BOOLEAN'),
    stringOptions: stringRules,
    numberOptions: numberRules,
  }),
});
const choice = fc.constantFrom<object>(
  {},
  { componentType: 'RADIO_GROUP', radioGroupOptions: { options: [{ value: 'a' }, { value: 'b' }] } },
  { componentType: 'DROPDOWN', dropdownOptions: { options: [{ value: 'a' }], customOption: {} } },
);

const products = [
  { id: 'tea', priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '2.50' } },
  {
    id: 'gift',
    priceType: 'DYNAMIC_PRICE',
    dynamicPriceOptions: { minPrice: '1', maxPrice: '5.5' },
    quantityLimit: { minimum: 1, maximum: 3 },
  },
];
const tea = { productId: 'tea', price: '2.50', quantity: 1 };
const gift = { productId: 'gift', price: 2.5, quantity: 1 };
const nearValidChoice = fc.constantFrom<object>(tea, gift, { ...tea, quantity: 1.5 }, { ...gift, quantity: 4 });
const chosen = fc.record({
  productId: fc.constantFrom('tea', 'gift', 'car'),
  price: fc.constantFrom<unknown>('2.50', '2.50', '0', 1, 2.5, 2.505, 9),
  quantity: fc.constantFrom<unknown>(1, 1, 2, 0, 4, 1.5, '1'),
});
const file = fc.record(
  {
    fileId: fc.constantFrom<unknown>('123123', 'x'.repeat(101), 5),
    displayName: fc.constantFrom<unknown>('a.png', ''),
    fileType: fc.constant('IMAGE'),
    url: fc.constantFrom<unknown>('https://example.org/a', 'x'.repeat(301)),
    path: fc.constant('/'),
  },
  { requiredKeys: ['fileId', 'displayName', 'fileType'] },
);
const validFile = { fileId: 'a', displayName: 'b', fileType: 'c' };
const address = fc.record(
  {
    country: fc.constantFrom('DE', 'US', 'MV', 'IL', 'XX'),
    subdivision: fc.constantFrom('NW', 'NY', 'US-NY', 'x'),
    city: fc.constantFrom<unknown>('Bonn', 5),
    addressLine: fc.constant('1 Way'),
    postalCode: fc.constant('53111'),
    streetName: fc.constant('Weg'),
    streetNumber: fc.constant('1'),
  },
  { requiredKeys: ['country', 'postalCode'] },
);
const york = { country: 'US', subdivision: 'NY', city: 'York', addressLine: '1 Way', postalCode: '1' };
const nearValidAddress = fc.constantFrom<object>(
  ...[york, { ...york, subdivision: 'US-NY' }, { ...york, city: '' }, { ...york, country: 'MV' }],
  { country: 'IL', city: 'Haifa', streetName: 'Way', streetNumber: '1' },
);
const slot = fc.record(
  {
    startDate: fc.constantFrom<unknown>('2036-01-01T10:00:00Z', '2016-01-01T10:00:00Z', '2036-01-01'),
    endDate: fc.constantFrom('2036-01-01T11:00:00Z', '2036-01-01T10:00:00'),
    timeZone: fc.constantFrom('Europe/Berlin', 'Europe/Berlin', 'Mars/Base'),
  },
  { requiredKeys: ['startDate', 'endDate', 'timeZone'] },
);
const nearValidGuest = fc.constantFrom<object>(
  { name: 'a' },
  { name: 'aaaa', age: 2 },
  { name: 'aaaaa' },
  { name: 'a', age: 1 },
);
const guest = withOptionalKeys({ name: orAnything(texts), age: orAnything(numbers) });
const guests: Field[] = [
  {
    id: 'n',
    inputOptions: {
      target: 'name',
      inputType: 'STRING',
      required: true,
      stringOptions: { validation: { maxLength: 4 } },
    },
  },
  { id: 'g', inputOptions: { target: 'age', inputType: 'NUMBER', numberOptions: { validation: { minimum: 2 } } } },
];

interface Sample {
  readonly make: (target: string) => Field;
  readonly value: unknown;
  /** True for a field whose value is a submission of a nested form. */
  readonly nested: boolean;
}
const sample = (
  inputType: string,
  block: string,
  rules: fc.Arbitrary<object>,
  value: fc.Arbitrary<unknown>,
  looks: fc.Arbitrary<object> = fc.constant({}),
  { identifier, nested = false }: { identifier?: string; nested?: boolean } = {},
): fc.Arbitrary<Sample> =>
  fc
    .record({
      rules,
      looks,
      value: orAnything(value),
      required: fc.boolean(),
      hidden: fc.boolean(),
      readOnly: fc.boolean(),
    })
    .map(({ rules, looks, value, required, hidden, readOnly }) => ({
      value,
      nested,
      make: (target) => ({
        id: `id-${target}`,
        identifier,
        hidden,
        inputOptions: { target, inputType, required, readOnly, [block]: { ...looks, validation: rules } },
      }),
    }));
const nothing = fc.constant({});
const properties = fc.dictionary(
  fc.constantFrom('x', 'y'),
  fc.record({ propertiesType: fc.constantFrom('STRING', 'NUMBER', 'ARRAY'), required: fc.boolean() }),
);
const items = withOptionalKeys({
  minItems: optional(fc.integer({ min: 0, max: 2 })),
  maxItems: optional(fc.integer({ min: 1, max: 2 })),
});
const listOf = (item: fc.Arbitrary<unknown>, maxLength = 3) => fc.array(item, { maxLength });
const repeater = fc.constant({ componentType: 'REPEATER', repeaterOptions: { fields: guests } });

const anyField = fc.oneof(
  { weight: 4, arbitrary: sample('STRING', 'stringOptions', stringRules, texts, choice) },
  { weight: 2, arbitrary: sample('NUMBER', 'numberOptions', numberRules, numbers) },
  {
    weight: 3,
    arbitrary: sample(
      'ARRAY',
      'arrayOptions',
      arrayRules,
      fc.oneof(...[texts, numbers, fc.boolean()].map((one) => listOf(one, 8))),
    ),
  },
  sample('BOOLEAN', 'booleanOptions', withOptionalKeys({ enum: optional(listOf(fc.boolean(), 2)) }), fc.boolean()),
  sample(
    'OBJECT',
    'objectOptions',
    fc.record({ properties }),
    fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom<unknown>('a', 1, ['a'], 5)),
  ),
  sample(
    'OBJECT',
    'objectOptions',
    nothing,
    fc.record({ id: fc.constantFrom('52998224725', '52998224726', 5) }),
    nothing,
    { identifier: 'VAT_ID' },
  ),
  sample('OBJECT', 'objectOptions', nothing, fc.oneof(guest, nearValidGuest), nothing, {
    identifier: 'NESTED_FORM',
    nested: true,
  }),
  sample(
    'STRING',
    'stringOptions',
    fc.constant({ format: 'DATE' }),
    fc.constantFrom('1990-01-01', '1899-12-31', '2030-01-01'),
    nothing,
    { identifier: 'CONTACTS_BIRTHDATE' },
  ),
  sample(
    'ADDRESS',
    'addressOptions',
    withOptionalKeys({ allowedCountries: optional(fc.constant(['DE', 'US'])) }),
    fc.oneof(address, nearValidAddress),
  ),
  sample(
    'WIX_FILE',
    'wixFileOptions',
    withOptionalKeys({ fileLimit: optional(fc.integer({ min: 1, max: 3 })) }),
    fc.oneof(listOf(file), listOf(fc.constant(validFile), 4), fc.constant(Array(31).fill(validFile))),
  ),
  sample(
    'PAYMENT',
    'paymentOptions',
    items.map((more) => ({ products, ...more })),
    fc.oneof(listOf(fc.oneof(chosen, nearValidChoice)), fc.constantFrom([tea], [gift], [gift, tea], [tea, tea])),
  ),
  sample('SCHEDULING', 'schedulingOptions', nothing, slot),
  sample(
    'OBJECT_ARRAY',
    'objectArrayOptions',
    items,
    fc.oneof(listOf(fc.oneof(guest, nearValidGuest)), fc.constantFrom([{ name: 'a' }], [{ name: 'b' }, { name: 'c' }])),
    repeater,
  ),
  sample('POEM', 'poemOptions', nothing, anything),
);

/** A form with up to four fields and four rules, and values for it. */
export const randomSubmission = fc
  .record({
    samples: fc.array(anyField, { minLength: 1, maxLength: 4 }),
    formRules: fc.oneof(fc.constant([]), fc.array(randomRule, { maxLength: 4 })),
    others: fc.dictionary(fc.constantFrom('gone', '__proto__'), anything, { maxKeys: 1 }),
  })
  .map(({ samples, formRules, others }) => {
    const targetsOfNested = samples.flatMap(({ nested }, index) => (nested ? [TARGETS[index] as string] : []));
    return {
      form: {
        formFields: samples.map(({ make }, index) => make(TARGETS[index] as string)),
        formRules,
        nestedForms: [{ targets: targetsOfNested, form: { formFields: guests } }],
      },
      values: { ...others, ...Object.fromEntries(samples.map(({ value }, index) => [TARGETS[index], value])) },
    };
  });
