/** Where fields stand: steps, and within them an order. Places of a designer (columns, widths) are kept, fields change places. */
import { isObject } from '@portico/domain';
import type { Draft, FormField, FormStep } from './draft.ts';

type Item = Record<string, unknown>;
type Breakpoint = { items?: Item[]; columns?: number; rowHeight?: number };

const SIZES = ['large', 'medium', 'small'] as const;
const COLUMNS = 12;

const itemsOf = (step: FormStep, size: (typeof SIZES)[number]): readonly Item[] =>
  (step.layout?.[size]?.items ?? []) as Item[];

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const byPlace = (one: Item, other: Item): number =>
  numberOf(one.row) - numberOf(other.row) || numberOf(one.column) - numberOf(other.column);

/** Ids of the fields of a step, in the order in which they are read. */
export function fieldIdsOf(step: FormStep): string[] {
  const size = SIZES.find((one) => itemsOf(step, one).length > 0) ?? 'large';
  return idsIn(itemsOf(step, size));
}

function idsIn(items: readonly Item[]): string[] {
  return [...items].sort(byPlace).flatMap((item) => {
    if (isObject(item.group)) return idsIn((item.group.items ?? []) as Item[]);
    return typeof item.fieldId === 'string' ? [item.fieldId] : [];
  });
}

const stepOf = (steps: readonly FormStep[], fieldId: string): number =>
  steps.findIndex((step) => fieldIdsOf(step).includes(fieldId));

/** The fields as visitors meet them; those that stand nowhere come last. */
export function inReadingOrder(fields: readonly FormField[], steps: readonly FormStep[]): FormField[] {
  const place = new Map(steps.flatMap(fieldIdsOf).map((id, index) => [id, index]));
  const at = (field: FormField): number => place.get(field.id ?? '') ?? Number.MAX_SAFE_INTEGER;
  return [...fields].sort((one, other) => at(one) - at(other));
}

const eachSize = (step: FormStep, change: (items: readonly Item[]) => Item[], sizes: readonly string[] = SIZES) => ({
  ...step,
  layout: Object.fromEntries(
    SIZES.map((size) => {
      const one = (step.layout?.[size] ?? { columns: COLUMNS, rowHeight: 1 }) as Breakpoint;
      return [size, sizes.includes(size) ? { ...one, items: change(one.items ?? []) } : one];
    }),
  ),
});

/** Two fields of a step change places, at every size of window. */
const swapped = (step: FormStep, one: string, other: string): FormStep =>
  eachSize(step, (items) => {
    const first = items.find((item) => item.fieldId === one);
    const second = items.find((item) => item.fieldId === other);
    if (!first || !second) return [...items];
    return items.map((item) =>
      item === first
        ? { ...placeOf(second), fieldId: one }
        : item === second
          ? { ...placeOf(first), fieldId: other }
          : item,
    );
  });

const placeOf = ({ fieldId: _, ...place }: Item): Item => place;

/** The step without a field; rows that it alone stood in close up. */
const withoutField = (step: FormStep, fieldId: string): FormStep =>
  eachSize(step, (items) => {
    const gone = items.find((item) => item.fieldId === fieldId);
    if (!gone) return items.map((item) => withoutFieldInGroup(item, fieldId));
    const rest = items.filter((item) => item !== gone);
    const row = numberOf(gone.row);
    const isEmpty = !rest.some((item) => covers(item, row));
    return rest.map((item) =>
      isEmpty && numberOf(item.row) > row
        ? { ...item, row: numberOf(item.row) - Math.max(1, numberOf(gone.height)) }
        : item,
    );
  });

const covers = (item: Item, row: number): boolean =>
  numberOf(item.row) <= row && row < numberOf(item.row) + Math.max(1, numberOf(item.height));

function withoutFieldInGroup(item: Item, fieldId: string): Item {
  if (!isObject(item.group) || !Array.isArray(item.group.items)) return item;
  const items = (item.group.items as Item[]).filter((inner) => inner.fieldId !== fieldId);
  return { ...item, group: { ...item.group, items } };
}

