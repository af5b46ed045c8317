import { describe, expect, it } from 'vitest';
import { askedFields, valueText } from './form-fields.ts';
import { newField, targetsOf, toForm } from './new-form.ts';
import type { SiteForm } from './queries.ts';

const values = {
  name: ' Order ',
  submitText: '',
  thanks: 'Thanks!',
  fields: [
    newField('Your name'),
    newField('E-mail', 'email'),
    newField('How many?', 'number'),
    { ...newField('Size', 'choice'), options: ['Small', 'Large'] },
    { ...newField('I agree', 'checkbox'), required: true },
  ],
};

describe('the form of the simple builder', () => {
  const form = toForm(values);

  it('is read back as it was asked', () => {
    const asked = askedFields(form as Pick<SiteForm, 'formFields'>);
    expect(asked.map(({ label, kind, target, isRequired }) => [label, kind, target, isRequired])).toEqual([
      ['Your name', 'Text', 'your_name', true],
      ['E-mail', 'E-mail', 'e_mail', true],
      ['How many?', 'Number input', 'how_many', true],
      ['Size', 'Radio group', 'size', true],
      ['I agree', 'Checkbox', 'i_agree', true],
    ]);
    expect([...(asked[3]?.options.values() ?? [])]).toEqual(['Small', 'Large']);
  });

  it('lays every field out, the button too, each with a height', () => {
    const ids = form.formFields?.map((field) => field.id);
    const items = form.steps?.[0]?.layout?.large?.items ?? [];
    expect(items.map((item) => item.fieldId)).toEqual(ids);
    expect(items.every((item) => Number(item.height) > 0)).toBe(true);
    expect(form.formFields?.at(-1)?.displayOptions?.pageNavigationOptions?.submitText).toBe('Send');
  });

  it('allows only the options of a choice, and only a tick where one is required', () => {
    expect(form.formFields?.[3]?.inputOptions?.stringOptions?.validation?.enum).toEqual(['Small', 'Large']);
    expect(form.formFields?.[4]?.inputOptions?.booleanOptions?.validation?.enum).toEqual([true]);
  });
});

describe('targets', () => {
  it('begin with a letter, hold no two underscores in a row, and differ', () => {
    const labels = ['Name', 'name', 'NAME!', '1st -- choice', '', '数', 'Über uns', 'a__b', `${'x'.repeat(300)} y`];
    const targets = targetsOf(labels);
    expect(new Set(targets).size).toBe(labels.length);
    for (const target of targets) {
      expect(target).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(target).not.toContain('__');
      expect(target.length).toBeLessThanOrEqual(200);
    }
  });
});

describe('a value for people', () => {
  it.each([
    [true, 'Yes'],
    [false, 'No'],
    [0, '0'],
    [null, ''],
    [undefined, ''],
    [['a', 'b'], 'a, b'],
    [{ formatted: '1 Main St' }, '1 Main St'],
  ])('%j', (value, text) => {
    expect(valueText(undefined, value)).toBe(text);
  });
});
