import { describeForm } from '@portico/react/forms/view/describe-form';
import { describe, expect, it } from 'vitest';
import { applyInputs, inputsOf, isEditable, listChangedTargets } from './edit-values.ts';

const inputField = (target: string, inputType: string, block: object) => ({
  id: target,
  identifier: 'X',
  fieldType: 'INPUT',
  inputOptions: { target, inputType, ...block },
});
const { fields } = describeForm({
  formFields: [
    inputField('name', 'STRING', { stringOptions: { componentType: 'TEXT_INPUT' } }),
    inputField('age', 'NUMBER', { numberOptions: { componentType: 'NUMBER_INPUT' } }),
    inputField('news', 'BOOLEAN', { booleanOptions: { componentType: 'CHECKBOX' } }),
    inputField('days', 'ARRAY', { arrayOptions: { componentType: 'CHECKBOX_GROUP' } }),
    inputField('home', 'ADDRESS', { addressOptions: { componentType: 'MULTILINE_ADDRESS' } }),
    inputField('papers', 'WIX_FILE', { wixFileOptions: { componentType: 'FILE_UPLOAD' } }),
  ],
});
const editable = fields.filter(isEditable);
const values = {
  name: 'Ada',
  age: 36,
  days: [1, 2],
  home: { country: 'GB', city: 'London' },
  papers: [{ fileId: 'f', url: '/x' }],
  older: 'of a deleted field',
};

describe('values of inputs', () => {
  const before = inputsOf(editable, values);

  it('exclude answers that cannot be edited', () => {
    expect(Object.keys(before)).toEqual(['name', 'age', 'news', 'days', 'home']);
  });

  it('report no changes if nothing was edited', () => {
    expect(listChangedTargets(editable, before, before)).toEqual([]);
    expect(
      listChangedTargets(editable, before, { ...before, home: { city: 'London', country: 'GB', line: '' } }),
    ).toEqual([]);
  });

  it('report only edited answers, and keep the types of their values', () => {
    const after = { ...before, age: ' 37 ', news: true, days: ['2', 'x'], home: { country: 'GB', city: '' } };
    const targets = listChangedTargets(editable, before, after);
    expect(targets).toEqual(['age', 'news', 'days', 'home']);
    expect(applyInputs(editable, values, after, targets)).toEqual({
      ...values,
      age: 37,
      news: true,
      days: [2, 'x'],
      home: { country: 'GB' },
    });
  });

  it('remove an answer with an empty input, and pass invalid numbers on', () => {
    const after = { ...before, name: ' ', age: 'many', days: [] };
    const targets = listChangedTargets(editable, before, after);
    const changed = applyInputs(editable, values, after, targets);
    expect(changed).not.toHaveProperty('name');
    expect(changed).not.toHaveProperty('days');
    expect(changed.age).toBe('many');
    expect(changed.older).toBe(values.older);
  });
});
