import { describeForm } from '@portico/react/forms/view/describe-form';
import { describe, expect, it } from 'vitest';
import { changedTargets, changedValues, inputsOf, isEditable } from './edit-values.ts';

const input = (target: string, inputType: string, block: object) => ({
  id: target,
  identifier: 'X',
  fieldType: 'INPUT',
  inputOptions: { target, inputType, ...block },
});
const { fields } = describeForm({
  formFields: [
    input('name', 'STRING', { stringOptions: { componentType: 'TEXT_INPUT' } }),
    input('age', 'NUMBER', { numberOptions: { componentType: 'NUMBER_INPUT' } }),
    input('news', 'BOOLEAN', { booleanOptions: { componentType: 'CHECKBOX' } }),
    input('days', 'ARRAY', { arrayOptions: { componentType: 'CHECKBOX_GROUP' } }),
    input('home', 'ADDRESS', { addressOptions: { componentType: 'MULTILINE_ADDRESS' } }),
    input('papers', 'WIX_FILE', { wixFileOptions: { componentType: 'FILE_UPLOAD' } }),
  ],
});
const editable = fields.filter(isEditable);
const values = {
  name: 'Ada',
  age: 36,
  days: [1, 2],
  home: { country: 'GB', city: 'London' },
  papers: [{ fileId: 'f', url: '/x' }],
  older: 'of a field that is gone',
};

describe('answers in inputs', () => {
  const before = inputsOf(editable, values);

  it('are all but those that only the sender can give', () => {
    expect(Object.keys(before)).toEqual(['name', 'age', 'news', 'days', 'home']);
  });

  it('come back as they were while nobody touches them', () => {
    expect(changedTargets(editable, before, before)).toEqual([]);
    expect(changedTargets(editable, before, { ...before, home: { city: 'London', country: 'GB', line: '' } })).toEqual(
      [],
    );
  });

  it('change alone, and keep the type that they had', () => {
    const after = { ...before, age: ' 37 ', news: true, days: ['2', 'x'], home: { country: 'GB', city: '' } };
    const targets = changedTargets(editable, before, after);
    expect(targets).toEqual(['age', 'news', 'days', 'home']);
    expect(changedValues(editable, values, after, targets)).toEqual({
      ...values,
      age: 37,
      news: true,
      days: [2, 'x'],
      home: { country: 'GB' },
    });
  });

  it('are taken away by an empty input, and no number is left to the engine', () => {
    const after = { ...before, name: ' ', age: 'many', days: [] };
    const targets = changedTargets(editable, before, after);
    const changed = changedValues(editable, values, after, targets);
    expect(changed).not.toHaveProperty('name');
    expect(changed).not.toHaveProperty('days');
    expect(changed.age).toBe('many');
    expect(changed.older).toBe(values.older);
  });
});
