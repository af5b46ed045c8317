/** Tests the forms engine as the server calls it: with the table of values, random forms, and hostile input. */
import {
  applyRules,
  checkSubmission,
  computeTotals,
  dropEmpty,
  type Field,
  type Rule,
  type ValueError,
} from '@portico/domain';
import { tableNow, valueTable } from '@portico/domain/forms/table/value-table';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkValues } from '../../../react/src/forms/values/check-values.ts';
import { loadPatterns, loadPhones } from '../../../react/src/forms/values/engine-dependencies.ts';
import { runs, seed } from '../testing/runs.ts';
import { buildCheckOptions, findPatternProblem } from './engine.ts';
import { findBrokenBound } from './testing/bounds-oracle.ts';
import { randomSubmission } from './testing/random-forms.ts';

const now = tableNow;
const options = buildCheckOptions(now);

/** The phone parser and the pattern matcher of the browser, which loads them when a field needs them. */
const loaded = { ...(await loadPhones()), ...(await loadPatterns()) };

describe('the table of values', () => {
  it.each(valueTable.map((row, index) => [index, row.kind, row] as const))(
    'row %i, %s, on the server',
    (...[, , row]) => {
      expect(checkSubmission(row.form, { f: row.value }, options).errors).toEqual(row.errors);
    },
  );

  it('gives the same verdicts in the browser', () => {
    for (const [index, row] of valueTable.entries()) {
      const { errors } = checkValues(row.form, { f: row.value }, now, loaded);
      expect(errors, `row ${index}`).toEqual(row.errors);
    }
  });

  it('gives no errors in the browser for valid values before the page has loaded its engines', () => {
    for (const [index, row] of valueTable.entries()) {
      const { errors } = checkValues(row.form, { f: row.value }, now);
      expect(row.errors, `row ${index}`).toEqual(expect.arrayContaining(errors));
    }
  });
});

const topTargetOf = (error: ValueError): string => error.errorPath.split('/')[0] as string;

