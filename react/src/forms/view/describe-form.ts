import { type Field, type FormSchema, formLimits, isObject, type Step } from '@portico/domain';
import { en, type Texts } from '../../texts/index.ts';
import { describeField } from './describe-field.ts';
import type { FieldView, FormView, GridPosition, PositionedField, StepView } from './field-view.ts';

/** The part of a form that is rendered: what the forms engine reads, the layout and the required mark. */
export interface ShownForm extends FormSchema {
  readonly steps?: readonly Step[];
  readonly requiredIndicatorProperties?: {
    readonly requiredIndicator?: string;
    readonly requiredIndicatorPlacement?: string;
  };
}

const FULL_WIDTH: GridPosition = { column: 0, width: 12 };

/**
 * Returns the view of a form.
 * @param texts used where the form defines no text, for example for the submit button; the default is English
 */
export function describeForm(form: ShownForm, texts: Texts = en): FormView {
  const fields = form.formFields ?? [];
  const context = { texts, nestedForms: form.nestedForms ?? [], levels: formLimits.nesting };
  const views = new Map(fields.map((field) => [field.id, describeField(field, context)]));
  const steps = layOutSteps(form).map(({ step, positions }, index) =>
    describeStep(step, index, positions, fields, views, texts),
  );
  const shownFields = steps.flatMap((step) => step.items.map(({ field }) => field));
  const { requiredIndicator, requiredIndicatorPlacement } = form.requiredIndicatorProperties ?? {};
  return {
    steps,
    fields: shownFields,
    submitText: steps.at(-1)?.submitText ?? texts.forms.submit,
    hasFiles: someField(shownFields, ({ files }) => files !== null),
    hasPatterns: JSON.stringify([form.formFields, form.nestedForms]).includes('"pattern":"'),
    hasPayments: someField(shownFields, ({ products }) => products.length > 0),
    indicator: {
      kind: requiredIndicator === 'TEXT' || requiredIndicator === 'NONE' ? requiredIndicator : 'ASTERISK',
      before: requiredIndicatorPlacement === 'BEFORE_FIELD_TITLE',
    },
  };
}

/** Returns true if the predicate holds for any field, including those of rows and nested forms. */
export const someField = (fields: readonly FieldView[], predicate: (field: FieldView) => boolean): boolean =>
  fields.some((field) => predicate(field) || someField(field.fields, predicate));

type Positions = ReadonlyMap<string | undefined, PositionedField['positions']>;

/**
 * Returns the steps with their fields in the order of the rows. Fields without a layout item are appended to the last
 * step.
 */
function layOutSteps(form: ShownForm): { step: Step; positions: Positions }[] {
  const steps = form.steps?.length ? form.steps : [{ id: 'only' }];
  const stepsWithPositions = steps.map((step: Step) => ({ step, positions: positionsIn(step) }));
  const known = new Set(stepsWithPositions.flatMap(({ positions }) => [...positions.keys()]));
  const fieldsWithoutPosition = (form.formFields ?? []).filter(({ id }) => !known.has(id));
  return stepsWithPositions.map(({ step, positions }, index) => ({
    step,
    positions:
      index < stepsWithPositions.length - 1
        ? positions
        : new Map([
            ...positions,
            ...fieldsWithoutPosition.map(
              ({ id }) => [id, { large: FULL_WIDTH, medium: FULL_WIDTH, small: FULL_WIDTH }] as const,
            ),
          ]),
  }));
}

interface Item extends GridPosition {
  readonly fieldId: string;
  readonly row: number;
}

/**
 * Returns the position of each field. Reading and focus order follow the rows of the widest layout. The other layouts
 * only set column and width, because a different order would separate the visual order from the reading order (WCAG
 * 1.3.2, 2.4.3).
 */
function positionsIn({ layout }: Step): Positions {
  const [large, medium, small] = (['large', 'medium', 'small'] as const).map((size) => itemsIn(layout?.[size]));
  const first = [large, medium, small].find((items) => items && items.length > 0) ?? [];
  const sorted = [...first].sort((a, b) => a.row - b.row || a.column - b.column);
  return new Map(
    sorted.map(({ fieldId, column, width }) => {
      const at = (items: readonly Item[] = []): GridPosition | undefined => {
        const item = items.find((one) => one.fieldId === fieldId);
        return item && { column: item.column, width: item.width };
      };
      return [
        fieldId,
        { large: at(large) ?? { column, width }, medium: at(medium) ?? FULL_WIDTH, small: at(small) ?? FULL_WIDTH },
      ];
    }),
  );
}

/** Flattens groups and scales positions to twelve columns. */
function itemsIn(breakpoint: unknown): Item[] {
  const { items, columns } = (breakpoint ?? {}) as { items?: unknown; columns?: unknown };
  const scale = typeof columns === 'number' && columns > 0 ? 12 / columns : 1;
  const flatItems = (Array.isArray(items) ? items.filter(isObject) : []).flatMap((item) =>
    isObject(item.group) && Array.isArray(item.group.items) ? item.group.items.filter(isObject) : [item],
  );
  return flatItems.flatMap(({ fieldId, row, column, width }) => {
    if (typeof fieldId !== 'string') return [];
    const start = Math.min(11, Math.max(0, Math.round(numberOr(column, 0) * scale)));
    const scaledWidth = Math.round(numberOr(width, typeof columns === 'number' ? columns : 12) * scale);
    return [{ fieldId, row: numberOr(row, 0), column: start, width: Math.min(12 - start, Math.max(1, scaledWidth)) }];
  });
}

function describeStep(
  step: Step,
  index: number,
  positions: Positions,
  fields: readonly Field[],
  views: ReadonlyMap<string | undefined, FieldView | undefined>,
  texts: Texts,
): StepView {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const navigationOptions = [...positions.keys()].map((id) => byId.get(id)?.displayOptions?.pageNavigationOptions);
  const any = fields.map((field) => field.displayOptions?.pageNavigationOptions).find(Boolean);
  const buttonTexts = (navigationOptions.find(Boolean) ?? any ?? {}) as Readonly<Record<string, string | undefined>>;
  const items = [...positions].flatMap(([id, at]) => {
    const field = views.get(id);
    return field ? [{ field, positions: at }] : [];
  });
  return {
    id: step.id ?? String(index),
    name: step.name ?? '',
    hidden: step.hidden === true,
    items,
    nextText: buttonTexts.nextPageText || texts.forms.next,
    previousText: buttonTexts.previousPageText || texts.forms.previous,
    submitText: buttonTexts.submitText || texts.forms.submit,
  };
}

const numberOr = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);
