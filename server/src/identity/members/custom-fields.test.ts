import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ViolationError } from '../../kernel/app-error.ts';
import { runs, seed } from '../../testing/runs.ts';
import { checkCustomFields, type MemberField, mergeCustomFields } from './custom-fields.ts';
import { listMissingFields } from './details.ts';

const TYPES = ['TEXT', 'NUMBER', 'DATE', 'BOOLEAN', 'CHOICE', 'URL', 'LIST'] as const;
const fieldOf = (type: MemberField['type'], more: Partial<MemberField> = {}): MemberField => ({
  key: 'field',
  name: 'The field',
  type,
  editableByMember: true,
  ...(type === 'CHOICE' ? { choices: ['red', 'green'] } : {}),
  ...more,
});
const check = (field: MemberField, value: unknown, isStaff = false) =>
  checkCustomFields([field], { field: value }, { isStaff, path: 'member.contact.customFields' }).field;

describe('a valid value', () => {
  it.each([
    ['TEXT', 'hello', 'hello'],
    ['NUMBER', -1.5, -1.5],
    ['NUMBER', ' 42 ', 42],
    ['DATE', '2024-02-29', '2024-02-29'],
    ['DATE', '2024-02-29T10:00:00Z', '2024-02-29T10:00:00Z'],
    ['BOOLEAN', false, false],
    ['BOOLEAN', 'true', true],
    ['CHOICE', 'green', 'green'],
    ['URL', 'https://example.org/a?b#c', 'https://example.org/a?b#c'],
    ['LIST', ['a', 'b'], ['a', 'b']],
  ] as const)('%s accepts %j', (type, value, stored) => {
    expect(check(fieldOf(type), value)).toMatchObject({ name: 'The field', value: stored });
  });

  it.each(TYPES)('%s is cleared by null, an empty text and an empty list', (type) => {
    for (const empty of [null, '', '  ', []]) expect(check(fieldOf(type), empty)).toBeNull();
  });

  it('may name its field by name instead of key', () => {
    const checked = checkCustomFields([fieldOf('TEXT')], { 'The field': 'x' }, { isStaff: false });
    expect(checked).toEqual({ field: { name: 'The field', value: 'x' } });
  });
});

describe('an invalid value', () => {
  it.each([
    ['TEXT', 7],
    ['TEXT', { strValue: 'x' }],
    ['TEXT', 'x'.repeat(10_001)],
    ['NUMBER', 'seven'],
    ['NUMBER', Number.NaN],
    ['NUMBER', true],
    ['DATE', '2024-02-30'],
    ['DATE', '29.2.2024'],
    ['DATE', 20240229],
    ['BOOLEAN', 'yes'],
    ['BOOLEAN', 1],
    ['CHOICE', 'blue'],
    ['CHOICE', ['red']],
    ['URL', 'javascript:alert(1)'],
    ['URL', ' https://example.org'],
    ['URL', 'https://'],
    ['LIST', 'a'],
    ['LIST', [1]],
    ['LIST', Array(101).fill('a')],
  ] as const)('%s rejects %j, and the violation names the field', (type, value) => {
    const rejection = (() => {
      try {
        check(fieldOf(type), value);
      } catch (error) {
        return error as ViolationError;
      }
    })();
    expect(rejection).toBeInstanceOf(ViolationError);
    expect(rejection?.violations).toMatchObject([
      { field: 'member.contact.customFields.field', violatedRule: 'WRONG_TYPE', data: { type } },
    ]);
  });

  it('is reported together with all others', () => {
    const fields = [fieldOf('NUMBER', { key: 'a' }), fieldOf('BOOLEAN', { key: 'b' })];
    expect(() => checkCustomFields(fields, { a: 'x', b: 'x' }, { isStaff: true })).toThrow(/customFields\.a.*\.b/);
  });
});

it('drops fields that the site does not define or that only staff may edit', () => {
  const fields = [fieldOf('TEXT', { key: 'rank', name: 'Rank', editableByMember: false })];
  const input = { rank: 'gold', Rank: 'gold', other: 'x', constructor: 'x', toString: 'x' };
  expect(checkCustomFields(fields, input, { isStaff: false })).toEqual({});
  expect(checkCustomFields(fields, input, { isStaff: true })).toEqual({ rank: { name: 'Rank', value: 'gold' } });
});

it('stores only values of the type of the field, for any input', () => {
  const isOfType: Record<MemberField['type'], (value: unknown) => boolean> = {
    TEXT: (value) => typeof value === 'string',
    NUMBER: (value) => Number.isFinite(value),
    DATE: (value) => !Number.isNaN(Date.parse(value as string)),
    BOOLEAN: (value) => typeof value === 'boolean',
    CHOICE: (value) => value === 'red' || value === 'green',
    URL: (value) => ['http:', 'https:'].includes(new URL(value as string).protocol),
    LIST: (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
  };
  const anyValue = fc.oneof(
    fc.anything(),
    fc.webUrl(),
    fc.date({ noInvalidDate: true }).map((d) => d.toJSON()),
    fc.constantFrom('red', '1e3', 'true'),
  );
  fc.assert(
    fc.property(fc.constantFrom(...TYPES), anyValue, (type, value) => {
      try {
        const stored = check(fieldOf(type), value);
        return stored === null || isOfType[type](stored?.value);
      } catch (error) {
        return error instanceof ViolationError;
      }
    }),
    { numRuns: runs(5_000), seed },
  );
});

it('merges changes into the stored fields', () => {
  const stored = { a: { name: 'A', value: 1 }, b: { name: 'B', value: 2 } };
  expect(mergeCustomFields(stored, { b: null, c: { name: 'C', value: 3 } })).toEqual({
    a: { name: 'A', value: 1 },
    c: { name: 'C', value: 3 },
  });
  expect(mergeCustomFields({ a: { name: 'A', value: 1 } }, { a: null })).toBeUndefined();
});

describe('required fields', () => {
  const required = ['firstName', 'lastName', 'nickname', 'phone', 'company', 'birthdate', 'team'];
  it('are missing if they are empty', () => {
    expect(listMissingFields({}, required)).toEqual(required);
    const blankDetails = {
      firstName: ' ',
      phones: [{ phone: '', tag: 'HOME' }],
      customFields: { team: { name: 'T', value: '' } },
    };
    expect(listMissingFields(blankDetails, required)).toEqual(required);
  });

  it('are not missing once they have a value', () => {
    const details = {
      firstName: 'Ada',
      lastName: 'L',
      nickname: 'ada',
      phones: [{ phone: '1', tag: 'HOME' }],
      company: 'Engines',
      birthdate: '1815-12-10',
      customFields: { team: { name: 'Team', value: false } },
    };
    expect(listMissingFields(details, required)).toEqual([]);
    expect(listMissingFields(details, ['constructor'])).toEqual(['constructor']);
  });
});
