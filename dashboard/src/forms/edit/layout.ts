/**
 * Reads and changes the positions of fields: the step of a field, and its place in the grid of the step.
 * Moving a field swaps two positions, so that columns and widths set by a designer are preserved.
 */
import { isObject } from '@portico/domain';
import type { Draft, FormField, FormStep } from './draft.ts';

type Item = Record<string, unknown>;
type Breakpoint = { items?: Item[]; columns?: number; rowHeight?: number };

const BREAKPOINTS = ['large', 'medium', 'small'] as const;
const COLUMNS = 12;

const itemsOf = (step: FormStep, size: (typeof BREAKPOINTS)[number]): readonly Item[] =>
  (step.layout?.[size]?.items ?? []) as Item[];

const numberOrZero = (value: unknown): number => (typeof value === 'number' ? value : 0);
const comparePositions = (a: Item, b: Item): number =>
  numberOrZero(a.row) - numberOrZero(b.row) || numberOrZero(a.column) - numberOrZero(b.column);

/** Returns the ids of the fields of a step in reading order: by row, then by column. */
export function fieldIdsOf(step: FormStep): string[] {
  const size = BREAKPOINTS.find((breakpoint) => itemsOf(step, breakpoint).length > 0) ?? 'large';
  return idsIn(itemsOf(step, size));
}

function idsIn(items: readonly Item[]): string[] {
  return [...items].sort(comparePositions).flatMap((item) => {
    if (isObject(item.group)) return idsIn((item.group.items ?? []) as Item[]);
    return typeof item.fieldId === 'string' ? [item.fieldId] : [];
  });
}

const stepIndexOf = (steps: readonly FormStep[], fieldId: string): number =>
  steps.findIndex((step) => fieldIdsOf(step).includes(fieldId));

/** Sorts fields in the order in which visitors see them. Fields that are on no step come last. */
export function sortInReadingOrder(fields: readonly FormField[], steps: readonly FormStep[]): FormField[] {
  const positions = new Map(steps.flatMap(fieldIdsOf).map((id, index) => [id, index]));
  const orderOf = (field: FormField): number => positions.get(field.id ?? '') ?? Number.MAX_SAFE_INTEGER;
  return [...fields].sort((a, b) => orderOf(a) - orderOf(b));
}

/** Changes the layout entries (`items` on the wire) of a step at every breakpoint. */
const mapBreakpoints = (step: FormStep, change: (items: readonly Item[]) => Item[]) => ({
  ...step,
  layout: Object.fromEntries(
    BREAKPOINTS.map((size) => {
      const layout = (step.layout?.[size] ?? { columns: COLUMNS, rowHeight: 1 }) as Breakpoint;
      return [size, { ...layout, items: change(layout.items ?? []) }];
    }),
  ),
});

/** Swaps the positions of two fields of a step at every breakpoint. */
const swapFields = (step: FormStep, firstId: string, secondId: string): FormStep =>
  mapBreakpoints(step, (items) => {
    const first = items.find((item) => item.fieldId === firstId);
    const second = items.find((item) => item.fieldId === secondId);
    if (!first || !second) return [...items];
    return items.map((item) =>
      item === first
        ? { ...positionOf(second), fieldId: firstId }
        : item === second
          ? { ...positionOf(first), fieldId: secondId }
          : item,
    );
  });

const positionOf = ({ fieldId: _, ...position }: Item): Item => position;

/** Removes a field from a step. If it was alone in its row, the rows below move up. */
const withoutField = (step: FormStep, fieldId: string): FormStep =>
  mapBreakpoints(step, (items) => {
    const removed = items.find((item) => item.fieldId === fieldId);
    if (!removed) return items.map((item) => withoutFieldInGroup(item, fieldId));
    const rest = items.filter((item) => item !== removed);
    const row = numberOrZero(removed.row);
    const isEmpty = !rest.some((item) => coversRow(item, row));
    return rest.map((item) =>
      isEmpty && numberOrZero(item.row) > row
        ? { ...item, row: numberOrZero(item.row) - Math.max(1, numberOrZero(removed.height)) }
        : item,
    );
  });

const coversRow = (item: Item, row: number): boolean =>
  numberOrZero(item.row) <= row && row < numberOrZero(item.row) + Math.max(1, numberOrZero(item.height));

function withoutFieldInGroup(item: Item, fieldId: string): Item {
  if (!isObject(item.group) || !Array.isArray(item.group.items)) return item;
  const items = (item.group.items as Item[]).filter((inner) => inner.fieldId !== fieldId);
  return { ...item, group: { ...item.group, items } };
}

