/**
 * Compares Portico's forms engine (domain/src/forms) with the validator and the rules that the vendor's React
 * components run in the page. Lists every intended difference with its reason.
 */
import { applyRules, checkSubmission, type Field, toFormField, toFormRule, type ValueError } from '@portico/domain';
import { tableNow, type ValueRow, valueTable } from '@portico/domain/forms/table/value-table';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCheckOptions } from '../server/src/forms/engine.ts';
import { runs, seed } from '../server/src/testing/runs.ts';
import { appliesInVendorViewer, listVendorErrors } from './support/form-validator.ts';

const originalTimeZone = process.env.TZ;
beforeAll(() => {
  // The vendor's viewer computes days in the visitor's time zone, whereas the contract uses UTC.
  process.env.TZ = 'UTC';
  vi.useFakeTimers({ now: tableNow, toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
  process.env.TZ = originalTimeZone;
});

const options = buildCheckOptions(tableNow);

type ValueErrors = readonly ValueError[];
interface Difference {
  readonly reason: string;
  /** Returns true if this difference explains why the two results differ. */
  readonly explains: (ours: ValueErrors, theirs: ValueErrors | null, row: ValueRow) => boolean;
}

const isSame = (a: ValueError, b: ValueError) => a.errorPath === b.errorPath && a.errorType === b.errorType;
const includesErrors = (some: ValueErrors, all: ValueErrors) =>
  some.every((one) => all.some((other) => isSame(one, other)));
const hasOnlyTypes = (errors: ValueErrors, ...types: string[]) =>
  errors.every(({ errorType }) => types.includes(errorType));

const differences: readonly Difference[] = [
  {
    reason: 'The vendor’s engine reports the errors of every product; ours checks only the chosen product.',
    explains: (ours, theirs, { kind }) => kind === 'payment' && ours.length > 0 && includesErrors(ours, theirs ?? []),
  },
  {
    reason:
      'The vendor’s engine accepts a text that contains an e-mail address; ours requires that the whole text is one.',
    explains: (ours, theirs, { kind }) =>
      kind === 'e-mail' && theirs?.length === 0 && hasOnlyTypes(ours, 'FORMAT_ERROR'),
  },
  {
    reason: 'The vendor’s engine reports both allowed formats, and that the text does not match exactly one.',
    explains: (ours, theirs, { kind }) =>
      kind === 'date, time optional' &&
      ours.length > 0 &&
      includesErrors(ours, theirs ?? []) &&
      theirs?.at(-1)?.errorType !== undefined,
  },
  {
    reason: 'The vendor’s engine throws for bounds of a date whose time is optional.',
    explains: (_ours, theirs, { kind }) => kind === 'date, time optional' && theirs === null,
  },
  {
    reason: 'The vendor’s engine compares two times as texts, ours as instants.',
    explains: (ours, theirs, { kind }) =>
      kind === 'date-time' && theirs?.length === 0 && hasOnlyTypes(ours, 'MAX_VALUE_ERROR'),
  },
  {
    reason:
      'The vendor’s engine reports an invalid number with another error type, and reports a number without a country code as one of a wrong country, too.',
    explains: (ours, theirs, { kind }) => kind === 'phone' && ours.length > 0 && includesErrors(ours, theirs ?? []),
  },
  {
    reason: 'The vendor’s engine reports only one error for a birthdate of the wrong type, and for a closed form.',
    explains: (ours, theirs, { kind }) =>
      (kind === 'birthdate' || kind === 'form') &&
      ours.length > 0 &&
      includesErrors(ours, theirs ?? []) &&
      includesErrors(theirs ?? [], ours),
  },
  {
    reason: 'The vendor enforces the owner’s limit of files in its widget, we in the engine.',
    explains: (ours, theirs, { kind }) =>
      (kind === 'file' || kind === 'signature') && theirs?.length === 0 && hasOnlyTypes(ours, 'MAX_ITEMS_ERROR'),
  },
  {
    reason: 'The vendor’s engine accepts appointments in the past, and those that end before they start.',
    explains: (ours, theirs, { kind }) =>
      kind === 'appointment' && theirs?.length === 0 && hasOnlyTypes(ours, 'MIN_VALUE_ERROR'),
  },
  {
    reason: 'The vendor’s engine compares prices as texts, ours as decimals.',
    explains: (ours, theirs, { kind }) =>
      kind === 'payment' && ours.length === 0 && (theirs ?? []).some(({ errorPath }) => errorPath === 'f/0/price'),
  },
  {
    reason:
      'Ours accepts a subdivision in the form of ISO 3166-2, and treats an address with only empty parts as missing.',
    explains: (ours, theirs, { kind }) =>
      kind === 'address' &&
      ours.length === 0 &&
      hasOnlyTypes(theirs ?? [], 'NOT_ALLOWED_VALUE_ERROR', 'REQUIRED_VALUE_ERROR'),
  },
  {
    reason: 'Ours names the missing parts of an address that was sent as an empty list.',
    explains: (ours, theirs, { kind, value }) =>
      kind === 'address' &&
      Array.isArray(value) &&
      value.length === 0 &&
      hasOnlyTypes([...ours, ...(theirs ?? [])], 'REQUIRED_VALUE_ERROR'),
  },
  {
    reason:
      'The country of an address is always required (forms contract section 5.3); the vendor’s engine requires it only if the whole address is required.',
    explains: (ours, theirs, { kind }) =>
      kind === 'address' && theirs?.length === 0 && ours.length === 1 && ours[0]?.errorPath === 'f/country',
  },
  {
    reason:
      'Ours knows more countries than the vendor’s engine, but not the Netherlands Antilles, which no longer exist.',
    explains: (ours, theirs, { kind }) =>
      kind === 'address' &&
      ours.length === 1 &&
      ours[0]?.errorPath === 'f/country' &&
      includesErrors(ours, theirs ?? []),
  },
  {
    reason:
      'The vendor’s engine accepts Israeli tax numbers only on Israeli sites, accepts no letters in a CNPJ, and throws for a value that is a number.',
    explains: (ours, theirs, { kind }) =>
      kind === 'VAT id' &&
      (theirs === null ||
        theirs.some(({ errorType, errorPath }) => errorType === 'FORMAT_ERROR' && errorPath === 'f')) &&
      (theirs === null || includesErrors(ours, theirs)),
  },
];

const serializeError = ({ errorPath, errorType, errorMessage, params, useCustomErrorMessage }: ValueError) =>
  JSON.stringify([errorPath, errorType, errorMessage, params, useCustomErrorMessage === true]);

describe('the value table', () => {
  it('equals the results of the vendor’s validator, except for the listed differences', async () => {
    const observedDifferences = new Set<Difference>();
    let sameCount = 0;
    for (const [index, row] of valueTable.entries()) {
      const theirs = await listVendorErrors(row.form, { f: row.value }).catch(() => null);
      if (theirs && String(row.errors.map(serializeError).sort()) === String(theirs.map(serializeError).sort())) {
        sameCount += 1;
        continue;
      }
      const difference = differences.find(({ explains }) => explains(row.errors, theirs, row));
      expect(difference?.reason, `row ${index}, ${row.kind}: ${JSON.stringify(theirs)}`).toBeDefined();
      if (difference) observedDifferences.add(difference);
    }
    expect(differences.filter((difference) => !observedDifferences.has(difference))).toEqual([]);
    expect(sameCount / valueTable.length).toBeGreaterThan(0.9);
  });
});

/** Strings to mutate, by format. The first string of each format is valid. */
const SEEDS: Record<string, readonly string[]> = {
  URL: ['https://example.org/a?b=c#d', 'ftp://a.b.example:21/x', 'http://10.0.0.1/', 'http://203.0.113.9'],
  URI: ['urn:isbn:045'],
  UUID: ['f47ac10b-58cc-4372-a567-0e02b2c3d479', 'urn:uuid:f47ac10b-58cc-4372-a567-0e02b2c3d479'],
  HOSTNAME: ['a-b.example.'],
  COLOR_HEX: ['#fa0c'],
  CURRENCY: ['EUR'],
  LANGUAGE: ['de'],
  DATE: ['2024-02-29', '1900-02-29'],
  TIME: ['23:59:59', '10:00:00.25+02:00', '23:59:60Z'],
  DATE_TIME: ['2024-01-01T10:00:00Z'],
};
const FORMATS = Object.keys(SEEDS);
/** A string of SEEDS with a part replaced, inserted or removed. */
const mutatedText = fc
  .record({
    text: fc.constantFrom(...Object.values(SEEDS).flat()),
    at: fc.nat({ max: 40 }),
    cut: fc.nat({ max: 3 }),
    put: fc.oneof(
      fc.constant(''),
      fc.constantFrom('0', '9', '-', ':', '.', '/', '%', 'T', ' ', 'é', 'Z', 'a', '+01'),
      fc.string({ maxLength: 2 }),
    ),
  })
  .map(
    ({ text, at: start, cut: deleteCount, put: insertion }) =>
      text.slice(0, start) + insertion + text.slice(start + deleteCount),
  );

/** Only Portico rejects UTC offsets of 24 hours or more, slashes before the @ of a URL, and invalid ports and hosts. */
const STRICTER_CASES =
  /^(?:DATE_)?TIME .*[+-](?:2[4-9]|[3-9]\d|\d\d:?[6-9])|^URL (?:.*@|\w+:\/\/(?:\d+\.)*0\d)|^URI [\w.+-]+:\/\/(?![^/?#]*(?::\d*)?(?:[/?#]|$))|^URI [\w.+-]+:\/\/[^/?#]*:(?!\d*(?:[/?#]|$))/i;
/** Only Portico accepts hosts with two consecutive hyphens, and URLs with a query or fragment directly after the host. */
const MORE_LENIENT_CASES = /^URL (?:.*--|\w+:\/\/[^/]*[?#])/i;

describe('formats', () => {
  it('accept the same texts as the vendor’s formats', async () => {
    const formFields = FORMATS.map(
      (format, index): Field => ({
        id: `6a0c7a0e-0000-4000-8000-00000000001${index}`,
        inputOptions: { target: format, inputType: 'STRING', stringOptions: { validation: { format } } },
      }),
    );
    const acceptedFormats = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(mutatedText, { minLength: FORMATS.length, maxLength: FORMATS.length }),
        async (texts) => {
          const values = Object.fromEntries(FORMATS.map((format, index) => [format, texts[index]]));
          const unexpectedErrors = (errors: ValueErrors) =>
            errors.flatMap(({ errorPath: format }) => {
              const value = `${format} ${values[format]}`;
              return STRICTER_CASES.test(value) || MORE_LENIENT_CASES.test(value) ? [] : [value];
            });
          const ours = checkSubmission({ formFields }, values, options).errors;
          expect(unexpectedErrors(ours)).toEqual(unexpectedErrors(await listVendorErrors({ formFields }, values)));
          for (const format of FORMATS)
            if (!ours.some(({ errorPath }) => errorPath === format)) acceptedFormats.add(format);
        },
      ),
      { numRuns: runs(3_000), seed, examples: [[FORMATS.map((format) => SEEDS[format]?.[0] ?? '')]] },
    );
    expect(acceptedFormats.size).toBe(FORMATS.length);
  });
});

/** Values that both engines interpret in the same way. Excludes, for example, `5`, which the vendor reads as a date. */
const values = fc.oneof(
  fc.constantFrom<unknown>(
    ...['a', 'ab', 'b', '2026-05-10', '2026-05-17', '2026-05-20', '2026-04-17', '10:00', '09:30:00', true, false],
    ...[0, 1, 2, 3, 2.5, ['a'], ['a', 'b'], ['b', 'a'], [1, 3], [3, 1], { city: 'a' }],
    ...[[{ productId: 'a', price: 2, quantity: 1 }], [{ productId: 'b', price: '5', quantity: 1 }]],
  ),
);
const conditionValue = fc.oneof(values, fc.constantFrom<unknown>([2, 'day'], [1, 'month'], [1, 'year'], 'day'));
const value = fc.option(values, { nil: undefined, freq: 6 });
const operatorNames = (
  'EQUAL NOT_EQUAL EMPTY NOT_EMPTY CONTAINS NOT_CONTAINS LESS_THAN LESS_THAN_OR_EQUALS GREATER_THAN GREATER_THAN_OR_EQUALS ' +
  'BEFORE BEFORE_OR_EQUAL AFTER AFTER_OR_EQUAL BETWEEN ANY ARRAY_EQUAL ARRAY_NOT_EQUAL CHECKED NOT_CHECKED IN NOT_IN ' +
  'IS_DATE_OLDER_THAN IS_DATE_OLDER_THAN_OR_EQUAL IS_DATE_NEWER_THAN IS_DATE_NEWER_THAN_OR_EQUAL'
).split(' ');
const condition = fc
  .record({
    target: fc.constantFrom('a', 'b', 'a', 'b', 'a', 'b', 'gone'),
    operator: fc.constantFrom(...operatorNames),
    value: conditionValue,
  })
  .map((condition): object => ({ condition }));
const group = (part: fc.Arbitrary<object>) =>
  fc
    .record({ mode: fc.constantFrom('and', 'or'), conditions: fc.array(part, { minLength: 1, maxLength: 3 }) })
    .map(({ mode, conditions }): object => ({ [mode]: { conditions } }));

interface Node {
  and?: { conditions: Node[] };
  or?: { conditions: Node[] };
  condition?: { target: string; operator: string; value: unknown };
}

/**
 * Returns true if a condition searches a string for a value that is not a string. The vendor's engine converts such a
 * value to a string; Portico's does not.
 */
function coerces({ and, or, condition }: Node, values: Readonly<Record<string, unknown>>): boolean {
  if (!condition) return (and ?? or)?.conditions.some((part) => coerces(part, values)) ?? false;
  const value = values[condition.target];
  const isIn = /^(?:NOT_)?IN$/.test(condition.operator);
  if (!isIn && !condition.operator.endsWith('CONTAINS')) return false;
  const [searchedText, searchedValue] = isIn ? [condition.value, value] : [value, condition.value];
  return typeof searchedText === 'string' && searchedValue !== undefined && typeof searchedValue !== 'string';
}

describe('rules', () => {
  it('hold for the same values as in the vendor’s viewer', () => {
    const ids = { a: '6a0c7a0e-0000-4000-8000-00000000000a', b: '6a0c7a0e-0000-4000-8000-00000000000b' };
    const formFields = Object.entries(ids).map(
      ([target, id]): Field => ({ id, inputOptions: { target, inputType: 'STRING', stringOptions: {} } }),
    );
    const silencedConsole = vi.spyOn(console, 'error').mockImplementation(() => {});
    const outcomeCounts = { true: 0, false: 0 };
    fc.assert(
      fc.property(
        group(fc.oneof({ weight: 4, arbitrary: condition }, group(condition))),
        value,
        value,
        (expression, a, b) => {
          fc.pre(!coerces(expression, { a, b }));
          const rule = {
            id: 'r',
            expression: expression as Record<string, unknown>,
            overrides: [
              {
                entityType: 'FIELD',
                fieldOptions: { fieldId: ids.a, propertyType: 'REQUIRED', requiredOptions: { required: true } },
              },
            ],
          };
          const omitUndefined = (values: object) =>
            Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
          const { states } = applyRules([rule], formFields, omitUndefined({ a, b }), tableNow);
          const form = { fields: formFields.map(toFormField) };
          const theirs = appliesInVendorViewer(
            toFormRule(rule, formFields),
            form,
            omitUndefined({ [ids.a]: a, [ids.b]: b }),
            tableNow,
          );
          outcomeCounts[`${theirs}`] += 1;
          expect(states.has(ids.a)).toBe(theirs);
        },
      ),
      { numRuns: runs(20_000), seed },
    );
    silencedConsole.mockRestore();
    expect(Math.min(outcomeCounts.true, outcomeCounts.false)).toBeGreaterThan(runs(20_000) / 10);
  });
});
