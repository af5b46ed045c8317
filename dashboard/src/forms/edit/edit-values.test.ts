import { describe, expect, it } from 'vitest';
import type { SiteForm } from '../queries.ts';
import { readBound, writeBound } from './bounds.ts';
import { changedCondition, newCondition, operatorsFor, readExpression, writeExpression } from './conditions.ts';
import { changesOf, differences, draftOf, type FormField, problemsOf } from './draft.ts';
import { fieldKinds } from './field-kinds.ts';
import { newField } from './new-field.ts';
import { newRule } from './new-rule.ts';
import { addProduct, newOption, optionsIn, productsIn, relabelled, removeProduct, withOptions } from './options.ts';
import { effects, readOverride, writeOverride } from './overrides.ts';
import { valueAt, withValueAt } from './paths.ts';

const made = (id: string): FormField =>
  newField(fieldKinds.find((kind) => kind.id === id) as (typeof fieldKinds)[number], []);

describe('places in a field', () => {
  it('are set without touching the rest, and taken away', () => {
    const field = { a: { b: 1, c: [{ d: 2 }] }, e: 3 };
    expect(withValueAt(field, 'a.b', 5)).toEqual({ a: { b: 5, c: [{ d: 2 }] }, e: 3 });
    expect(withValueAt(field, 'x.y', 5)).toMatchObject({ x: { y: 5 }, e: 3 });
    expect(withValueAt(field, 'a.b', undefined)).toEqual({ a: { c: [{ d: 2 }] }, e: 3 });
    expect(valueAt(field, 'a.c.0.d')).toBe(2);
    expect(valueAt(field, 'e.f')).toBeUndefined();
  });
});

describe('a changed form', () => {
  const base = {
    name: 'A',
    revision: '4',
    enabled: true,
    formFields: [{ id: '1', hidden: false }],
    steps: [],
    formRules: [],
    limitationRule: { maxAllowedSubmissions: 3 },
    submissionAccess: 'PUBLIC',
  } as unknown as SiteForm;

  it('sends the changed parts alone, and empty what was cleared', () => {
    const draft = draftOf(base);
    expect(changesOf(base, draft)).toEqual({ revision: '4' });
    expect(changesOf(base, { ...draft, name: 'B' })).toEqual({ revision: '4', name: 'B' });
    expect(changesOf(base, { ...draft, limitationRule: undefined, submissionAccess: undefined })).toEqual({
      revision: '4',
      limitationRule: {},
      submissionAccess: '',
    });
  });

  it('is the same where keys only stand in another order or hold nothing', () => {
    const draft = draftOf(base);
    expect(differences(draft, { ...draft, formFields: [{ hidden: false, id: '1', identifier: undefined }] })).toEqual(
      [],
    );
    expect(differences(draft, { ...draft, formFields: [{ id: '1', hidden: true }] })).toEqual(['formFields']);
  });

  it('shows a violation at the field that was sent at its place', () => {
    const violations = [
      { field: 'formFields.1.inputOptions.target', description: 'x' },
      { field: 'form.formRules.0.expression', description: 'y' },
      { field: 'formFields', description: 'z' },
    ];
    expect(problemsOf(violations, [{ id: 'a' }, { id: 'b' }])).toEqual([
      { fieldId: 'b', path: 'inputOptions.target', description: 'x' },
      { fieldId: undefined, path: 'formRules.0.expression', description: 'y' },
      { fieldId: undefined, path: 'formFields', description: 'z' },
    ]);
  });
});

describe('bounds', () => {
  it.each([
    [undefined, { kind: 'none' }],
    ['$now', { kind: 'now', amount: 0, unit: 'd' }],
    ['$now+3M', { kind: 'now', amount: 3, unit: 'M' }],
    ['$now-10m', { kind: 'now', amount: -10, unit: 'm' }],
    ['2024-02-29', { kind: 'fixed', value: '2024-02-29' }],
  ] as const)('%s is read and written back', (text, bound) => {
    expect(readBound(text)).toEqual(bound);
    expect(writeBound(readBound(text))).toBe(text);
  });
});

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

describe('options', () => {
  it('take their value from their label until it is another’s or its own', () => {
    const options = [
      { label: 'A', value: 'A' },
      { label: 'B', value: 'b' },
    ];
    expect(relabelled(options, 0, 'C')[0]).toMatchObject({ label: 'C', value: 'C' });
    expect(relabelled(options, 1, 'C')[1]).toMatchObject({ label: 'C', value: 'b' });
    expect(relabelled([...options, { label: 'x', value: 'x' }], 2, 'b')[2]).toMatchObject({ label: 'b', value: 'x' });
    expect(newOption([{ value: 'Option 2' }]).value).toBe('Option 3');
  });

  it('are the allowed values where these are stated', () => {
    const radio = withValueAt(made('radio'), 'inputOptions.stringOptions.validation.enum', ['old']);
    const changed = withOptions(radio, [{ label: 'A', value: 'a' }]);
    expect(valueAt(changed, 'inputOptions.stringOptions.validation.enum')).toEqual(['a']);
    expect(valueAt(withOptions(made('radio'), []), 'inputOptions.stringOptions.validation.enum')).toBeUndefined();
  });

  it('name the products of a list', () => {
    const two = addProduct(made('products'));
    expect(optionsIn(two).map(({ value }) => value)).toEqual(productsIn(two).map(({ id }) => id));
    const one = removeProduct(two, productsIn(two)[0]?.id ?? '');
    expect([productsIn(one).length, optionsIn(one).length]).toEqual([1, 1]);
  });
});
