import { describe, expect, it } from 'vitest';
import { type Field, type Rule, type SubmissionOptions, validateSubmission } from './index.ts';

const now = new Date('2026-05-17T12:00:00Z');
const options: SubmissionOptions = {
  now,
  matches: (pattern, text) => new RegExp(pattern, 'u').test(text),
  // a small plan of numbers: +49 Germany (needs 10 digits or more), +44 Great Britain, +999 nobody's
  phone: (number) => ({
    callingCodeKnown: !number.startsWith('+999'),
    valid: number.length > 10,
    country: number.startsWith('+49') ? 'DE' : 'GB',
  }),
};

const field = (
  inputType: string,
  block: string,
  rules: object,
  more: Partial<Field> & { required?: boolean } = {},
): Field => ({
  id: 'f1',
  identifier: more.identifier,
  hidden: more.hidden,
  inputOptions: {
    target: 'f',
    inputType,
    required: more.required,
    ...more.inputOptions,
    [block]: { validation: rules, ...(more as { block?: object }).block },
  },
});
const text = (rules: object = {}, more: object = {}) => field('STRING', 'stringOptions', rules, more);
const number = (rules: object = {}, more: object = {}) => field('NUMBER', 'numberOptions', rules, more);
const tick = (rules: object = {}, more: object = {}) => field('BOOLEAN', 'booleanOptions', rules, more);
const list = (rules: object = {}, more: object = {}) => field('ARRAY', 'arrayOptions', rules, more);
const choices = (component: string, name: string, more: object = {}) => ({
  block: { componentType: component, [name]: { options: [{ value: 'a' }, { value: 'b' }], ...more } },
});
const radio = choices('RADIO_GROUP', 'radioGroupOptions');
const other = choices('DROPDOWN', 'dropdownOptions', { customOption: { label: 'Other' } });
const group = choices('CHECKBOX_GROUP', 'checkboxGroupOptions');
const strings = { items: { itemType: 'STRING', stringOptions: {} } };
const errorsOf = (one: Field, value: unknown) => validateSubmission({ formFields: [one] }, { f: value }, options);

type Row = [kind: string, field: Field, value: unknown, type: string, message: string, params: object, path: string];
const format = (name: string) => [`must match format "${name}"`, { format: name }] as const;
const row = (
  kind: string,
  one: Field,
  value: unknown,
  type: string,
  [message, params]: readonly [string, object],
  path = 'f',
): Row => [kind, one, value, type, message, params, path];
const required = ["must have required property 'f'", { missingProperty: 'f' }] as const;
const notIn = (allowedValues: unknown[]) => ['must be equal to one of the allowed values', { allowedValues }] as const;
const above = (limit: unknown, verb = 'must be') => [`${verb} <= ${limit}`, { comparison: '<=', limit }] as const;
const below = (limit: unknown, verb = 'must be') => [`${verb} >= ${limit}`, { comparison: '>=', limit }] as const;

