import { isObject } from '../model.ts';
import { breakpoints, formLimits } from '../vocabulary.ts';
import { type FormToCheck, type FormViolation, violation } from './form-violation.ts';

/** Checks the layout items. Each item refers to a field of the form or holds a group of items. */
export function layoutViolations({ steps = [], formFields = [] }: FormToCheck): FormViolation[] {
  const ids = new Set(formFields.map((field) => field.id));
  return steps.flatMap(({ layout }, index) => {
    if (!isObject(layout)) return [];
    return breakpoints.flatMap((size) => {
      const breakpoint = layout[size];
      const items = isObject(breakpoint) ? breakpoint.items : undefined;
      return itemsViolations(items, `steps.${index}.layout.${size}.items`, ids, formLimits.groupDepth);
    });
  });
}

function itemsViolations(
  items: unknown,
  path: string,
  ids: ReadonlySet<string | undefined>,
  depth: number,
): FormViolation[] {
  if (items === undefined) return [];
  if (!Array.isArray(items)) return [wrong(path, 'must be a list')];
  if (depth === 0) return [wrong(path, `groups are nested deeper than ${formLimits.groupDepth} levels`)];
  return items.flatMap((item: unknown, index) => itemViolations(item, `${path}.${index}`, ids, depth));
}

function itemViolations(
  item: unknown,
  path: string,
  ids: ReadonlySet<string | undefined>,
  depth: number,
): FormViolation[] {
  if (!isObject(item)) return [wrong(path, 'must be an object')];
  const numbers = ['row', 'column', 'width', 'height']
    .filter((name) => !isGridNumber(item[name]))
    .map((name) => wrong(`${path}.${name}`, 'must be a non-negative number'));
  if (isObject(item.group)) {
    return [...numbers, ...itemsViolations(item.group.items, `${path}.group.items`, ids, depth - 1)];
  }
  const { fieldId } = item;
  if (typeof fieldId === 'string' && ids.has(fieldId)) return numbers;
  return [
    ...numbers,
    wrong(`${path}.fieldId`, `there is no field ${String(fieldId ?? '(none)').slice(0, 50)} in the form`),
  ];
}

const isGridNumber = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'number' && Number.isFinite(value) && value >= 0);

const wrong = (field: string, description: string): FormViolation =>
  violation(field, description, 'INVALID_FORM_STEPS');