describe('random forms, rules and values', () => {
  it('never throw, accept no value that violates a bound, and give the same verdicts in the browser', () => {
    let accepted = 0;
    const kinds = new Set<string>();
    fc.assert(
      fc.property(randomSubmission, ({ form, values }) => {
        const { values: storableValues, errors } = checkSubmission(form, values, options);
        const { states } = applyRules(form.formRules, form.formFields, dropEmpty(values), now);
        for (const error of errors) expect(error.errorMessage).not.toBe('');
        for (const one of form.formFields) {
          const { target = '', required, readOnly, inputType = '' } = one.inputOptions ?? {};
          if (errors.some((error) => topTargetOf(error) === target)) continue;
          const isStored = Object.hasOwn(storableValues, target);
          const isOptional = one.hidden || readOnly || states.has(one.id ?? '');
          if (required && !isOptional) expect(isStored).toBe(true);
          if (!isStored || states.get(one.id ?? '')?.allowedValues) continue;
          accepted += 1;
          kinds.add(one.identifier ?? inputType);
          expect(findBrokenBound(one, storableValues[target])).toBe(null);
        }
        for (const key of Object.keys(storableValues)) {
          const known = form.formFields.some((one) => one.inputOptions?.target === key);
          if (!known) expect(errors.map((error) => error.errorPath)).toContain(key);
        }
        if (errors.length === 0) expect(computeTotals(form, storableValues).subtotal).toMatch(/^\d+(\.\d+)?$/);
        expect(checkValues(form, values, now, loaded)).toEqual({ errors, values: storableValues });
      }),
      { numRuns: runs(10_000), seed },
    );
    // The generators have to produce enough valid values, some of every kind.
    expect(accepted).toBeGreaterThan(runs(10_000) / 4);
    expect(kinds.size).toBe(13);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('hostile input', () => {
  it('runs patterns in time linear in the text', () => {
    for (const pattern of ['(a+)+$', '(a|aa)+$', '(.*)*x', '([a-z]+)*\\d', '^(\\w+\\s?)*$', '(a?){30}a{30}$']) {
      expect(findPatternProblem(pattern)).toBe(null);
      expect(options.matches(pattern, `${'a'.repeat(19_998)}!`)).toBe(false);
    }
  });

  it('returns why a pattern cannot be run', () => {
    const tooLarge = ['(\\w{1,50}\\s?){1,20}$', '\\p{L}{1,900}!', '(a{1000}){1000}', '((a{100}){100}){100}'];
    for (const pattern of ['(?<=a)b', '(a)\\1', '(', '(?=a)', ...tooLarge]) {
      expect(findPatternProblem(pattern)).toEqual(expect.any(String));
      expect(options.matches(pattern, 'a')).toBe(false);
    }
  });

  const textField = (index: number, more: object = {}): Field => ({
    id: `id-${index}`,
    inputOptions: { target: `t${index}`, inputType: 'STRING', stringOptions: {}, ...more },
  });
  const ruleFor = (index: number, operator: string) => ({ condition: { target: `t${index}`, operator, value: true } });
  const hide = (index: number) => ({
    entityType: 'FIELD',
    fieldOptions: { fieldId: `id-${index}`, propertyType: 'HIDDEN', hiddenOptions: { hidden: true } },
  });

  it('evaluates a thousand rules that trigger each other', () => {
    const formFields = Array.from({ length: 1_000 }, (_, index) => textField(index));
    // Each field hides the next one while it is empty. The value of a hidden field is empty.
    const formRules = formFields.slice(1).map(
      (_, index): Rule => ({
        expression: { and: { conditions: [ruleFor(index, 'EMPTY')] } },
        overrides: [hide(index + 1)],
      }),
    );
    const values = Object.fromEntries(formFields.slice(1).map((_, index) => [`t${index + 1}`, 'x']));
    expect(checkSubmission({ formFields, formRules }, values, options)).toEqual({ values: {}, errors: [] });
    expect(
      Object.keys(checkSubmission({ formFields, formRules }, { ...values, t0: 'x' }, options).values),
    ).toHaveLength(1_000);
  });

  it('evaluates a cycle of rules', () => {
    const formFields = Array.from({ length: 100 }, (_, index) => textField(index));
    const formRules = formFields.map(
      (_, index): Rule => ({
        expression: { or: { conditions: [ruleFor(index, 'NOT_EMPTY')] } },
        overrides: [hide((index + 1) % 100)],
      }),
    );
    const values = Object.fromEntries(formFields.map((_, index) => [`t${index}`, 'x']));
    expect(checkSubmission({ formFields, formRules }, values, options).values).toEqual({});
  });

  const nest = (depth: number, wrap: (inner: unknown) => unknown, core: unknown): unknown => {
    let value = core;
    for (let level = 0; level < depth; level += 1) value = wrap(value);
    return value;
  };

  it('ignores a rule whose condition has a thousand levels', () => {
    const expression = nest(1_000, (inner) => ({ and: { conditions: [inner] } }), ruleFor(0, 'EMPTY'));
    const formRules = [{ expression, overrides: [hide(0)] } as Rule];
    const form = { formFields: [textField(0, { required: true })], formRules };
    expect(checkSubmission(form, {}, options).errors).toMatchObject([
      { errorPath: 't0', errorType: 'REQUIRED_VALUE_ERROR' },
    ]);
  });

  it.each([
    ['lists', (inner: unknown) => [inner]],
    ['objects', (inner: unknown) => ({ name: inner })],
    ['rows', (inner: unknown) => [{ name: inner }]],
  ])('rejects %s with a thousand levels in every kind of field', (_name, wrap) => {
    const deep = nest(1_000, wrap, 'x');
    for (const { form, errors } of valueTable) {
      if (form.enabled === false || errors.some(({ errorType }) => errorType === 'DISABLED_FORM_ERROR')) continue;
      expect(checkSubmission(form, { f: deep }, options).errors.length).toBeGreaterThan(0);
    }
  });

  it('rejects repeaters and nested forms of more than five levels', () => {
    const inner = nest(
      10,
      (fields) => [
        {
          id: 'r',
          inputOptions: { target: 'f', inputType: 'OBJECT_ARRAY', objectArrayOptions: { repeaterOptions: { fields } } },
        },
      ],
      [textField(0)],
    ) as Field[];
    const form = nest(
      10,
      (nested) => ({
        formFields: [{ id: 'n', inputOptions: { target: 'f' } }],
        nestedForms: [{ targets: ['f'], form: nested }],
      }),
      {},
    );
    const values = { f: nest(8, (value) => [{ f: value }], [{ t0: 'x' }]) };
    expect(checkSubmission({ formFields: inner }, values, options).errors).toMatchObject([
      { errorType: 'UNKNOWN_ERROR' },
    ]);
    const objects = { f: nest(8, (value) => ({ f: value }), {}) };
    expect(checkSubmission(form as object, objects, options).errors).toMatchObject([{ errorType: 'UNKNOWN_ERROR' }]);
  });

  it('rejects names of prototype properties as unknown keys at every level', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"}',
    );
    const formFields: Field[] = [
      {
        inputOptions: {
          target: 'row',
          inputType: 'OBJECT_ARRAY',
          objectArrayOptions: { repeaterOptions: { fields: [textField(0)] } },
        },
      },
      { inputOptions: { target: 'object', inputType: 'OBJECT', objectOptions: { validation: { properties: {} } } } },
      { inputOptions: { target: 'address', inputType: 'ADDRESS', addressOptions: {} } },
    ];
    const values = { ...hostile, row: [hostile], object: hostile, address: { country: '__proto__', ...hostile } };
    const rejected = checkSubmission({ formFields }, values, options).errors;
    const unknown = rejected
      .filter(({ errorType }) => errorType === 'UNKNOWN_VALUE_ERROR')
      .map(({ errorPath }) => errorPath);
    const names = ['__proto__', 'constructor', 'toString'];
    expect(unknown).toEqual(expect.arrayContaining(names.flatMap((name) => [name, `row/0/${name}`, `object/${name}`])));
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('returns a thousand errors for a hundred thousand unknown keys', () => {
    const values = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]));
    const formFields: Field[] = [{ inputOptions: { target: 'f', inputType: 'OBJECT', objectOptions: {} } }];
    expect(checkSubmission({ formFields }, { f: values }, options).errors).toHaveLength(1_000);
    expect(checkSubmission({ formFields }, values, options).errors).toHaveLength(1_000);
  });
});