const rows: Row[] = [
  ...(
    [
      ['text', text({}, { required: true })],
      ['number', number({}, { required: true })],
      ['checkbox', tick({}, { required: true })],
      ['checkbox group', list(strings, { required: true })],
    ] as [string, Field][]
  ).flatMap(([kind, one]) =>
    ['', null, undefined, []].map((empty) => row(kind, one, empty, 'REQUIRED_VALUE_ERROR', required)),
  ),
  row('text', text(), 5, 'TYPE_ERROR', ['must be string', { type: 'string' }]),
  row('number', number(), '5', 'TYPE_ERROR', ['must be number', { type: 'number' }]),
  row('checkbox', tick(), 'true', 'TYPE_ERROR', ['must be boolean', { type: 'boolean' }]),
  row('checkbox group', list(strings), 'a', 'TYPE_ERROR', ['must be array', { type: 'array' }]),
  row('checkbox group', list(strings), ['a', 5], 'TYPE_ERROR', ['must be string', { type: 'string' }], 'f/1'),
  row('text', text({ maxLength: 3 }), 'four', 'MAX_LENGTH_ERROR', [
    'must NOT have more than 3 characters',
    { limit: 3 },
  ]),
  row('text', text(), 'x'.repeat(20_001), 'MAX_LENGTH_ERROR', [
    'must NOT have more than 20000 characters',
    { limit: 20_000 },
  ]),
  row('text', text({ minLength: 3 }), 'no', 'MIN_LENGTH_ERROR', [
    'must NOT have fewer than 3 characters',
    { limit: 3 },
  ]),
  row('text', text({ minLength: 2 }), '😀', 'MIN_LENGTH_ERROR', [
    'must NOT have fewer than 2 characters',
    { limit: 2 },
  ]),
  row('text', text({ pattern: '^a+$' }), 'b', 'PATTERN_ERROR', ['must match pattern "^a+$"', { pattern: '^a+$' }]),
  row('e-mail', text({ format: 'EMAIL' }), 'ada@', 'FORMAT_ERROR', format('email')),
  row('url', text({ format: 'URL' }), 'javascript:alert(1)', 'FORMAT_ERROR', format('url')),
  row('uri', text({ format: 'URI' }), 'no scheme', 'FORMAT_ERROR', format('uri')),
  row('uuid', text({ format: 'UUID' }), '123', 'FORMAT_ERROR', format('uuid')),
  row('hostname', text({ format: 'HOSTNAME' }), '-a.example', 'FORMAT_ERROR', format('hostname')),
  row('colour', text({ format: 'COLOR_HEX' }), '#12345', 'FORMAT_ERROR', format('color-hex')),
  row('currency', text({ format: 'CURRENCY' }), 'EURO', 'FORMAT_ERROR', format('currency')),
  row('language', text({ format: 'LANGUAGE' }), 'xx', 'FORMAT_ERROR', format('language')),
  row('date', text({ format: 'DATE' }), '2023-02-29', 'FORMAT_ERROR', format('date')),
  row('time', text({ format: 'TIME' }), '10:00', 'FORMAT_ERROR', format('time')),
  row('date-time', text({ format: 'DATE_TIME' }), '2024-01-01', 'FORMAT_ERROR', format('date-time')),
  row(
    'date, time optional',
    text({ format: 'DATE_OPTIONAL_TIME' }),
    '2024-13-01',
    'FORMAT_ERROR',
    format('date-optional-time'),
  ),
  row('phone', text({ format: 'PHONE' }), '0151 234', 'FORMAT_ERROR', format('phone')),
  row('phone', text({ format: 'PHONE' }), '+491', 'FORMAT_ERROR', format('phone')),
  row('phone', text({ format: 'PHONE' }), '+99912345678', 'INVALID_PHONE_COUNTRY_CODE_ERROR', [
    'Phone number has incorrect country code',
    { format: 'phone' },
  ]),
  row(
    'phone',
    text({ format: 'PHONE', phoneOptions: { allowedCountryCodes: ['DE'] } }),
    '+441234567890',
    'NOT_ALLOWED_VALUE_ERROR',
    ['Phone number has incorrect country code', { allowedCountryCodes: ['DE'], format: 'phone' }],
  ),
  row(
    'date',
    text({ format: 'DATE', dateOptions: { minimum: '2024-01-01' } }),
    '2023-12-31',
    'MIN_VALUE_ERROR',
    below('2024-01-01', 'should be'),
  ),
  row(
    'date',
    text({ format: 'DATE', dateOptions: { maximum: '$now' } }),
    '2026-05-18',
    'MAX_VALUE_ERROR',
    above('2026-05-17', 'should be'),
  ),
  row(
    'date',
    text({ format: 'DATE', dateOptions: { maximum: '$now-18y' } }),
    '2008-05-18',
    'MAX_VALUE_ERROR',
    above('2008-05-17', 'should be'),
  ),
  row(
    'date',
    text({ format: 'DATE', dateOptions: { minimum: '$now+1M' } }),
    '2026-06-16',
    'MIN_VALUE_ERROR',
    below('2026-06-17', 'should be'),
  ),
  row(
    'time',
    text({ format: 'TIME', timeOptions: { minimum: '09:00:00' } }),
    '08:59:59',
    'MIN_VALUE_ERROR',
    below('09:00:00', 'should be'),
  ),
  row(
    'date-time',
    text({ format: 'DATE_TIME', dateTimeOptions: { minimum: '$now-30m' } }),
    '2026-05-17T11:00:00Z',
    'MIN_VALUE_ERROR',
    below('2026-05-17T11:30:00Z', 'should be'),
  ),
  row(
    'date-time',
    text({ format: 'DATE_TIME', dateTimeOptions: { maximum: '2026-05-17T11:00:00Z' } }),
    '2026-05-17T11:00:00-01:00',
    'MAX_VALUE_ERROR',
    above('2026-05-17T11:00:00Z', 'should be'),
  ),
  row(
    'birthdate',
    text({ format: 'DATE' }, { identifier: 'CONTACTS_BIRTHDATE' }),
    '1899-12-31',
    'MIN_VALUE_ERROR',
    below('1900-01-01', 'should be'),
  ),
  row(
    'birthdate',
    text({ format: 'DATE' }, { identifier: 'CONTACTS_BIRTHDATE' }),
    '2026-05-18',
    'MAX_VALUE_ERROR',
    above('2026-05-17', 'should be'),
  ),
  row('radio', text({}, radio), 'c', 'NOT_ALLOWED_VALUE_ERROR', notIn(['a', 'b'])),
  row('dropdown with other, enum', text({ enum: ['a'] }, other), 'b', 'NOT_ALLOWED_VALUE_ERROR', notIn(['a'])),
  row('number', number({ maximum: 5 }), 6, 'MAX_VALUE_ERROR', above(5)),
  row('number', number({ minimum: 5 }), 4, 'MIN_VALUE_ERROR', below(5)),
  row('number', number({ multipleOf: 5 }), 7, 'MULTIPLE_OF_VALUE_ERROR', ['must be multiple of 5', { multipleOf: 5 }]),
  row('number', number({ multipleOf: 0 }), 0.5, 'MULTIPLE_OF_VALUE_ERROR', [
    'must be multiple of 1',
    { multipleOf: 1 },
  ]),
  row('number', number({ enum: [1, 2] }), 3, 'NOT_ALLOWED_VALUE_ERROR', notIn([1, 2])),
  row('rating', number({ minimum: 1, maximum: 5 }), 6, 'MAX_VALUE_ERROR', above(5)),
  row('checkbox', tick({ enum: [true] }), false, 'NOT_ALLOWED_VALUE_ERROR', notIn([true])),
  row('checkbox group', list({ ...strings, minItems: 2 }), ['a'], 'MIN_ITEMS_ERROR', [
    'must NOT have fewer than 2 items',
    { limit: 2 },
  ]),
  row('checkbox group', list({ ...strings, maxItems: 1 }), ['a', 'b'], 'MAX_ITEMS_ERROR', [
    'must NOT have more than 1 items',
    { limit: 1 },
  ]),
  row('checkbox group', list(strings), Array(101).fill('a'), 'MAX_ITEMS_ERROR', [
    'must NOT have more than 100 items',
    { limit: 100 },
  ]),
  row('checkbox group', list(strings, group), ['a', 'x'], 'NOT_ALLOWED_VALUE_ERROR', notIn(['a', 'b']), 'f/1'),
  row(
    'tags of numbers',
    list({ items: { itemType: 'NUMBER', numberOptions: { maximum: 5 } } }),
    [1, 9],
    'MAX_VALUE_ERROR',
    above(5),
    'f/1',
  ),
  row(
    'tags of booleans',
    list({ items: { itemType: 'BOOLEAN' } }),
    [1],
    'TYPE_ERROR',
    ['must be boolean', { type: 'boolean' }],
    'f/0',
  ),
  row('object', field('OBJECT', 'objectOptions', {}), 'x', 'TYPE_ERROR', ['must be object', { type: 'object' }]),
  row(
    'object',
    field('OBJECT', 'objectOptions', { properties: {} }),
    { y: 1 },
    'UNKNOWN_VALUE_ERROR',
    ['must NOT have additional properties', { additionalProperty: 'y' }],
    'f/y',
  ),
  row(
    'object',
    field('OBJECT', 'objectOptions', {
      properties: { x: { propertiesType: 'NUMBER', numberOptions: { minimum: 2 } } },
    }),
    { x: 1 },
    'MIN_VALUE_ERROR',
    below(2),
    'f/x',
  ),
  row(
    'object',
    field('OBJECT', 'objectOptions', { properties: { x: { propertiesType: 'STRING', required: true } } }),
    { x: '' },
    'REQUIRED_VALUE_ERROR',
    ["must have required property 'x'", { missingProperty: 'x' }],
    'f/x',
  ),
  row(
    'file',
    field('WIX_FILE', 'wixFileOptions', {}),
    [{ fileId: 'a', displayName: 'b', fileType: 'c', path: '/' }],
    'UNKNOWN_VALUE_ERROR',
    ['must NOT have additional properties', { additionalProperty: 'path' }],
    'f/0/path',
  ),
  row(
    'file',
    field('WIX_FILE', 'wixFileOptions', {}),
    [{ fileId: 'x'.repeat(101), displayName: 'b', fileType: 'c' }],
    'MAX_LENGTH_ERROR',
    ['must NOT have more than 100 characters', { limit: 100 }],
    'f/0/fileId',
  ),
  row(
    'file',
    field('WIX_FILE', 'wixFileOptions', {}),
    Array(31)
      .fill({})
      .map(() => ({ fileId: 'a' })),
    'MAX_ITEMS_ERROR',
    ['must NOT have more than 30 items', { limit: 30 }],
  ),
  row(
    'address',
    field('ADDRESS', 'addressOptions', {}),
    { city: 'Bonn' },
    'REQUIRED_VALUE_ERROR',
    ["must have required property 'country'", { missingProperty: 'country' }],
    'f/country',
  ),
  row(
    'address',
    field('ADDRESS', 'addressOptions', { allowedCountries: ['DE'] }),
    { country: 'FR' },
    'NOT_ALLOWED_VALUE_ERROR',
    notIn(['DE']),
    'f/country',
  ),
  row(
    'address',
    field('ADDRESS', 'addressOptions', {}, { required: true }),
    {},
    'REQUIRED_VALUE_ERROR',
    ["must have required property 'country'", { missingProperty: 'country' }],
    'f/country',
  ),
  row(
    'appointment',
    field('SCHEDULING', 'schedulingOptions', {}),
    { startDate: '2026-01-01', endDate: '2026-01-01T10:00:00Z', timeZone: 'Europe/Berlin' },
    'FORMAT_ERROR',
    format('date-time'),
    'f/startDate',
  ),
  row('payment', field('PAYMENT', 'paymentOptions', {}), [{ productId: 'x', price: 0 }], 'UNKNOWN_ERROR', [
    'values of PAYMENT fields are not accepted by this version',
    {},
  ]),
];

