import { describe, expect, it } from 'vitest';
import type { FormRule, Rule } from '../model.ts';
import { options, textField } from './fields.fixture.ts';
import { fromFormField, toFormField } from './fields.ts';
import { fieldKinds } from './kinds.fixture.ts';
import { fromFormRule, toFormRule } from './rules.ts';

type Json = Record<string, unknown>;

describe('a field in both generations', () => {
  it.each(fieldKinds)('%s: the viewer finds what it needs, and the way back loses nothing', (_kind, one, seen) => {
    const older = toFormField(one);
    expect(older).toMatchObject({ id: 'f1', ...seen });
    expect(fromFormField(older)).toEqual(one);
  });

  it('gives a choice its list of values where the owner stated none, unless other answers are allowed', () => {
    const list = (more: Json) =>
      (toFormField(textField('RADIO_GROUP', 'RADIO_GROUP', { options, ...more })).validation as { string: Json }).string
        .enum;
    expect(list({})).toEqual(['a', 'b']);
    expect(list({ customOption: {} })).toBeUndefined();
  });

  it('keeps what the designer added under its own name', () => {
    const older = toFormField(textField('TEXT_INPUT', 'TEXT_INPUT', { media: { image: 'x' } }));
    expect(older.view).toMatchObject({ media: { image: 'x' } });
  });

  it('takes an integer for a number in steps of one', () => {
    const made = fromFormField({ id: 'i', target: 'i', validation: { integer: { minimum: 2 } }, view: {} });
    expect(made.inputOptions).toMatchObject({
      inputType: 'NUMBER',
      numberOptions: { validation: { minimum: 2, multipleOf: 1 } },
    });
  });
});

describe('a rule in both generations', () => {
  const fields = [textField('TEXT_INPUT', 'TEXT_INPUT', {})];
  const present: Rule = {
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
  const earlier: FormRule = {
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

  it('names fields by id and operators in camel case for the viewer', () => {
    expect(toFormRule(present, fields)).toEqual(earlier);
  });

  it('comes back as it was', () => {
    expect(fromFormRule(earlier, fields)).toEqual(present);
  });
});
