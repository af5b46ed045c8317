import { describe, expect, it } from 'vitest';
import { describeForm } from './describe-form.ts';
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
  ])('%s is shown as %s', (target, kind) => {
    expect(field(target)?.kind).toBe(kind);
  });

  it('with what is chosen at first', () => {
    expect(field('colours')?.initial).toEqual(['blue']);
    expect(field('copy')?.initial).toBe(true);
    expect(field('name')?.initial).toBeUndefined();
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

describe('steps', () => {
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

  it('hold their fields in reading order, at columns of twelve; what stands in none follows in the last', () => {
    expect(steps.map(({ name }) => name)).toEqual(['You', 'More']);
    expect(steps[0]?.items.map(({ field: { target }, places }) => [target, places.large, places.small])).toMatchObject([
      ['name', { column: 0, width: 6 }, { column: 0, width: 12 }],
      ['email', { column: 6, width: 6 }, { column: 0, width: 12 }],
    ]);
    expect(steps[1]?.items[0]).toMatchObject({
      field: { target: 'phone' },
      places: { large: { column: 0, width: 6 } },
    });
    expect(steps.flatMap(({ items }) => items)).toHaveLength(17);
  });

  it('say what their buttons say', () => {
    expect(steps[1]).toMatchObject({ submitText: 'Send', nextText: 'Next', previousText: 'Back' });
  });
});
