import { describe, expect, it } from 'vitest';
import { describeForm } from './describe-form.ts';
import { sampleForm } from './testing/sample-form.ts';

const view = describeForm(sampleForm);
const field = (target: string) => view.fields.find((one) => one.target === target);

describe('describeForm', () => {
  it('orders fields by layout, then by list, without the button', () => {
    expect(view.fields.slice(0, 4).map((one) => one.id)).toEqual(['18', '1', '2', '3']);
    expect(view.fields).toHaveLength(17);
    expect(view.submitText).toBe('Send');
  });

  it.each([
    ['name', 'text'],
    ['email', 'email'],
    ['phone', 'phone'],
    ['web', 'url'],
    ['day', 'datePicker'],
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
    ['file', 'files'],
  ])('shows %s as %s', (target, kind) => {
    expect(field(target)?.kind).toBe(kind);
  });

  it('sets initial choices', () => {
    expect(field('colours')?.initial).toEqual(['blue']);
    expect(field('copy')?.initial).toBe(true);
    expect(field('name')?.initial).toBeUndefined();
  });

  it('sets bounds that browsers support', () => {
    expect(field('day')).toMatchObject({ minimum: '2024-01-01', maximum: undefined });
    expect(field('stars')).toMatchObject({ minimum: 1, maximum: 5 });
    expect(field('age')).toMatchObject({ minimum: 0, step: 1 });
  });

  it('sets plain text of rich labels and autocomplete attributes', () => {
    expect(field('terms')).toMatchObject({ label: 'Terms', required: true, falseAllowed: false });
    expect(field('email')?.autoComplete).toBe('email');
    expect(field('topic')?.customChoice).toBe('Else');
  });
});

describe('describeForm steps', () => {
  const item = (fieldId: string, row: number, column: number, width: number) => ({
    fieldId,
    row,
    column,
    width,
    height: 1,
  });
  const layout = (items: object[], columns = 12) =>
    ({ large: { items, columns }, small: { items: [], columns } }) as never;
  const steps = describeForm({
    ...sampleForm,
    steps: [
      { id: 'a', name: 'You', layout: layout([item('2', 0, 6, 6), item('1', 0, 0, 6)]) },
      { id: 'b', name: 'More', layout: layout([item('3', 0, 0, 2), item('17', 1, 0, 4)], 4) },
    ],
  }).steps;

  it('order fields in a grid of twelve columns and append those without a layout item', () => {
    expect(steps.map(({ name }) => name)).toEqual(['You', 'More']);
    expect(
      steps[0]?.items.map(({ field: { target }, positions }) => [target, positions.large, positions.small]),
    ).toMatchObject([
      ['name', { column: 0, width: 6 }, { column: 0, width: 12 }],
      ['email', { column: 6, width: 6 }, { column: 0, width: 12 }],
    ]);
    expect(steps[1]?.items[0]).toMatchObject({
      field: { target: 'phone' },
      positions: { large: { column: 0, width: 6 } },
    });
    expect(steps.flatMap(({ items }) => items)).toHaveLength(17);
  });

  it('have the labels of their buttons', () => {
    expect(steps[1]).toMatchObject({ submitText: 'Send', nextText: 'Next', previousText: 'Back' });
  });
});