describe('every kind of field and what can be wrong with its value', () => {
  it.each(rows)('%s: %#', (_kind, one, value, errorType, errorMessage, params, errorPath) => {
    expect(errorsOf(one, value)).toEqual([{ errorPath, errorType, errorMessage, params }]);
  });

  it('shows the owner’s own words for a pattern, and says that they are', () => {
    const one = text({ pattern: '^a$', validationMessages: { pattern: 'Only a' } });
    expect(errorsOf(one, 'b')).toMatchObject([{ errorMessage: 'Only a', useCustomErrorMessage: true }]);
  });

  it('names every violation at once', () => {
    const types = errorsOf(text({ minLength: 9, pattern: '^a', format: 'EMAIL', enum: ['x'] }), 'b');
    expect(types.map((error) => error.errorType)).toEqual([
      'MIN_LENGTH_ERROR',
      'PATTERN_ERROR',
      'FORMAT_ERROR',
      'NOT_ALLOWED_VALUE_ERROR',
    ]);
  });
});

describe('values that are taken', () => {
  it.each([
    ['text', text({ minLength: 2, maxLength: 4 }), 'four'],
    ['e-mail', text({ format: 'EMAIL' }), 'ada.lovelace+x@example.co.uk'],
    ['e-mail beyond ASCII', text({ format: 'EMAIL' }), 'jörg@müller.example'],
    ['url', text({ format: 'URL' }), 'https://example.org/a?b=c#d'],
    ['uri', text({ format: 'URI' }), 'urn:isbn:0451450523'],
    ['uuid', text({ format: 'UUID' }), 'F47AC10B-58CC-4372-A567-0E02B2C3D479'],
    ['hostname', text({ format: 'HOSTNAME' }), 'a-b.example'],
    ['colour', text({ format: 'COLOR_HEX' }), '#FA0c'],
    ['currency, any case', text({ format: 'CURRENCY' }), 'eur'],
    ['language', text({ format: 'LANGUAGE' }), 'de'],
    ['leap day', text({ format: 'DATE' }), '2024-02-29'],
    ['time with fraction and zone', text({ format: 'TIME' }), '10:00:00.123+02:00'],
    ['date-time without zone', text({ format: 'DATE_TIME' }), '2024-01-01T10:00:00'],
    ['date, time optional', text({ format: 'DATE_OPTIONAL_TIME' }), '2024-01-01'],
    ['phone', text({ format: 'PHONE', phoneOptions: { allowedCountryCodes: ['DE'] } }), '+4915123456789'],
    ['unknown format', text({ format: 'UNKNOWN_FORMAT' }), 'anything'],
    ['choice', text({}, radio), 'a'],
    ['choice with other', text({}, other), 'my own'],
    ['number', number({ minimum: 0, maximum: 1, multipleOf: 0.1 }), 0.3],
    ['unticked though required', tick({}, { required: true }), false],
    ['checkbox group, twice the same', list(strings, group), ['a', 'a']],
    ['empty list under minItems', list({ ...strings, minItems: 2 }), []],
    ['empty optional', text({ minLength: 3 }), ''],
    ['object', field('OBJECT', 'objectOptions', { properties: { x: { propertiesType: 'BOOLEAN' } } }), { x: true }],
    ['file', field('WIX_FILE', 'wixFileOptions', {}), [{ fileId: 'a', displayName: 'b', fileType: 'c', url: 'd' }]],
    ['empty address', field('ADDRESS', 'addressOptions', {}), { city: '', country: null }],
    ['hidden and required', text({}, { required: true, hidden: true }), null],
    ['read-only and required', text({}, { inputOptions: { readOnly: true, required: true } }), null],
  ])('%s', (_kind, one, value) => {
    expect(errorsOf(one, value)).toEqual([]);
  });
});

