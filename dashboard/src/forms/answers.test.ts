import { describe, expect, it } from 'vitest';
import { formatAnswer, listAnswerFields } from './answers.ts';
import type { SiteForm } from './queries.ts';

const inputField = (id: string, inputOptions: object) => ({ id, fieldType: 'INPUT', inputOptions });
const form = {
  formFields: [
    inputField('1', {
      target: 'sizes',
      inputType: 'ARRAY',
      arrayOptions: {
        componentType: 'CHECKBOX_GROUP',
        checkboxGroupOptions: { label: 'Sizes', options: [{ value: 's', label: 'Small' }, { value: 'l' }] },
      },
    }),
    inputField('2', { target: 'word', inputType: 'STRING', stringOptions: { componentType: 'PASSWORD' } }),
    { id: '3', fieldType: 'DISPLAY', displayOptions: { displayFieldType: 'LOGIN_BAR' } },
  ],
} as unknown as SiteForm;
const [sizes, password] = listAnswerFields(form);

describe('listAnswerFields', () => {
  it('labels a field with its target if it has no label', () => {
    expect(listAnswerFields(form).map(({ target, label }) => [target, label])).toEqual([
      ['sizes', 'Sizes'],
      ['word', 'word'],
    ]);
  });
});

describe('formatAnswer', () => {
  it.each([
    [true, 'Yes'],
    [false, 'No'],
    [0, '0'],
    [null, ''],
    [undefined, ''],
    [['a', 'b'], 'a, b'],
    [{ formatted: '1 Main St' }, '1 Main St'],
    [{ city: 'Rome', country: 'IT' }, 'Rome, IT'],
  ])('formats %j', (value, text) => {
    expect(formatAnswer(undefined, value)).toBe(text);
  });

  it('shows the labels of choices and masks passwords', () => {
    expect(formatAnswer(sizes, ['s', 'l', 'own'])).toBe('Small, l, own');
    expect(formatAnswer(password, 'secret')).not.toContain('secret');
  });
});
