/** The engine as the server runs it: the table of values, random forms, and what is meant to stall or break it. */
import {
  applyRules,
  checkSubmission,
  dropEmpty,
  type Field,
  paymentTotals,
  type Rule,
  type ValueError,
} from '@portico/domain';
import { tableNow, valueTable } from '@portico/domain/forms/table/value-table';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkValues } from '../../../react/src/forms/values/check-values.ts';
import { loadPatterns, loadPhones } from '../../../react/src/forms/values/engines.ts';
import { runs, seed } from '../testing/runs.ts';
import { checkOptions, patternProblem } from './engine.ts';
import { brokenBound } from './testing/plain-bounds.fixture.ts';
import { randomSubmission } from './testing/random-forms.fixture.ts';

const now = tableNow;
const options = checkOptions(now);

/** What the page has loaded once a visitor has filled in a number and a text with a pattern. */
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

  it('is refused by the page for nothing that the server takes, before the page has loaded its engines', () => {
    for (const [index, row] of valueTable.entries()) {
      const { errors } = checkValues(row.form, { f: row.value }, now);
      expect(row.errors, `row ${index}`).toEqual(expect.arrayContaining(errors));
    }
  });
});

const topOf = (error: ValueError): string => error.errorPath.split('/')[0] as string;

describe('random forms, rules and values', () => {
  it('the engine never throws, takes no value that breaks a stated bound, and agrees with the browser’s', () => {
    let taken = 0;
    const kinds = new Set<string>();
    fc.assert(
      fc.property(randomSubmission, ({ form, values }) => {
        const { values: kept, errors } = checkSubmission(form, values, options);
        const { states } = applyRules(form.formRules, form.formFields, dropEmpty(values), now);
        for (const error of errors) expect(error.errorMessage).not.toBe('');
        for (const one of form.formFields) {
          const { target = '', required, readOnly, inputType = '' } = one.inputOptions ?? {};
          if (errors.some((error) => topOf(error) === target)) continue;
          const isThere = Object.hasOwn(kept, target);
          const isFree = one.hidden || readOnly || states.has(one.id ?? '');
          if (required && !isFree) expect(isThere).toBe(true);
          if (!isThere || states.get(one.id ?? '')?.allowedValues) continue;
          taken += 1;
          kinds.add(one.identifier ?? inputType);
          expect(brokenBound(one, kept[target])).toBe(null);
        }
        for (const key of Object.keys(kept)) {
          const known = form.formFields.some((one) => one.inputOptions?.target === key);
          if (!known) expect(errors.map((error) => error.errorPath)).toContain(key);
        }
        if (errors.length === 0) expect(paymentTotals(form, kept).subtotal).toMatch(/^\d+(\.\d+)?$/);
        const seen = checkValues(form, values, now, loaded);
        expect(seen).toEqual({ errors, values: kept });
      }),
      { numRuns: runs(10_000), seed },
    );
    // the generators do make values that are taken, of every kind
    expect(taken).toBeGreaterThan(runs(10_000) / 4);
    expect(kinds.size).toBe(13);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('what is meant to stall or break the engine', () => {
  it('an owner’s pattern takes time linear in the text', () => {
    for (const pattern of ['(a+)+$', '(a|aa)+$', '(.*)*x', '([a-z]+)*\\d', '^(\\w+\\s?)*$', '(a?){30}a{30}$']) {
      expect(patternProblem(pattern)).toBe(null);
      expect(options.matches(pattern, `${'a'.repeat(19_998)}!`)).toBe(false);
    }
  });

  it('a pattern that cannot be run says why', () => {
    const tooLarge = ['(\\w{1,50}\\s?){1,20}$', '\\p{L}{1,900}!', '(a{1000}){1000}', '((a{100}){100}){100}'];
    for (const pattern of ['(?<=a)b', '(a)\\1', '(', '(?=a)', ...tooLarge]) {
      expect(patternProblem(pattern)).toEqual(expect.any(String));
      expect(options.matches(pattern, 'a')).toBe(false);
    }
  });

  const text = (index: number, more: object = {}): Field => ({
    id: `id-${index}`,
    inputOptions: { target: `t${index}`, inputType: 'STRING', stringOptions: {}, ...more },
  });
  const when = (index: number, operator: string) => ({ condition: { target: `t${index}`, operator, value: true } });
  const hide = (index: number) => ({
    entityType: 'FIELD',
    fieldOptions: { fieldId: `id-${index}`, propertyType: 'HIDDEN', hiddenOptions: { hidden: true } },
  });

  it('a thousand rules, each of which turns the next, come to an end', () => {
    const formFields = Array.from({ length: 1_000 }, (_, index) => text(index));
    // an empty field hides the next one, which empties it
    const formRules = formFields.slice(1).map(
      (_, index): Rule => ({
        expression: { and: { conditions: [when(index, 'EMPTY')] } },
        overrides: [hide(index + 1)],
      }),
    );
    const values = Object.fromEntries(formFields.slice(1).map((_, index) => [`t${index + 1}`, 'x']));
    expect(checkSubmission({ formFields, formRules }, values, options)).toEqual({ values: {}, errors: [] });
    expect(
      Object.keys(checkSubmission({ formFields, formRules }, { ...values, t0: 'x' }, options).values),
    ).toHaveLength(1_000);
  });

  it('a ring of rules comes to an end', () => {
    const formFields = Array.from({ length: 100 }, (_, index) => text(index));
    const formRules = formFields.map(
      (_, index): Rule => ({
        expression: { or: { conditions: [when(index, 'NOT_EMPTY')] } },
        overrides: [hide((index + 1) % 100)],
      }),
    );
    const values = Object.fromEntries(formFields.map((_, index) => [`t${index}`, 'x']));
    expect(checkSubmission({ formFields, formRules }, values, options).values).toEqual({});
  });

  const nest = (depth: number, around: (inner: unknown) => unknown, core: unknown): unknown => {
    let value = core;
    for (let level = 0; level < depth; level += 1) value = around(value);
    return value;
  };

  it('a condition a thousand levels deep is no condition: its rule is ignored', () => {
    const expression = nest(1_000, (inner) => ({ and: { conditions: [inner] } }), when(0, 'EMPTY'));
    const formRules = [{ expression, overrides: [hide(0)] } as Rule];
    const form = { formFields: [text(0, { required: true })], formRules };
    expect(checkSubmission(form, {}, options).errors).toMatchObject([
      { errorPath: 't0', errorType: 'REQUIRED_VALUE_ERROR' },
    ]);
  });

  it.each([
    ['lists', (inner: unknown) => [inner]],
    ['objects', (inner: unknown) => ({ name: inner })],
    ['rows', (inner: unknown) => [{ name: inner }]],
  ])('%s a thousand levels deep are refused by every kind of field', (_name, around) => {
    const deep = nest(1_000, around, 'x');
    for (const { form, errors } of valueTable) {
      if (form.enabled === false || errors.some(({ errorType }) => errorType === 'DISABLED_FORM_ERROR')) continue;
      expect(checkSubmission(form, { f: deep }, options).errors.length).toBeGreaterThan(0);
    }
  });

  it('repeaters and forms inside forms are read five levels deep, and refused beyond', () => {
    const inner = nest(
      10,
      (fields) => [
        {
          id: 'r',
          inputOptions: { target: 'f', inputType: 'OBJECT_ARRAY', objectArrayOptions: { repeaterOptions: { fields } } },
        },
      ],
      [text(0)],
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

  it('names of an object’s prototype are plain unknown keys, wherever they stand', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"}',
    );
    const formFields: Field[] = [
      {
        inputOptions: {
          target: 'row',
          inputType: 'OBJECT_ARRAY',
          objectArrayOptions: { repeaterOptions: { fields: [text(0)] } },
        },
      },
      { inputOptions: { target: 'object', inputType: 'OBJECT', objectOptions: { validation: { properties: {} } } } },
      { inputOptions: { target: 'address', inputType: 'ADDRESS', addressOptions: {} } },
    ];
    const values = { ...hostile, row: [hostile], object: hostile, address: { country: '__proto__', ...hostile } };
    const refused = checkSubmission({ formFields }, values, options).errors;
    const unknown = refused
      .filter(({ errorType }) => errorType === 'UNKNOWN_VALUE_ERROR')
      .map(({ errorPath }) => errorPath);
    const names = ['__proto__', 'constructor', 'toString'];
    expect(unknown).toEqual(expect.arrayContaining(names.flatMap((name) => [name, `row/0/${name}`, `object/${name}`])));
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('a hundred thousand unknown keys are answered with a thousand errors', () => {
    const values = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]));
    const formFields: Field[] = [{ inputOptions: { target: 'f', inputType: 'OBJECT', objectOptions: {} } }];
    expect(checkSubmission({ formFields }, { f: values }, options).errors).toHaveLength(1_000);
    expect(checkSubmission({ formFields }, values, options).errors).toHaveLength(1_000);
  });
});