describe('the form as a whole', () => {
  const two = {
    formFields: [
      text({}, { required: true }),
      { ...number(), id: 'f2', inputOptions: { ...number().inputOptions, target: 'n' } },
    ],
  };

  it('refuses a key that is no target, even one of an object’s prototype', () => {
    const values = JSON.parse('{"f":"x","z":1,"__proto__":{"a":1},"constructor":2}');
    expect(validateSubmission(two, values, options).map(({ errorPath, errorType }) => [errorPath, errorType])).toEqual([
      ['z', 'UNKNOWN_VALUE_ERROR'],
      ['__proto__', 'UNKNOWN_VALUE_ERROR'],
      ['constructor', 'UNKNOWN_VALUE_ERROR'],
    ]);
  });

  it('takes the target of a deleted field and never demands it', () => {
    const form = { formFields: [], deletedFormFields: [text({}, { required: true })] };
    expect(validateSubmission(form, { f: 'x' }, options)).toEqual([]);
    expect(validateSubmission(form, {}, options)).toEqual([]);
  });

  it('looks only at the fields that are asked for', () => {
    expect(validateSubmission(two, { n: 'x' }, { ...options, fieldsToValidate: ['n'] })).toMatchObject([
      { errorPath: 'n' },
    ]);
  });

  it.each([
    ['disabled', { ...two, enabled: false }, options],
    ['past its deadline', { ...two, limitationRule: { dateTimeDeadline: '2026-05-17T11:59:59Z' } }, options],
    ['full', two, { ...options, closed: true }],
  ])('takes nothing when it is %s', (_why, form, given) => {
    expect(validateSubmission(form, { f: 'x' }, given)).toMatchObject([
      { errorType: 'DISABLED_FORM_ERROR', errorPath: 'form.properties.disabled' },
    ]);
  });

  it('refuses kinds that the caller does not serve', () => {
    const form = { formFields: [field('WIX_FILE', 'wixFileOptions', {})] };
    const value = [{ fileId: 'a', displayName: 'b', fileType: 'c' }];
    expect(validateSubmission(form, { f: value }, { ...options, refuse: ['WIX_FILE'] })).toMatchObject([
      { errorType: 'UNKNOWN_ERROR', errorPath: 'f' },
    ]);
  });
});

