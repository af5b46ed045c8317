/** Random forms and random values: the engine never throws, and takes no value that breaks a bound the form states. */
import { checkSubmission, type Field, type Rule } from '@portico/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, seed } from '../testing/runs.ts';
import { checkOptions, patternProblem } from './engine.ts';

const now = new Date('2026-05-17T12:00:00Z');

/** Values that mean something to a form, and values that mean nothing to anybody. */
const awkward = fc.constantFrom<unknown>(
  ...[
    '',
    null,
    'a',
    'b',
    '2024-02-29',
    '2023-02-29',
    '10:00:00',
    '2026-05-17T12:00:00Z',
    'ada@example.org',
    '+4915123456789',
  ],
  ...[
    'https://example.org',
    '__proto__',
    'constructor',
    '😀',
    0,
    -1,
    2.5,
    1e308,
    true,
    false,
    [],
    {},
    ['a'],
    [['a']],
    [null],
  ],
  ...[{ country: 'DE' }, { country: 1 }, [{ fileId: 'x' }], JSON.parse('{"__proto__":{"polluted":true}}')],
);
const anything = fc.oneof(awkward, fc.jsonValue({ maxDepth: 3 }), fc.string(), fc.double());
/** Mostly of the kind that the field wants, and close to its bounds: otherwise nothing would ever be taken. */
const mostly = (fitting: fc.Arbitrary<unknown>) => fc.oneof({ weight: 4, arbitrary: fitting }, anything);
const texts = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 8 }).map((length) => 'a'.repeat(length)) },
  fc.constantFrom(
    'b',
    '😀',
    '2024-02-29',
    '10:00:00',
    '2026-05-17T12:00:00Z',
    'ada@example.org',
    '+4915123456789',
    '42',
  ),
);
const numbers = fc.oneof(fc.integer({ min: -1, max: 8 }), fc.constantFrom(0.1, 0.3, 2.5));
const small = fc.integer({ min: 0, max: 6 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });

const stringRules = fc.record(
  {
    minLength: optional(small),
    maxLength: optional(small),
    pattern: optional(fc.constantFrom('^[a-z]+$', '(a+)+$', '\\d{2}')),
    format: fc.constantFrom(
      ...['UNKNOWN_FORMAT', 'UNKNOWN_FORMAT', 'UNKNOWN_FORMAT', 'UNKNOWN_FORMAT'],
      'EMAIL',
      'URL',
      'DATE',
      'TIME',
      'DATE_TIME',
      'PHONE',
      'UUID',
      'HOSTNAME',
      'CURRENCY',
    ),
    enum: optional(fc.array(fc.constantFrom('a', 'b', '😀'), { maxLength: 2 })),
    dateOptions: optional(
      fc.record({
        minimum: fc.constantFrom('2024-01-01', '$now', '$now-18y', 'x'),
        maximum: fc.constantFrom('2030-01-01', '$now+1M'),
      }),
    ),
  },
  { requiredKeys: [] },
);
const numberRules = fc.record(
  {
    minimum: optional(small),
    maximum: optional(small),
    multipleOf: optional(fc.constantFrom(0, -1, 0.1, 2)),
    enum: optional(fc.array(small, { maxLength: 3 })),
  },
  { requiredKeys: [] },
);
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

interface Sample {
  readonly make: (target: string) => Field;
  readonly value: unknown;
}
const sample = (
  inputType: string,
  block: string,
  rules: fc.Arbitrary<object>,
  value: fc.Arbitrary<unknown>,
  looks: fc.Arbitrary<object> = fc.constant({}),
): fc.Arbitrary<Sample> =>
  fc
    .record({
      rules,
      looks,
      value: mostly(value),
      required: fc.boolean(),
      hidden: fc.boolean(),
      readOnly: fc.boolean(),
    })
    .map(({ rules, looks, value, required, hidden, readOnly }) => ({
      value,
      make: (target) => ({
        id: `id-${target}`,
        hidden,
        inputOptions: { target, inputType, required, readOnly, [block]: { ...looks, validation: rules } },
      }),
    }));
