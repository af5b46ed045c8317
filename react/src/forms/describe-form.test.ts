import { describe, expect, it } from 'vitest';
import { describeForm, plainText } from './describe-form.ts';
import { sampleForm } from './sample-form.fixture.ts';

const view = describeForm(sampleForm);
const field = (target: string) => view.fields.find((one) => one.target === target);

describe('a form is described', () => {
  it('in the order of its layout, then of its list; the button is no field', () => {
    expect(view.fields.slice(0, 4).map((one) => one.id)).toEqual(['18', '1', '2', '3']);
    expect(view.fields).toHaveLength(17);
    expect(view.submitText).toBe('Send');
  });

  it.each([
    ['name', 'text'],
    ['email', 'email'],
    ['phone', 'phone'],
    ['web', 'url'],
    ['day', 'date'],
    ['hour', 'time'],
    ['moment', 'dateTime'],
    ['age', 'number'],
    ['stars', 'rating'],
    ['topic', 'radio'],
    ['country', 'dropdown'],
    ['colours', 'checkboxes'],
    ['copy', 'checkbox'],
    ['terms', 'checkbox'],
    ['message', 'textarea'],
    ['file', 'unsupported'],
  ])('%s is shown as %s', (target, kind) => {
    expect(field(target)?.kind).toBe(kind);
  });

  it('with what is chosen at first', () => {
    expect(field('colours')?.initial).toEqual(['blue']);
    expect(field('copy')?.initial).toBe('true');
    expect(field('name')?.initial).toBe('');
  });

  it('with bounds that a browser understands', () => {
    expect(field('day')).toMatchObject({ minimum: '2024-01-01', maximum: undefined });
    expect(field('stars')).toMatchObject({ minimum: 1, maximum: 5 });
    expect(field('age')).toMatchObject({ minimum: 0, step: 1 });
  });

  it('with the words of a rich label, and what a browser may fill in', () => {
    expect(field('terms')).toMatchObject({ label: 'Terms', required: true, falseAllowed: false });
    expect(field('email')?.autoComplete).toBe('email');
    expect(field('topic')?.customChoice).toBe('Else');
  });
});

it('plain text of what is no content is empty', () => {
  expect([plainText(undefined), plainText(5), plainText({}), plainText({ nodes: [{}] })]).toEqual(['', '', '', '']);
});