/** The step with a field at its end, before the buttons. @param buttons ids of the fields that are buttons */
const withField = (step: FormStep, fieldId: string, buttons: ReadonlySet<string>): FormStep =>
  eachSize(step, (items) => {
    const end = items.reduce((row, item) => Math.max(row, numberOf(item.row) + Math.max(1, numberOf(item.height))), 0);
    const button = [...items].sort(byPlace).at(-1);
    const before = typeof button?.fieldId === 'string' && buttons.has(button.fieldId) && !buttons.has(fieldId);
    const row = before ? numberOf(button?.row) : end;
    const own = { fieldId, row, column: 0, width: COLUMNS, height: 1 };
    return [
      ...items.map((item) => (before && numberOf(item.row) >= row ? { ...item, row: numberOf(item.row) + 1 } : item)),
      own,
    ];
  });

const isButton = (field: FormField): boolean => field.displayOptions?.displayFieldType === 'PAGE_NAVIGATION';

const buttonsOf = (fields: readonly FormField[]): ReadonlySet<string> =>
  new Set(fields.filter(isButton).map((field) => field.id ?? ''));

export const newStep = (name: string): FormStep =>
  eachSize({ id: crypto.randomUUID(), name, hidden: false } as FormStep, () => []) as FormStep;

/** A new field, or one that comes back, at the end of a step. */
export function addField(draft: Draft, field: FormField, step: number): Draft {
  const formFields = [...draft.formFields, field];
  const steps = draft.steps.length > 0 ? draft.steps : [newStep('Page 1')];
  const at = Math.min(Math.max(step, 0), steps.length - 1);
  return arranged({
    ...draft,
    formFields,
    steps: steps.map((one, index) => (index === at ? withField(one, field.id ?? '', buttonsOf(formFields)) : one)),
  });
}

export const removeField = (draft: Draft, fieldId: string): Draft => ({
  ...draft,
  formFields: draft.formFields.filter((field) => field.id !== fieldId),
  steps: draft.steps.map((step) => withoutField(step, fieldId)),
});

/** One place up (-1) or down (1) in its step. */
export function moveField(draft: Draft, fieldId: string, by: 1 | -1): Draft {
  const at = stepOf(draft.steps, fieldId);
  const step = draft.steps[at];
  if (!step) return draft;
  const ids = fieldIdsOf(step);
  const other = ids[ids.indexOf(fieldId) + by];
  if (other === undefined) return draft;
  return arranged({
    ...draft,
    steps: draft.steps.map((one, index) => (index === at ? swapped(one, fieldId, other) : one)),
  });
}

export function moveToStep(draft: Draft, fieldId: string, to: number): Draft {
  if (!draft.formFields.some((field) => field.id === fieldId)) return draft;
  const buttons = buttonsOf(draft.formFields);
  return arranged({
    ...draft,
    steps: draft.steps.map((step, index) => {
      const without = withoutField(step, fieldId);
      return index === to ? withField(without, fieldId, buttons) : without;
    }),
  });
}

/** The list of fields goes by the order in which visitors meet them: tables and mails go by the list. */
const arranged = (draft: Draft): Draft => ({ ...draft, formFields: inReadingOrder(draft.formFields, draft.steps) });

export function moveStep(draft: Draft, from: number, to: number): Draft {
  const steps = [...draft.steps];
  steps.splice(to, 0, ...steps.splice(from, 1));
  return arranged({ ...draft, steps });
}

/** The fields of a step that goes move to the one before it, or after it. */
export function removeStep(draft: Draft, index: number): Draft {
  const gone = draft.steps[index];
  if (!gone || draft.steps.length < 2) return draft;
  const heir = index === 0 ? 1 : index - 1;
  const buttons = buttonsOf(draft.formFields);
  const steps = draft.steps
    .map((step, at) =>
      at === heir ? fieldIdsOf(gone).reduce((one, fieldId) => withField(one, fieldId, buttons), step) : step,
    )
    .filter((_, at) => at !== index);
  return arranged({ ...draft, steps });
}
