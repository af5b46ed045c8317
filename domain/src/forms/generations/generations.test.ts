import { describe, expect, it } from 'vitest';
import type { FormRule, Rule } from '../model.ts';
import { fromFormField, toFormField } from './fields.ts';
import { fromFormRule, toFormRule } from './rules.ts';
import { options, textField } from './testing/fields.ts';
import { fieldKinds } from './testing/kinds.ts';

type Json = Record<string, unknown>;

describe('conversion of a field between generations', () => {
  it.each(fieldKinds)('gives the viewer what it needs and round-trips: %s', (_kind, one, seen) => {
    const older = toFormField(one);
    expect(older).toMatchObject({ id: 'f1', ...seen });
    expect(fromFormField(older)).toEqual(one);
  });

  it('derives the allowed values of a choice from its options, unless other answers are allowed', () => {
    const list = (more: Json) =>
      (toFormField(textField('RADIO_GROUP', 'RADIO_GROUP', { options, ...more })).validation as { string: Json }).string
        .enum;
    expect(list({})).toEqual(['a', 'b']);
    expect(list({ customOption: {} })).toBeUndefined();
  });

  it('preserves unknown designer settings', () => {
    const older = toFormField(textField('TEXT_INPUT', 'TEXT_INPUT', { media: { image: 'x' } }));
    expect(older.view).toMatchObject({ media: { image: 'x' } });
  });

  it('converts an integer to a number with a step of one', () => {
    const made = fromFormField({ id: 'i', target: 'i', validation: { integer: { minimum: 2 } }, view: {} });
    expect(made.inputOptions).toMatchObject({
      inputType: 'NUMBER',
      numberOptions: { validation: { minimum: 2, multipleOf: 1 } },
    });
  });
});

describe('conversion of a rule between generations', () => {
  const fields = [textField('TEXT_INPUT', 'TEXT_INPUT', {})];
  const currentRule: Rule = {
    id: 'r1',
    name: 'Rule',
    expression: {
      and: {
        conditions: [
          { or: { conditions: [{ condition: { target: 'f', operator: 'LESS_THAN_OR_EQUALS', value: 3 } }] } },
          { condition: { target: 'gone', operator: 'IS_DATE_OLDER_THAN', value: [1, 'day'] } },
        ],
      },
    },
    overrides: [
      { entityType: 'FIELD', fieldOptions: { fieldId: 'f1', propertyType: 'HIDDEN', hiddenOptions: { hidden: true } } },
      {
        entityType: 'FIELD',
        fieldOptions: { fieldId: 'f1', propertyType: 'REQUIRED', requiredOptions: { required: false } },
      },
    ],
  };
  const earlierRule: FormRule = {
    id: 'r1',
    name: 'Rule',
    condition: {
      and: [
        { or: [{ fact: 'f1', operator: 'lessThanOrEqual', value: 3 }] },
        { fact: 'gone', operator: 'isDateOlderThan', value: [1, 'day'] },
      ],
    },
    overrides: [
      { entityType: 'FIELD', entityId: 'f1', valueChanges: { hidden: true } },
      { entityType: 'FIELD', entityId: 'f1', valueChanges: { 'validation.required': false } },
    ],
  };

  it('uses field ids and camel-case operators for the viewer', () => {
    expect(toFormRule(currentRule, fields)).toEqual(earlierRule);
  });

  it('round-trips', () => {
    expect(fromFormRule(earlierRule, fields)).toEqual(currentRule);
  });
});
