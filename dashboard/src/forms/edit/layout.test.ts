import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draft, FormField, FormStep } from './draft.ts';
import {
  addField,
  fieldIdsOf,
  moveField,
  moveStep,
  moveToStep,
  removeField,
  removeStep,
  sortInReadingOrder,
} from './layout.ts';

const makeField = (id: string): FormField => ({ id, inputOptions: { target: id } }) as FormField;
const button = { id: 'send', displayOptions: { displayFieldType: 'PAGE_NAVIGATION' } } as FormField;
const makeItem = (fieldId: string, row: number, column = 0, width = 12) => ({ fieldId, row, column, width, height: 1 });
const step = (id: string, items: object[]): FormStep =>
  ({ id, layout: { large: { items, columns: 12 }, medium: { items, columns: 12 }, small: { items } } }) as FormStep;
const emptyDraft = { formFields: [], steps: [], formRules: [], enabled: true } as unknown as Draft;

const draftWithPair: Draft = {
  ...emptyDraft,
  formFields: [makeField('a'), makeField('b'), makeField('c'), button],
  steps: [step('1', [makeItem('a', 0, 0, 6), makeItem('b', 0, 6, 6), makeItem('c', 1), makeItem('send', 2)])],
};
const ordersOf = (draft: Draft) => draft.steps.map(fieldIdsOf);

describe('layout of fields on pages', () => {
  it('adds a field before the buttons', () => {
    const draft = addField(draftWithPair, makeField('d'), 0);
    expect(ordersOf(draft)).toEqual([['a', 'b', 'c', 'd', 'send']]);
    expect(draft.formFields.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'send']);
  });

  it('adds a page if the form has none', () => {
    expect(ordersOf(addField(emptyDraft, makeField('a'), 0))).toEqual([['a']]);
  });

  it('swaps two fields and keeps the positions in the grid', () => {
    const draft = moveField(draftWithPair, 'c', -1);
    expect(ordersOf(draft)).toEqual([['a', 'c', 'b', 'send']]);
    expect(draft.steps[0]?.layout?.large?.items).toContainEqual(makeItem('c', 0, 6, 6));
    expect(moveField(draftWithPair, 'a', -1)).toBe(draftWithPair);
    expect(ordersOf(moveField(moveField(draftWithPair, 'b', 1), 'b', -1))).toEqual(ordersOf(draftWithPair));
  });

  it('closes the gap if a removed field was alone in its row', () => {
    const rowsOf = (draft: Draft) => draft.steps[0]?.layout?.large?.items?.map(({ row }) => row);
    expect(rowsOf(removeField(draftWithPair, 'c'))).toEqual([0, 0, 1]);
    expect(rowsOf(removeField(draftWithPair, 'a'))).toEqual([0, 1, 2]);
  });

  it('moves fields with their page, and to another page when theirs is removed', () => {
    const two = {
      ...draftWithPair,
      steps: [...draftWithPair.steps, step('2', [makeItem('d', 0)])],
      formFields: [...draftWithPair.formFields, makeField('d')],
    };
    expect(ordersOf(moveToStep(two, 'd', 0))).toEqual([['a', 'b', 'c', 'd', 'send'], []]);
    expect(ordersOf(moveStep(two, 1, 0))).toEqual([['d'], ['a', 'b', 'c', 'send']]);
    expect(moveStep(two, 1, 0).formFields[0]?.id).toBe('d');
    expect(ordersOf(removeStep(two, 1))).toEqual([['a', 'b', 'c', 'd', 'send']]);
    expect(removeStep(draftWithPair, 0)).toBe(draftWithPair);
  });

  it('keeps every field at exactly one position per breakpoint after any sequence of changes', () => {
    const change = fc.tuple(
      fc.constantFrom('add', 'remove', 'up', 'down', 'toPage', 'removePage'),
      fc.nat(5),
      fc.nat(2),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), (changes) => {
        let draft: Draft = { ...draftWithPair, steps: [...draftWithPair.steps, step('2', []), step('3', [])] };
        for (const [index, [kind, which, to]] of changes.entries()) {
          const id = draft.formFields[which % Math.max(1, draft.formFields.length)]?.id ?? '';
          if (kind === 'add') draft = addField(draft, makeField(`n${index}`), to);
          if (kind === 'remove') draft = removeField(draft, id);
          if (kind === 'up' || kind === 'down') draft = moveField(draft, id, kind === 'up' ? -1 : 1);
          if (kind === 'toPage') draft = moveToStep(draft, id, to % draft.steps.length);
          if (kind === 'removePage') draft = removeStep(draft, to);
        }
        const ids = draft.formFields.map((formField) => formField.id).sort();
        for (const size of ['large', 'medium', 'small'] as const) {
          const items = draft.steps.flatMap(({ layout }) => layout?.[size]?.items ?? []);
          expect(items.map(({ fieldId }) => fieldId).sort()).toEqual(ids);
          for (const { layout } of draft.steps) {
            const positions = layout?.[size]?.items?.map(({ row, column }) => `${row}/${column}`) ?? [];
            expect(new Set(positions).size).toBe(positions.length);
          }
        }
        expect(sortInReadingOrder(draft.formFields, draft.steps)).toEqual(draft.formFields);
      }),
      { numRuns: 100, examples: [[[...Array(4).fill(['remove', 0, 0]), ['toPage', 0, 0]]]] },
    );
  });
});
