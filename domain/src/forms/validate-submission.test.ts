import { describe, expect, it } from 'vitest';
import {
  checkSubmission,
  type Field,
  type Rule,
  type SubmissionOptions,
  validateSubmission,
  validationErrorTypes,
} from './index.ts';
import { errorsOfKind, tableNow, valueTable } from './table/value-table.ts';

const now = new Date('2026-05-17T12:00:00Z');
const options: SubmissionOptions = {
  now,
  matches: (pattern, text) => new RegExp(pattern, 'u').test(text),
  // A minimal numbering plan: +49 is Germany (valid from 10 digits), +44 is Great Britain, +999 is unassigned.
  phone: (number) => ({
    callingCodeKnown: !number.startsWith('+999'),
    valid: number.length > 10,
    country: number.startsWith('+49') ? 'DE' : 'GB',
  }),
};

const makeField = (
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
const textField = (rules: object = {}, more: object = {}) => makeField('STRING', 'stringOptions', rules, more);
const number = (rules: object = {}, more: object = {}) => makeField('NUMBER', 'numberOptions', rules, more);
/** Replaces the phone number library with simple rules. Tests in server/ run the table with the real library. */
const tableOptions: SubmissionOptions = {
  now: tableNow,
  matches: options.matches,
  phone: (number) => ({
    callingCodeKnown: !number.startsWith('+99'),
    valid: number.length > 10,
    country: number.startsWith('+49') ? 'DE' : 'GB',
  }),
};

describe('the value table', () => {
  it.each(valueTable.map((row, index) => [index, row.kind, row] as const))(
    'has the expected errors in row %i: %s',
    (_index, _kind, row) => {
      expect(validateSubmission(row.form, { f: row.value }, tableOptions)).toEqual(row.errors);
    },
  );

  it('covers every error of every kind of field', () => {
    const shown = new Map<string, Set<string>>();
    for (const { kind, errors } of valueTable) {
      const types = shown.get(kind) ?? new Set();
      for (const { errorType } of errors) types.add(errorType);
      shown.set(kind, types);
    }
    const sortTypes = (types: Iterable<string>) => [...types].sort();
    expect(Object.fromEntries([...shown].map(([kind, types]) => [kind, sortTypes(types)]))).toEqual(
      Object.fromEntries(Object.entries(errorsOfKind).map(([kind, types]) => [kind, sortTypes(types)])),
    );
    const all = Object.values(errorsOfKind).flat();
    expect(sortTypes(new Set(all))).toEqual(sortTypes(validationErrorTypes));
  });
});

describe('validation of a form', () => {
  const two = {
    formFields: [
      textField({}, { required: true }),
      { ...number(), id: 'f2', inputOptions: { ...number().inputOptions, target: 'n' } },
    ],
  };

  it('rejects unknown keys, including those of an object’s prototype', () => {
    const values = JSON.parse('{"f":"x","z":1,"__proto__":{"a":1},"constructor":2}');
    expect(validateSubmission(two, values, options).map(({ errorPath, errorType }) => [errorPath, errorType])).toEqual([
      ['z', 'UNKNOWN_VALUE_ERROR'],
      ['__proto__', 'UNKNOWN_VALUE_ERROR'],
      ['constructor', 'UNKNOWN_VALUE_ERROR'],
    ]);
  });

  it('accepts but never requires the target of a deleted field', () => {
    const form = { formFields: [], deletedFormFields: [textField({}, { required: true })] };
    expect(validateSubmission(form, { f: 'x' }, options)).toEqual([]);
    expect(validateSubmission(form, {}, options)).toEqual([]);
  });

  it('checks only the fields in fieldsToValidate', () => {
    expect(validateSubmission(two, { n: 'x' }, { ...options, fieldsToValidate: ['n'] })).toMatchObject([
      { errorPath: 'n' },
    ]);
  });

  it.each([
    ['disabled', { ...two, enabled: false }, options],
    ['past its deadline', { ...two, limitationRule: { dateTimeDeadline: '2026-05-17T11:59:59Z' } }, options],
    ['full', two, { ...options, closed: true }],
  ])('rejects every submission when the form is %s', (_reason, form, formOptions) => {
    expect(validateSubmission(form, { f: 'x' }, formOptions)).toMatchObject([
      { errorType: 'DISABLED_FORM_ERROR', errorPath: 'form.properties.disabled' },
    ]);
  });
});

describe('form rules', () => {
  const createRule = (condition: object, fieldOptions: object): Rule => ({
    id: 'r',
    expression: { and: { conditions: [{ condition }] } },
    overrides: [{ entityType: 'FIELD', fieldOptions }],
  });
  const namedField = (target: string, more: object = {}): Field => ({
    id: `id-${target}`,
    inputOptions: { target, inputType: 'STRING', stringOptions: {}, ...more },
  });

  it('make a field required', () => {
    const formRules = [
      createRule(
        { target: 'a', operator: 'EQUAL', value: 'x' },
        { fieldId: 'id-b', propertyType: 'REQUIRED', requiredOptions: { required: true } },
      ),
    ];
    const form = { formFields: [namedField('a'), namedField('b')], formRules };
    expect(validateSubmission(form, { a: 'x' }, options)).toMatchObject([
      { errorPath: 'b', errorType: 'REQUIRED_VALUE_ERROR' },
    ]);
    expect(validateSubmission(form, { a: 'y' }, options)).toEqual([]);
  });

  it('restrict the choices of a field', () => {
    const formRules = [
      createRule(
        { target: 'a', operator: 'NOT_EMPTY', value: true },
        { fieldId: 'id-b', propertyType: 'ALLOWED_VALUES', allowedValuesOptions: { allowedValues: ['p'] } },
      ),
    ];
    const form = { formFields: [namedField('a'), namedField('b')], formRules };
    expect(validateSubmission(form, { a: 'x', b: 'q' }, options)).toMatchObject([
      { errorType: 'NOT_ALLOWED_VALUE_ERROR' },
    ]);
  });

  const address = namedField('b', { inputType: 'ADDRESS', addressOptions: {}, stringOptions: undefined });
  const checkboxField = namedField('b', { inputType: 'BOOLEAN', booleanOptions: {}, stringOptions: undefined });
  it.each<[changes: object, field: Field, value: unknown, errors: string[]]>([
    [{ 'validation.required': true }, namedField('b'), undefined, ['b REQUIRED_VALUE_ERROR']],
    [{ 'validation.required': true, hidden: true }, namedField('b'), undefined, []],
    [{ 'validation.required': false }, namedField('b', { required: true }), undefined, []],
    [{ 'validation.string.enum': ['p'] }, namedField('b'), 'q', ['b NOT_ALLOWED_VALUE_ERROR']],
    [{ 'validation.string.enum': [] }, namedField('b'), 'q', []],
    [{ 'validation.boolean.enum': [true] }, checkboxField, false, ['b NOT_ALLOWED_VALUE_ERROR']],
    [
      { 'validation.predefined.multilineAddressOptions.fields': { city: { required: false } } },
      address,
      { country: 'MV', addressLine: 'x', postalCode: '1' },
      [],
    ],
    [{ hidden: true, 'view.options': [] }, namedField('b'), 5, []],
    [{ hidden: true, 'view.poem': [] }, namedField('b'), 5, ['b TYPE_ERROR']],
  ])('apply overrides of the earlier generation: %j', (valueChanges, b, value, errors) => {
    const formRules = [
      {
        ...createRule({ target: 'a', operator: 'NOT_EMPTY', value: true }, {}),
        overrides: [{ entityType: 'FIELD', entityId: 'id-b', valueChanges }],
      },
    ];
    const found = validateSubmission({ formFields: [namedField('a'), b], formRules }, { a: 'x', b: value }, options);
    expect(found.map(({ errorPath, errorType }) => `${errorPath} ${errorType}`)).toEqual(errors);
  });

  it('are ignored if any condition refers to a missing field', () => {
    const conditions = [
      { condition: { target: 'a', operator: 'NOT_EMPTY', value: true } },
      { condition: { target: 'gone', operator: 'EMPTY', value: true } },
    ];
    const require = { fieldId: 'id-b', propertyType: 'REQUIRED', requiredOptions: { required: true } };
    const formRules = [
      { expression: { or: { conditions } }, overrides: [{ entityType: 'FIELD', fieldOptions: require }] },
    ];
    expect(
      validateSubmission({ formFields: [namedField('a'), namedField('b')], formRules }, { a: 'x' }, options),
    ).toEqual([]);
  });

  it('of a nested form apply to its values', () => {
    const hide = { fieldId: 'id-b', propertyType: 'HIDDEN', hiddenOptions: { hidden: true } };
    const form = {
      formFields: [namedField('a'), namedField('b', { required: true })],
      formRules: [createRule({ target: 'a', operator: 'EQUAL', value: 'x' }, hide)],
    };
    const outer = { formFields: [namedField('inner')], nestedForms: [{ targets: ['inner'], form }] };
    const checkInside = (inner: object) => checkSubmission(outer, { inner }, options);
    expect(checkInside({ a: 'x', b: 'y' })).toEqual({ values: { inner: { a: 'x' } }, errors: [] });
    expect(checkInside({ a: 'y' }).errors).toMatchObject([{ errorPath: 'inner/b', errorType: 'REQUIRED_VALUE_ERROR' }]);
  });

  it('cannot be bypassed by submitting a hidden field', () => {
    // b is hidden while a is empty. c is required unless b is "skip". Submitting a hidden b has no effect.
    const formRules = [
      createRule(
        { target: 'a', operator: 'EMPTY', value: true },
        { fieldId: 'id-b', propertyType: 'HIDDEN', hiddenOptions: { hidden: true } },
      ),
      createRule(
        { target: 'b', operator: 'EQUAL', value: 'skip' },
        { fieldId: 'id-c', propertyType: 'REQUIRED', requiredOptions: { required: false } },
      ),
    ];
    const form = { formFields: [namedField('a'), namedField('b'), namedField('c', { required: true })], formRules };
    expect(validateSubmission(form, { b: 'skip' }, options)).toMatchObject([{ errorPath: 'c' }]);
    expect(validateSubmission(form, { a: 'x', b: 'skip' }, options)).toEqual([]);
  });

  it('terminate when they hide each other’s fields', () => {
    const hide = (when: string, what: string) =>
      createRule(
        { target: when, operator: 'NOT_EMPTY', value: true },
        { fieldId: `id-${what}`, propertyType: 'HIDDEN', hiddenOptions: { hidden: true } },
      );
    const form = { formFields: [namedField('a'), namedField('b')], formRules: [hide('a', 'b'), hide('b', 'a')] };
    expect(validateSubmission(form, { a: 'x', b: 'y' }, options)).toEqual([]);
  });
});
