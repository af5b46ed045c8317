import { checkForm, type Field, type Step } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import { answerFields } from './answers.ts';
import { defaultRows, newRow, toForm } from './new-form.ts';
import type { SiteForm } from './queries.ts';

const values = {
  name: ' Order ',
  submitText: '',
  thanks: 'Thanks!',
  fields: [
    newRow('Your name'),
    newRow('E-mail', 'email'),
    newRow('How many?', 'number'),
    { ...newRow('Size', 'choice'), options: ['Small', 'Large'] },
    { ...newRow('I agree', 'checkbox'), required: true },
  ],
};

const fieldsOf = (labels: readonly string[]) =>
  toForm({ ...values, fields: labels.map((label) => newRow(label)) }).formFields ?? [];

describe('the form of the simple builder', () => {
  const form = toForm(values);
  const fields = form.formFields ?? [];

  it('is one that can be saved', () => {
    const { name, namespace, steps } = form;
    const checked = { name, namespace, formFields: fields as Field[], steps: steps as Step[] };
    expect(checkForm(checked, { patternProblem: () => null })).toEqual([]);
  });

  it('is read back as it was asked', () => {
    const asked = answerFields(form as SiteForm);
    expect(asked.map(({ label, kind, target, required }) => [label, kind, target, required])).toEqual([
      ['Your name', 'text', 'your_name', true],
      ['E-mail', 'email', 'e_mail', true],
      ['How many?', 'number', 'how_many', true],
      ['Size', 'radio', 'size', true],
      ['I agree', 'checkbox', 'i_agree', true],
    ]);
    expect(asked[3]?.choices.map(({ value, label }) => [value, label])).toEqual([
      ['Small', 'Small'],
      ['Large', 'Large'],
    ]);
  });

  it('begins with a name, an e-mail and a message, which make a contact', () => {
    const [first, last, email, message] = toForm({ ...values, fields: defaultRows() }).formFields ?? [];
    const contactFields = [first, last, email].map((field) => field?.inputOptions?.contactMapping?.contactField);
    expect(contactFields).toEqual(['FIRST_NAME', 'LAST_NAME', 'EMAIL']);
    expect(message?.identifier).toBe('TEXT_AREA');
    expect(message?.inputOptions?.contactMapping).toBeUndefined();
  });

  it('lays every field out, the button too, each with a height', () => {
    const items = form.steps?.[0]?.layout?.large?.items ?? [];
    expect(items.map((item) => item.fieldId)).toEqual(fields.map((field) => field.id));
    expect(items.every((item) => Number(item.height) > 0)).toBe(true);
    expect(fields.at(-1)?.displayOptions?.pageNavigationOptions?.submitText).toBe('Send');
  });

  it('allows only a tick where one is required', () => {
    expect(fields[4]?.inputOptions?.booleanOptions?.validation?.enum).toEqual([true]);
    const [free] = toForm({ ...values, fields: [newRow('News?', 'checkbox')] }).formFields ?? [];
    expect(free?.inputOptions?.booleanOptions?.validation?.enum).toBeUndefined();
  });

  it('names values with a letter first and no two underscores in a row, each name once', () => {
    const labels = ['Name', 'name', 'NAME!', '1st -- choice', '', '数', 'Über uns', 'a__b', `${'x'.repeat(300)} y`];
    const targets = fieldsOf(labels).flatMap((field) => field.inputOptions?.target ?? []);
    expect(new Set(targets).size).toBe(labels.length);
    for (const target of targets) {
      expect(target).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(target).not.toContain('__');
      expect(target.length).toBeLessThanOrEqual(200);
    }
  });
});