const properties = fc.dictionary(
  fc.constantFrom('x', 'y'),
  fc.record({ propertiesType: fc.constantFrom('STRING', 'NUMBER', 'ARRAY'), required: fc.boolean() }),
);
const anyField = fc.oneof(
  { weight: 4, arbitrary: sample('STRING', 'stringOptions', stringRules, texts, choice) },
  { weight: 2, arbitrary: sample('NUMBER', 'numberOptions', numberRules, numbers) },
  {
    weight: 3,
    arbitrary: sample(
      'ARRAY',
      'arrayOptions',
      arrayRules,
      fc.oneof(...[texts, numbers, fc.boolean()].map((item) => fc.array<unknown>(item, { maxLength: 8 }))),
    ),
  },
  sample(
    'BOOLEAN',
    'booleanOptions',
    fc.record({ enum: optional(fc.array(fc.boolean(), { maxLength: 2 })) }),
    fc.boolean(),
  ),
  sample('OBJECT', 'objectOptions', fc.record({ properties }), fc.dictionary(fc.constantFrom('x', 'y'), anything)),
  sample(
    'ADDRESS',
    'addressOptions',
    fc.record({ allowedCountries: optional(fc.constant(['DE'])) }),
    fc.record({ country: fc.constantFrom('DE', 'FR', 'XX') }),
  ),
  sample('PAYMENT', 'paymentOptions', fc.constant({}), anything),
  sample('POEM', 'poemOptions', fc.constant({}), anything),
);
const TARGETS = ['a', 'b', 'c', 'constructor'];
const condition: fc.Arbitrary<object> = fc.record({
  condition: fc.record({
    target: fc.constantFrom(...TARGETS, 'gone'),
    operator: fc.constantFrom(
      'EQUAL',
      'EMPTY',
      'NOT_EMPTY',
      'CONTAINS',
      'LESS_THAN',
      'BETWEEN',
      'ANY',
      'IN',
      'IS_DATE_OLDER_THAN',
      'RHYMES',
    ),
    value: anything,
  }),
});
const rule: fc.Arbitrary<Rule> = fc
  .record({
    mode: fc.constantFrom('and', 'or', 'xor'),
    conditions: fc.array(condition, { maxLength: 3 }),
    fieldId: fc.constantFrom(...TARGETS.map((target) => `id-${target}`)),
    change: fc.constantFrom<object>(
      { propertyType: 'HIDDEN', hiddenOptions: { hidden: true } },
      { propertyType: 'HIDDEN', hiddenOptions: { hidden: false } },
      { propertyType: 'REQUIRED', requiredOptions: { required: true } },
      { propertyType: 'POEM' },
    ),
  })
  .map(({ mode, conditions, fieldId, change }) => ({
    expression: { [mode]: { conditions } },
    overrides: [{ entityType: 'FIELD', fieldOptions: { fieldId, ...change } }],
  }));
const submission = fc
  .record({
    samples: fc.array(anyField, { minLength: 1, maxLength: 4 }),
    formRules: fc.array(rule, { maxLength: 4 }),
    others: fc.dictionary(fc.constantFrom('gone', '__proto__'), anything, { maxKeys: 1 }),
  })
  .map(({ samples, formRules, others }) => ({
    form: { formFields: samples.map(({ make }, index) => make(TARGETS[index] as string)), formRules },
    values: { ...others, ...Object.fromEntries(samples.map(({ value }, index) => [TARGETS[index], value])) },
  }));

