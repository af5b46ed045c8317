import { checkForm, type Field, type Step } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import { listAnswerFields } from './answers.ts';
import { makeDefaultRows, newRow, toForm } from './new-form.ts';
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

describe('toForm', () => {
  const form = toForm(values);
  const fields = form.formFields ?? [];

  it('returns a form that the engine accepts', () => {
    const { name, namespace, steps } = form;
    const checked = { name, namespace, formFields: fields as Field[], steps: steps as Step[] };
    expect(checkForm(checked, { patternProblem: () => null })).toEqual([]);
  });

  it('keeps labels, kinds, names and options of the rows', () => {
    const answers = listAnswerFields(form as SiteForm);
    expect(answers.map(({ label, kind, target, required }) => [label, kind, target, required])).toEqual([
      ['Your name', 'text', 'your_name', true],
      ['E-mail', 'email', 'email', true],
      ['How many?', 'number', 'how_many', true],
      ['Size', 'radio', 'size', true],
      ['I agree', 'checkbox', 'i_agree', true],
    ]);
    expect(answers[3]?.choices.map(({ value, label }) => [value, label])).toEqual([
      ['Small', 'Small'],
      ['Large', 'Large'],
    ]);
  });

  it('maps the default name and e-mail rows to the contact of the sender', () => {
    const [first, last, email, message] = toForm({ ...values, fields: makeDefaultRows() }).formFields ?? [];
    const contactFields = [first, last, email].map((field) => field?.inputOptions?.contactMapping?.contactField);
    expect(contactFields).toEqual(['FIRST_NAME', 'LAST_NAME', 'EMAIL']);
    expect(message?.identifier).toBe('TEXT_AREA');
    expect(message?.inputOptions?.contactMapping).toBeUndefined();
  });

  it('puts every field and the submit button into the layout, each with a height', () => {
    const items = form.steps?.[0]?.layout?.large?.items ?? [];
    expect(items.map((item) => item.fieldId)).toEqual(fields.map((field) => field.id));
    expect(items.every((item) => Number(item.height) > 0)).toBe(true);
    expect(fields.at(-1)?.displayOptions?.pageNavigationOptions?.submitText).toBe('Send');
  });

  it('allows only true for a required checkbox', () => {
    expect(fields[4]?.inputOptions?.booleanOptions?.validation?.enum).toEqual([true]);
    const [checkboxField] = toForm({ ...values, fields: [newRow('News?', 'checkbox')] }).formFields ?? [];
    expect(checkboxField?.inputOptions?.booleanOptions?.validation?.enum).toBeUndefined();
  });

  it('derives unique targets that start with a letter and have no double underscores', () => {
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
