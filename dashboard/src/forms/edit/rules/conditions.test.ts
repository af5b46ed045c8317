import { describe, expect, it } from 'vitest';
import { fieldKinds, kindNamed } from '../field/field-kinds.ts';
import { newField } from '../field/new-field.ts';
import { changedCondition, newCondition, operatorsFor, readExpression, writeExpression } from './conditions.ts';
import { newRule } from './new-rule.ts';
import { effects, readOverride, writeOverride } from './overrides.ts';

const made = (id: string) => newField(kindNamed(id), []);

describe('conditions', () => {
  it('are read and written back, groups in groups', () => {
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

  it('begin with an operator that fits the field, and always hold a value', () => {
    for (const { id } of fieldKinds) {
      const field = made(id);
      if (!field.inputOptions) continue;
      for (const { value: operator } of operatorsFor(field)) {
        expect(changedCondition(newCondition(field), field, operator).value).not.toBeUndefined();
      }
    }
  });

  it('keep what was entered where it still fits', () => {
    const text = made('text');
    const entered = { ...newCondition(text), value: 'books' };
    expect(changedCondition(entered, text, 'CONTAINS')).toEqual({
      target: 'text',
      operator: 'CONTAINS',
      value: 'books',
    });
    expect(changedCondition(entered, text, 'EMPTY').value).toBe(true);
    expect(changedCondition(entered, made('number')).value).toBe(0);
  });

  it('offer what can be compared', () => {
    const operators = (id: string) => operatorsFor(made(id)).map(({ value }) => value);
    expect(operators('checkbox')).toEqual(['CHECKED', 'NOT_CHECKED']);
    expect(operators('date')).toContain('IS_DATE_OLDER_THAN');
    expect(operators('time')).not.toContain('IS_DATE_OLDER_THAN');
    expect(operators('tags')).toContain('ANY');
    expect(operators('files')).toEqual(['NOT_EMPTY', 'EMPTY']);
  });

  it('have effects that are read as they were written', () => {
    for (const { value: effect } of effects) {
      const override = { effect, fieldId: 'f', allowed: effect === 'ALLOW' ? ['a'] : [] };
      expect(readOverride(writeOverride(override))).toEqual(override);
    }
    expect(readOverride({ entityType: 'FORM', valueChanges: {} })).toBeNull();
    expect(newRule('R', made('text'), made('date')).overrides).toHaveLength(1);
  });
});