describe('the engine', () => {
  it('never throws, and takes no value that breaks a stated bound', () => {
    let taken = 0;
    fc.assert(
      fc.property(submission, ({ form, values }) => {
        const { values: kept, errors } = checkSubmission(form, values, checkOptions(now));
        for (const error of errors) expect(error.errorMessage).not.toBe('');
        for (const one of form.formFields) {
          const target = one.inputOptions?.target as string;
          const wrong = errors.some((error) => error.errorPath.split('/')[0] === target);
          if (!wrong && Object.hasOwn(kept, target)) {
            taken += 1;
            expect(brokenBound(one, kept[target])).toBe(null);
          }
        }
        for (const key of Object.keys(kept)) {
          const known = form.formFields.some((one) => one.inputOptions?.target === key);
          if (!known) expect(errors.map((error) => error.errorPath)).toContain(key);
        }
      }),
      { numRuns: runs(10_000), seed },
    );
    // the generators do make values that are taken
    expect(taken).toBeGreaterThan(runs(10_000) / 4);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('cannot be stalled by an owner’s pattern', () => {
    const { matches } = checkOptions(now);
    for (const pattern of ['(a+)+$', '(a|aa)+$', '(.*)*x', '([a-z]+)*\\d']) {
      expect(patternProblem(pattern)).toBe(null);
      expect(matches(pattern, `${'a'.repeat(19_999)}!`)).toBe(false);
    }
  });

  it('says why a pattern cannot be run', () => {
    for (const pattern of ['(?<=a)b', '(a)\\1', '(', '(?=a)']) expect(patternProblem(pattern)).not.toBe(null);
  });
});

/** The dumb check: reads the bounds of a field straight from its object and looks for one that the value breaks. */
function brokenBound({ inputOptions = {} }: Field, value: unknown): string | null {
  switch (inputOptions.inputType) {
    case 'STRING': {
      const block = inputOptions.stringOptions as { validation: Bounds; radioGroupOptions?: object };
      const broken = brokenText(block.validation, value);
      const isOther = block.radioGroupOptions && !block.validation.enum?.length && value !== 'a' && value !== 'b';
      return broken ?? (isOther ? 'option' : null);
    }
    case 'NUMBER':
      return brokenNumber(inputOptions.numberOptions?.validation as Bounds, value);
    case 'BOOLEAN':
      return typeof value === 'boolean' ? null : 'type';
    case 'ARRAY': {
      const { validation } = inputOptions.arrayOptions as { validation: ArrayBounds };
      const { minItems = 0, maxItems = 100, items } = validation;
      if (!Array.isArray(value)) return 'type';
      if (value.length < minItems || value.length > maxItems) return 'items';
      const broken = { STRING: brokenText, NUMBER: brokenNumber, BOOLEAN: brokenBoolean }[items.itemType];
      const bounds = items.itemType === 'NUMBER' ? items.numberOptions : items.stringOptions;
      return value.map((item) => broken(bounds, item)).find((found) => found !== null) ?? null;
    }
    case 'OBJECT':
    case 'ADDRESS':
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'type';
    default:
      return 'a kind that is not served was taken';
  }
}

interface Bounds {
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  pattern?: string;
  format?: string;
  enum?: unknown[];
}
interface ArrayBounds {
  minItems?: number;
  maxItems?: number;
  items: { itemType: 'STRING' | 'NUMBER' | 'BOOLEAN'; stringOptions: Bounds; numberOptions: Bounds };
}

function brokenText(bounds: Bounds, value: unknown): string | null {
  if (typeof value !== 'string') return 'type';
  const length = [...value].length;
  if (length < (bounds.minLength ?? 0) || length > (bounds.maxLength ?? 20_000)) return 'length';
  if (bounds.enum?.length && !bounds.enum.includes(value)) return 'enum';
  if (bounds.pattern && !new RegExp(bounds.pattern, 'u').test(value)) return 'pattern';
  if (bounds.format === 'EMAIL' && !value.includes('@')) return 'format';
  if (bounds.format === 'DATE' && new Date(`${value}T00:00:00Z`).toISOString().slice(0, 10) !== value) return 'format';
  if (bounds.format === 'PHONE' && !value.startsWith('+')) return 'format';
  return null;
}

function brokenNumber(bounds: Bounds, value: unknown): string | null {
  if (typeof value !== 'number') return 'type';
  if (value < (bounds.minimum ?? -Infinity) || value > (bounds.maximum ?? Infinity)) return 'range';
  if (bounds.enum?.length && !bounds.enum.includes(value)) return 'enum';
  const step = bounds.multipleOf === undefined ? 0 : bounds.multipleOf > 0 ? bounds.multipleOf : 1;
  return step > 0 && Math.abs(Math.round(value / step) * step - value) > 1e-6 * Math.max(1, Math.abs(value))
    ? 'step'
    : null;
}

const brokenBoolean = (_bounds: Bounds, value: unknown): string | null => (typeof value === 'boolean' ? null : 'type');
