import { type Field, type FormSchema, formLimits, isObject, type Step } from '@portico/domain';
import { en, type Texts } from '../../texts/index.ts';
import { describeField } from './describe-field.ts';
import type { FieldView, FormView, Place, PlacedField, StepView } from './field-view.ts';

/** What a form needs to be shown: the engine's part, its layout and how it marks what is required. */
export interface ShownForm extends FormSchema {
  readonly steps?: readonly Step[];
  readonly requiredIndicatorProperties?: {
    readonly requiredIndicator?: string;
    readonly requiredIndicatorPlacement?: string;
  };
}

const FULL: Place = { column: 0, width: 12 };

/** @param texts for what the form itself leaves unsaid, English unless they are given */
export function describeForm(form: ShownForm, texts: Texts = en): FormView {
  const fields = form.formFields ?? [];
  const around = { texts, nestedForms: form.nestedForms ?? [], levels: formLimits.nesting };
  const views = new Map(fields.map((field) => [field.id, describeField(field, around)]));
  const steps = placedSteps(form).map(({ step, places }, index) =>
    describeStep(step, index, places, fields, views, texts),
  );
  const shown = steps.flatMap((step) => step.items.map(({ field }) => field));
  const { requiredIndicator, requiredIndicatorPlacement } = form.requiredIndicatorProperties ?? {};
  return {
    steps,
    fields: shown,
    submitText: steps.at(-1)?.submitText ?? texts.forms.submit,
    hasFiles: someField(shown, ({ files }) => files !== null),
    hasPatterns: JSON.stringify([form.formFields, form.nestedForms]).includes('"pattern":"'),
    hasPayments: someField(shown, ({ products }) => products.length > 0),
    indicator: {
      kind: requiredIndicator === 'TEXT' || requiredIndicator === 'NONE' ? requiredIndicator : 'ASTERISK',
      before: requiredIndicatorPlacement === 'BEFORE_FIELD_TITLE',
    },
  };
}

/** Whether this holds for a field of the form, of its rows or of the forms in it. */
export const someField = (fields: readonly FieldView[], holds: (field: FieldView) => boolean): boolean =>
  fields.some((field) => holds(field) || someField(field.fields, holds));

type Places = ReadonlyMap<string | undefined, PlacedField['places']>;

/** The steps with the fields in the order of their rows; fields that stand in none follow in the last one. */
function placedSteps(form: ShownForm): { step: Step; places: Places }[] {
  const steps = form.steps?.length ? form.steps : [{ id: 'only' }];
  const placed = steps.map((step: Step) => ({ step, places: placesIn(step) }));
  const known = new Set(placed.flatMap(({ places }) => [...places.keys()]));
  const lost = (form.formFields ?? []).filter(({ id }) => !known.has(id));
  return placed.map(({ step, places }, index) => ({
    step,
    places:
      index < placed.length - 1
        ? places
        : new Map([...places, ...lost.map(({ id }) => [id, { large: FULL, medium: FULL, small: FULL }] as const)]),
  }));
}

interface Item extends Place {
  readonly fieldId: string;
  readonly row: number;
}

/**
 * Reading and focus follow the rows of the widest layout; the others say only how wide a field is there and where it begins: an
 * order of their own would part what is seen from what is heard (WCAG 1.3.2, 2.4.3).
 */
function placesIn({ layout }: Step): Places {
  const [large, medium, small] = (['large', 'medium', 'small'] as const).map((size) => itemsIn(layout?.[size]));
  const first = [large, medium, small].find((items) => items && items.length > 0) ?? [];
  const sorted = first.toSorted((a, b) => a.row - b.row || a.column - b.column);
  return new Map(
    sorted.map(({ fieldId, column, width }) => {
      const at = (items: readonly Item[] = []): Place | undefined => items.find((item) => item.fieldId === fieldId);
      return [fieldId, { large: at(large) ?? { column, width }, medium: at(medium) ?? FULL, small: at(small) ?? FULL }];
    }),
  );
}

/** Groups are opened up: their items stand where they are. Positions are turned to columns of twelve. */
function itemsIn(breakpoint: unknown): Item[] {
  const { items, columns } = (breakpoint ?? {}) as { items?: unknown; columns?: unknown };
  const scale = typeof columns === 'number' && columns > 0 ? 12 / columns : 1;
  const opened = (Array.isArray(items) ? items.filter(isObject) : []).flatMap((item) =>
    isObject(item.group) && Array.isArray(item.group.items) ? item.group.items.filter(isObject) : [item],
  );
  return opened.flatMap(({ fieldId, row, column, width }) => {
    if (typeof fieldId !== 'string') return [];
    const start = Math.min(11, Math.max(0, Math.round(numberOr(column, 0) * scale)));
    const wide = Math.round(numberOr(width, typeof columns === 'number' ? columns : 12) * scale);
    return [{ fieldId, row: numberOr(row, 0), column: start, width: Math.min(12 - start, Math.max(1, wide)) }];
  });
}

function describeStep(
  step: Step,
  index: number,
  places: Places,
  fields: readonly Field[],
  views: ReadonlyMap<string | undefined, FieldView | undefined>,
  texts: Texts,
): StepView {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const buttons = [...places.keys()].map((id) => byId.get(id)?.displayOptions?.pageNavigationOptions);
  const any = fields.map((field) => field.displayOptions?.pageNavigationOptions).find(Boolean);
  const own = (buttons.find(Boolean) ?? any ?? {}) as Readonly<Record<string, string | undefined>>;
  const items = [...places].flatMap(([id, at]) => {
    const field = views.get(id);
    return field ? [{ field, places: at }] : [];
  });
  return {
    id: step.id ?? String(index),
    name: step.name ?? '',
    hidden: step.hidden === true,
    items,
    nextText: own.nextPageText || texts.forms.next,
    previousText: own.previousPageText || texts.forms.previous,
    submitText: own.submitText || texts.forms.submit,
  };
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