describe('rules', () => {
  const rule = (condition: object, fieldOptions: object): Rule => ({
    id: 'r',
    expression: { and: { conditions: [{ condition }] } },
    overrides: [{ entityType: 'FIELD', fieldOptions }],
  });
  const named = (target: string, more: object = {}): Field => ({
    id: `id-${target}`,
    inputOptions: { target, inputType: 'STRING', stringOptions: {}, ...more },
  });

  it('demands what a rule makes required', () => {
    const formRules = [
      rule(
        { target: 'a', operator: 'EQUAL', value: 'x' },
        { fieldId: 'id-b', propertyType: 'REQUIRED', requiredOptions: { required: true } },
      ),
    ];
    const form = { formFields: [named('a'), named('b')], formRules };
    expect(validateSubmission(form, { a: 'x' }, options)).toMatchObject([
      { errorPath: 'b', errorType: 'REQUIRED_VALUE_ERROR' },
    ]);
    expect(validateSubmission(form, { a: 'y' }, options)).toEqual([]);
  });

  it('narrows the choices', () => {
    const formRules = [
      rule(
        { target: 'a', operator: 'NOT_EMPTY', value: true },
        { fieldId: 'id-b', propertyType: 'ALLOWED_VALUES', allowedValuesOptions: { allowedValues: ['p'] } },
      ),
    ];
    const form = { formFields: [named('a'), named('b')], formRules };
    expect(validateSubmission(form, { a: 'x', b: 'q' }, options)).toMatchObject([
      { errorType: 'NOT_ALLOWED_VALUE_ERROR' },
    ]);
  });

  it('cannot be skipped by filling in what a rule hides', () => {
    // b is hidden while a is empty; c is required unless b says so: sending b while it is hidden changes nothing
    const formRules = [
      rule(
        { target: 'a', operator: 'EMPTY', value: true },
        { fieldId: 'id-b', propertyType: 'HIDDEN', hiddenOptions: { hidden: true } },
      ),
      rule(
        { target: 'b', operator: 'EQUAL', value: 'skip' },
        { fieldId: 'id-c', propertyType: 'REQUIRED', requiredOptions: { required: false } },
      ),
    ];
    const form = { formFields: [named('a'), named('b'), named('c', { required: true })], formRules };
    expect(validateSubmission(form, { b: 'skip' }, options)).toMatchObject([{ errorPath: 'c' }]);
    expect(validateSubmission(form, { a: 'x', b: 'skip' }, options)).toEqual([]);
  });

  it('comes to an end when rules hide each other’s fields', () => {
    const hide = (when: string, what: string) =>
      rule(
        { target: when, operator: 'NOT_EMPTY', value: true },
        { fieldId: `id-${what}`, propertyType: 'HIDDEN', hiddenOptions: { hidden: true } },
      );
    const form = { formFields: [named('a'), named('b')], formRules: [hide('a', 'b'), hide('b', 'a')] };
    expect(validateSubmission(form, { a: 'x', b: 'y' }, options)).toEqual([]);
  });
});