/**
 * Adds a field at the end of a step, before the buttons.
 * @param buttonIds ids of the fields that are buttons
 */
const withField = (step: FormStep, fieldId: string, buttonIds: ReadonlySet<string>): FormStep =>
  mapBreakpoints(step, (items) => {
    const end = items.reduce(
      (row, item) => Math.max(row, numberOrZero(item.row) + Math.max(1, numberOrZero(item.height))),
      0,
    );
    const button = [...items].sort(comparePositions).at(-1);
    const isBeforeButton =
      typeof button?.fieldId === 'string' && buttonIds.has(button.fieldId) && !buttonIds.has(fieldId);
    const row = isBeforeButton ? numberOrZero(button?.row) : end;
    const added = { fieldId, row, column: 0, width: COLUMNS, height: 1 };
    return [
      ...items.map((item) =>
        isBeforeButton && numberOrZero(item.row) >= row ? { ...item, row: numberOrZero(item.row) + 1 } : item,
      ),
      added,
    ];
  });

const isButton = (field: FormField): boolean => field.displayOptions?.displayFieldType === 'PAGE_NAVIGATION';

const buttonIdsOf = (fields: readonly FormField[]): ReadonlySet<string> =>
  new Set(fields.filter(isButton).map((field) => field.id ?? ''));

export const newStep = (name: string): FormStep =>
  mapBreakpoints({ id: crypto.randomUUID(), name, hidden: false } as FormStep, () => []) as FormStep;

/** Adds a new or restored field at the end of a step. Creates the first step if the form has none. */
export function addField(draft: Draft, field: FormField, step: number): Draft {
  const formFields = [...draft.formFields, field];
  const steps = draft.steps.length > 0 ? draft.steps : [newStep('Page 1')];
  const stepIndex = Math.min(Math.max(step, 0), steps.length - 1);
  return sortFields({
    ...draft,
    formFields,
    steps: steps.map((current, index) =>
      index === stepIndex ? withField(current, field.id ?? '', buttonIdsOf(formFields)) : current,
    ),
  });
}

export const removeField = (draft: Draft, fieldId: string): Draft => ({
  ...draft,
  formFields: draft.formFields.filter((field) => field.id !== fieldId),
  steps: draft.steps.map((step) => withoutField(step, fieldId)),
});

/** Moves a field up (-1) or down (1) within its step. */
export function moveField(draft: Draft, fieldId: string, direction: 1 | -1): Draft {
  const stepIndex = stepIndexOf(draft.steps, fieldId);
  const step = draft.steps[stepIndex];
  if (!step) return draft;
  const ids = fieldIdsOf(step);
  const neighborId = ids[ids.indexOf(fieldId) + direction];
  if (neighborId === undefined) return draft;
  return sortFields({
    ...draft,
    steps: draft.steps.map((current, index) =>
      index === stepIndex ? swapFields(current, fieldId, neighborId) : current,
    ),
  });
}

/** Moves a field to the end of another step. */
export function moveToStep(draft: Draft, fieldId: string, to: number): Draft {
  if (!draft.formFields.some((field) => field.id === fieldId)) return draft;
  const buttonIds = buttonIdsOf(draft.formFields);
  return sortFields({
    ...draft,
    steps: draft.steps.map((step, index) => {
      const without = withoutField(step, fieldId);
      return index === to ? withField(without, fieldId, buttonIds) : without;
    }),
  });
}

/** Sorts the list of fields in reading order, because tables and mails show answers in the order of the list. */
const sortFields = (draft: Draft): Draft => ({
  ...draft,
  formFields: sortInReadingOrder(draft.formFields, draft.steps),
});

/** Moves a step to another index, with its fields. */
export function moveStep(draft: Draft, from: number, to: number): Draft {
  const steps = [...draft.steps];
  steps.splice(to, 0, ...steps.splice(from, 1));
  return sortFields({ ...draft, steps });
}

/** Removes a step. Its fields move to the previous step or, if the first step is removed, to the next one. */
export function removeStep(draft: Draft, index: number): Draft {
  const removed = draft.steps[index];
  if (!removed || draft.steps.length < 2) return draft;
  const receiver = index === 0 ? 1 : index - 1;
  const buttonIds = buttonIdsOf(draft.formFields);
  const steps = draft.steps
    .map((step, i) =>
      i === receiver
        ? fieldIdsOf(removed).reduce((result, fieldId) => withField(result, fieldId, buttonIds), step)
        : step,
    )
    .filter((_, i) => i !== index);
  return sortFields({ ...draft, steps });
}
