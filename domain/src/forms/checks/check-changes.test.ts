/** Tests what a change of a form must preserve, and the checks of forms that refer to each other. */
import { describe, expect, it } from 'vitest';
import { inputField } from '../generations/testing/fields.ts';
import type { Field } from '../model.ts';
import type { FormToCheck } from './form-violation.ts';
import {
  check,
  checkRuleNames,
  condition,
  formWithRule,
  makeField,
  textFields,
  wrapCondition,
} from './testing/forms.ts';

type Json = Record<string, unknown>;

describe('nested forms', () => {
  const nestedField = (overrides: Json = {}) =>
    inputField(
      'NESTED_FORM',
      'OBJECT',
      'objectOptions',
      {},
      { nestedFormId: 'n', nestedFormOverrides: { fieldOverrides: overrides } },
    );
  const forms = new Map<string, FormToCheck>([['n', { formFields: [makeField('x')] }]]);

  it('must exist and have the overridden fields', () => {
    expect(checkRuleNames({ formFields: [nestedField({ x: { hidden: true } })] }, { forms })).toEqual([]);
    expect(check({ formFields: [nestedField({ y: { hidden: true } })] }, { forms })).toMatchObject([
      { ruleName: 'NESTED_FORM_FIELDS_MISSING', data: { targetToNestedFormFieldIds: { f: { ids: ['y'] } } } },
    ]);
    expect(check({ formFields: [nestedField()] }, { forms: new Map() })).toMatchObject([
      { ruleName: 'NON_EXISTING_NESTED_FORMS', data: { targetToNestedFormId: { f: 'n' } } },
    ]);
  });
});

describe('a change of a form', () => {
  const stored: FormToCheck = { formFields: [makeField('a')], deletedFormFields: [makeField('gone', 'g')] };

  it.each<[string, Field, string[]]>([
    ['nothing', makeField('a'), []],
    ['the target', makeField('b', 'a'), ['formFields.0.inputOptions.target']],
    [
      'the input type',
      { ...inputField('X', 'BOOLEAN', 'booleanOptions', { componentType: 'CHECKBOX' }, { target: 'a' }), id: 'a' },
      ['formFields.0.inputOptions.inputType'],
    ],
    [
      'the format',
      {
        ...(textFields({ format: 'EMAIL' })[0] as Field),
        id: 'a',
        inputOptions: { ...(textFields({ format: 'EMAIL' })[0] as Field).inputOptions, target: 'a' },
      },
      ['formFields.0.inputOptions.stringOptions.validation.format'],
    ],
    ['a new field of the target and kind of a deleted one', makeField('gone', 'new'), []],
    [
      'a new field of another kind with the target of a deleted one',
      { ...inputField('X', 'BOOLEAN', 'booleanOptions', { componentType: 'CHECKBOX' }, { target: 'gone' }), id: 'new' },
      ['formFields.0.inputOptions.inputType'],
    ],
  ])('rejects changes of fixed properties: %s', (_what, one, paths) => {
    expect(checkRuleNames({ formFields: [one] }, { stored })).toEqual(
      paths.map((path) => ['FIELDS_COMPATIBILITY_ERROR', path]),
    );
  });

  it('may keep but not extend or replace what exceeds a lowered limit', () => {
    const limits = { maxFields: 1, maxSteps: 9, maxRules: 9 };
    const before = { formFields: [makeField('a'), makeField('b'), makeField('c')] };
    const savedFields = (...targets: string[]) =>
      checkRuleNames({ formFields: targets.map((target) => makeField(target)) }, { limits, stored: before }).length;
    expect(savedFields('a', 'b', 'c')).toBe(0);
    expect(savedFields('a', 'b')).toBe(0);
    expect(savedFields('a', 'b', 'c', 'd')).toBe(1);
    expect(savedFields('a', 'd')).toBe(1);
    expect(savedFields('d')).toBe(0);
  });

  it('must preserve namespace rules', () => {
    const options = { stored: { formRules: [{ id: 'r', namespaceRule: true }] } };
    expect(checkRuleNames({ ...formWithRule(wrapCondition(condition)) }, options)).toEqual([]);
    expect(check({ formRules: [] }, options)).toMatchObject([{ ruleName: 'MISSING_FORM_RULES', data: { ids: ['r'] } }]);
  });

  const mappedField = makeField('a', 'a', { inputOptions: { contactMapping: { contactField: 'EMAIL' } } });
  it.each<[string, FormToCheck | undefined, Field[], string[]]>([
    ['the same', { formFields: [mappedField] }, [{ ...mappedField, id: 'copy' }], []],
    ['a missing field', { formFields: [mappedField] }, [], ['MISSING_FORM_FIELDS']],
    ['a missing mapping', { formFields: [mappedField] }, [makeField('a')], ['MISSING_FORM_CONTACT_MAPPINGS']],
    ['a missing form', undefined, [mappedField], ['TEMPLATE_NOT_EXTENDABLE']],
    ['an extension', { kind: 'EXTENSION' }, [mappedField], ['TEMPLATE_NOT_EXTENDABLE']],
  ])('must preserve the parts of the extended form: %s', (_what, source, formFields, rules) => {
    const forms = new Map(source ? [['t', source]] : []);
    const form = { kind: 'EXTENSION', sourceFormId: 't', formFields };
    expect(checkRuleNames(form, { forms, stored: form }).map(([ruleName]) => ruleName)).toEqual(rules);
  });
});
