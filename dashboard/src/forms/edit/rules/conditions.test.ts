import { describe, expect, it } from 'vitest';
import { fieldKinds, findKind } from '../field/field-kinds.ts';
import { newField } from '../field/new-field.ts';
import { changeCondition, newCondition, operatorsFor, readExpression, writeExpression } from './conditions.ts';
import { newRule } from './new-rule.ts';
import { effects, readOverride, writeOverride } from './overrides.ts';

const fieldOf = (id: string) => newField(findKind(id), []);

describe('conditions and effects of rules', () => {
  it('parses and writes nested groups without a change', () => {
    const expression = {
      and: {
        conditions: [
          { condition: { target: 'a', operator: 'EQUAL', value: 'x' } },
          { or: { conditions: [{ condition: { target: 'b', operator: 'CHECKED', value: true } }] } },
        ],
      },
    };
    const read = readExpression(expression);
    expect(read && writeExpression(read)).toEqual(expression);
    expect(readExpression({ condition: { target: 'a' } })).toBeNull();
    expect(readExpression({ and: { conditions: [{ xor: {} }] } })).toBeNull();
  });

  it('gives every operator of every field kind an initial value', () => {
    for (const { id } of fieldKinds) {
      const field = fieldOf(id);
      if (!field.inputOptions) continue;
      for (const { value: operator } of operatorsFor(field)) {
        expect(changeCondition(newCondition(field), field, operator).value).not.toBeUndefined();
      }
    }
  });

  it('keeps the value if it suits the new operator', () => {
    const text = fieldOf('text');
    const enteredCondition = { ...newCondition(text), value: 'books' };
    expect(changeCondition(enteredCondition, text, 'CONTAINS')).toEqual({
      target: 'text',
      operator: 'CONTAINS',
      value: 'books',
    });
    expect(changeCondition(enteredCondition, text, 'EMPTY').value).toBe(true);
    expect(changeCondition(enteredCondition, fieldOf('number')).value).toBe(0);
  });

  it('offers only operators that suit the field', () => {
    const operatorsOf = (id: string) => operatorsFor(fieldOf(id)).map(({ value }) => value);
    expect(operatorsOf('checkbox')).toEqual(['CHECKED', 'NOT_CHECKED']);
    expect(operatorsOf('date')).toContain('IS_DATE_OLDER_THAN');
    expect(operatorsOf('time')).not.toContain('IS_DATE_OLDER_THAN');
    expect(operatorsOf('tags')).toContain('ANY');
    expect(operatorsOf('files')).toEqual(['NOT_EMPTY', 'EMPTY']);
  });

  it('parses effects as they were written', () => {
    for (const { value: effect } of effects) {
      const override = { effect, fieldId: 'f', allowed: effect === 'ALLOW' ? ['a'] : [] };
      expect(readOverride(writeOverride(override))).toEqual(override);
    }
    expect(readOverride({ entityType: 'FORM', valueChanges: {} })).toBeNull();
    expect(newRule('R', fieldOf('text'), fieldOf('date')).overrides).toHaveLength(1);
  });
});
