import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draft, FormField, FormStep } from './draft.ts';
import {
  addField,
  fieldIdsOf,
  inReadingOrder,
  moveField,
  moveStep,
  moveToStep,
  removeField,
  removeStep,
} from './layout.ts';

const field = (id: string): FormField => ({ id, inputOptions: { target: id } }) as FormField;
const button = { id: 'send', displayOptions: { displayFieldType: 'PAGE_NAVIGATION' } } as FormField;
const item = (fieldId: string, row: number, column = 0, width = 12) => ({ fieldId, row, column, width, height: 1 });
const step = (id: string, items: object[]): FormStep =>
  ({ id, layout: { large: { items, columns: 12 }, medium: { items, columns: 12 }, small: { items } } }) as FormStep;
const empty = { formFields: [], steps: [], formRules: [], enabled: true } as unknown as Draft;

const paired: Draft = {
  ...empty,
  formFields: [field('a'), field('b'), field('c'), button],
  steps: [step('1', [item('a', 0, 0, 6), item('b', 0, 6, 6), item('c', 1), item('send', 2)])],
};
const orders = (draft: Draft) => draft.steps.map(fieldIdsOf);

describe('fields on pages', () => {
  it('are added before the buttons', () => {
    const draft = addField(paired, field('d'), 0);
    expect(orders(draft)).toEqual([['a', 'b', 'c', 'd', 'send']]);
    expect(draft.formFields.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'send']);
  });

  it('get a page where there is none', () => {
    expect(orders(addField(empty, field('a'), 0))).toEqual([['a']]);
  });

  it('change places and leave the places as they are', () => {
    const draft = moveField(paired, 'c', -1);
    expect(orders(draft)).toEqual([['a', 'c', 'b', 'send']]);
    expect(draft.steps[0]?.layout?.large?.items).toContainEqual(item('c', 0, 6, 6));
    expect(moveField(paired, 'a', -1)).toBe(paired);
    expect(orders(moveField(moveField(paired, 'b', 1), 'b', -1))).toEqual(orders(paired));
  });

  it('close up the row that they alone stood in', () => {
    const rows = (draft: Draft) => draft.steps[0]?.layout?.large?.items?.map(({ row }) => row);
    expect(rows(removeField(paired, 'c'))).toEqual([0, 0, 1]);
    expect(rows(removeField(paired, 'a'))).toEqual([0, 1, 2]);
  });

  it('move with their page, and stay when it goes', () => {
    const two = {
      ...paired,
      steps: [...paired.steps, step('2', [item('d', 0)])],
      formFields: [...paired.formFields, field('d')],
    };
    expect(orders(moveToStep(two, 'd', 0))).toEqual([['a', 'b', 'c', 'd', 'send'], []]);
    expect(orders(moveStep(two, 1, 0))).toEqual([['d'], ['a', 'b', 'c', 'send']]);
    expect(moveStep(two, 1, 0).formFields[0]?.id).toBe('d');
    expect(orders(removeStep(two, 1))).toEqual([['a', 'b', 'c', 'd', 'send']]);
    expect(removeStep(paired, 0)).toBe(paired);
  });

  it('each stand in exactly one place at every size, whatever is done', () => {
    const act = fc.tuple(fc.constantFrom('add', 'remove', 'up', 'down', 'page', 'gone'), fc.nat(5), fc.nat(2));
    fc.assert(
      fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
        let draft: Draft = { ...paired, steps: [...paired.steps, step('2', []), step('3', [])] };
        for (const [index, [kind, which, to]] of acts.entries()) {
          const id = draft.formFields[which % Math.max(1, draft.formFields.length)]?.id ?? '';
          if (kind === 'add') draft = addField(draft, field(`n${index}`), to);
          if (kind === 'remove') draft = removeField(draft, id);
          if (kind === 'up' || kind === 'down') draft = moveField(draft, id, kind === 'up' ? -1 : 1);
          if (kind === 'page') draft = moveToStep(draft, id, to % draft.steps.length);
          if (kind === 'gone') draft = removeStep(draft, to);
        }
        const ids = draft.formFields.map((one) => one.id).sort();
        for (const size of ['large', 'medium', 'small'] as const) {
          const items = draft.steps.flatMap((one) => one.layout?.[size]?.items ?? []);
          expect(items.map((one) => one.fieldId).sort()).toEqual(ids);
          for (const { layout } of draft.steps) {
            const places = layout?.[size]?.items?.map(({ row, column }) => `${row}/${column}`) ?? [];
            expect(new Set(places).size).toBe(places.length);
          }
        }
        expect(inReadingOrder(draft.formFields, draft.steps)).toEqual(draft.formFields);
      }),
      { numRuns: 100, examples: [[[...Array(4).fill(['remove', 0, 0]), ['page', 0, 0]]]] },
    );
  });
});
