import { isObject } from '../model.ts';
import { breakpoints, formLimits } from '../vocabulary.ts';
import { type FormToCheck, type FormViolation, violation } from './form-violation.ts';

/** Checks the layout items. Each item refers to a field of the form or holds a group of items. */
export function checkLayout({ steps = [], formFields = [] }: FormToCheck): FormViolation[] {
  const ids = new Set(formFields.map((field) => field.id));
  return steps.flatMap(({ layout }, index) => {
    if (!isObject(layout)) return [];
    return breakpoints.flatMap((size) => {
      const breakpoint = layout[size];
      const items = isObject(breakpoint) ? breakpoint.items : undefined;
      return checkItems(items, `steps.${index}.layout.${size}.items`, ids, formLimits.groupDepth);
    });
  });
}

function checkItems(
  items: unknown,
  path: string,
  ids: ReadonlySet<string | undefined>,
  depth: number,
): FormViolation[] {
  if (items === undefined) return [];
  if (!Array.isArray(items)) return [invalidLayout(path, 'must be a list')];
  if (depth === 0) return [invalidLayout(path, `groups are nested deeper than ${formLimits.groupDepth} levels`)];
  return items.flatMap((item: unknown, index) => checkItem(item, `${path}.${index}`, ids, depth));
}

function checkItem(item: unknown, path: string, ids: ReadonlySet<string | undefined>, depth: number): FormViolation[] {
  if (!isObject(item)) return [invalidLayout(path, 'must be an object')];
  const numbers = ['row', 'column', 'width', 'height']
    .filter((name) => !isGridNumber(item[name]))
    .map((name) => invalidLayout(`${path}.${name}`, 'must be a non-negative number'));
  if (isObject(item.group)) {
    return [...numbers, ...checkItems(item.group.items, `${path}.group.items`, ids, depth - 1)];
  }
  const { fieldId } = item;
  if (typeof fieldId === 'string' && ids.has(fieldId)) return numbers;
  return [
    ...numbers,
    invalidLayout(`${path}.fieldId`, `there is no field ${String(fieldId ?? '(none)').slice(0, 50)} in the form`),
  ];
}

const isGridNumber = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'number' && Number.isFinite(value) && value >= 0);

const invalidLayout = (field: string, description: string): FormViolation =>
  violation(field, description, 'INVALID_FORM_STEPS');
