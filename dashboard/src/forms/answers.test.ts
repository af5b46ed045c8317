import { describe, expect, it } from 'vitest';
import { answerFields, answerText } from './answers.ts';
import type { SiteForm } from './queries.ts';

const input = (id: string, inputOptions: object) => ({ id, fieldType: 'INPUT', inputOptions });
const form = {
  formFields: [
    input('1', {
      target: 'sizes',
      inputType: 'ARRAY',
      arrayOptions: {
        componentType: 'CHECKBOX_GROUP',
        checkboxGroupOptions: { label: 'Sizes', options: [{ value: 's', label: 'Small' }, { value: 'l' }] },
      },
    }),
    input('2', { target: 'word', inputType: 'STRING', stringOptions: { componentType: 'PASSWORD' } }),
    { id: '3', fieldType: 'DISPLAY', displayOptions: { displayFieldType: 'LOGIN_BAR' } },
  ],
} as unknown as SiteForm;
const [sizes, word] = answerFields(form);

describe('the fields that take an answer', () => {
  it('have labels, their names where they have none', () => {
    expect(answerFields(form).map(({ target, label }) => [target, label])).toEqual([
      ['sizes', 'Sizes'],
      ['word', 'word'],
    ]);
  });
});

describe('an answer in one line', () => {
  it.each([
    [true, 'Yes'],
    [false, 'No'],
    [0, '0'],
    [null, ''],
    [undefined, ''],
    [['a', 'b'], 'a, b'],
    [{ formatted: '1 Main St' }, '1 Main St'],
    [{ city: 'Rome', country: 'IT' }, 'Rome, IT'],
  ])('%j', (value, text) => {
    expect(answerText(undefined, value)).toBe(text);
  });

  it('has the labels of the choices, and no password', () => {
    expect(answerText(sizes, ['s', 'l', 'own'])).toBe('Small, l, own');
    expect(answerText(word, 'secret')).not.toContain('secret');
  });
});
