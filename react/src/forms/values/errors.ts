import type { FieldError } from '@portico/sdk';
import type { FieldView } from '../view/field-view.ts';
import { pathOf } from './names.ts';

/** Kinds of fields whose value has parts that are not fields. Errors of a part are shown at the field. */
const ATOMIC_KINDS = ['files', 'signature', 'products', 'donation', 'amount', 'fixedPrice', 'tags', 'checkboxes'];

/** A field and the path of its value. */
export interface FieldLocation {
  readonly field: FieldView;
  readonly path: string;
  readonly label: string;
}

/**
 * Returns the field that an error belongs to: the closest one at or above its path. Undefined for an error of the form
 * itself.
 */
export function locateField(fields: readonly FieldView[], errorPath: string, prefix = ''): FieldLocation | undefined {
  for (const field of fields) {
    if (field.target === '') continue;
    const path = pathOf(prefix, field.target);
    if (errorPath !== path && !errorPath.startsWith(`${path}/`)) continue;
    if (errorPath === path || ATOMIC_KINDS.includes(field.kind)) return { field, path, label: field.label };
    return locateInnerField(field, path, errorPath) ?? { field, path, label: field.label };
  }
  return undefined;
}

function locateInnerField(field: FieldView, path: string, errorPath: string): FieldLocation | undefined {
  const rest = errorPath.slice(path.length + 1);
  if (field.kind === 'address' || field.kind === 'appointment') {
    return { field, path: errorPath, label: field.label };
  }
  if (field.kind === 'group') return withLabel(field.label, locateField(field.fields, errorPath, path));
  const [row] = rest.split('/');
  if (field.kind !== 'repeater' || !/^\d+$/.test(row ?? '')) return undefined;
  return withLabel(
    `${field.label} ${Number(row) + 1}`,
    locateField(field.fields, errorPath, pathOf(path, row as string)),
  );
}

const withLabel = (label: string, location: FieldLocation | undefined): FieldLocation | undefined =>
  location && { ...location, label: `${label}: ${location.label}` };

/** Returns the first error of each field, in the order of the fields. */
export function errorsByField(
  fields: readonly FieldView[],
  errors: readonly FieldError[],
): ReadonlyMap<string, FieldError> {
  const byPath = new Map<string, FieldError>();
  const order = new Map(fields.map(({ target }, index) => [target, index]));
  const indexOf = ({ errorPath }: FieldError): number => order.get(errorPath.split('/')[0] ?? '') ?? fields.length;
  for (const error of [...errors].sort((a, b) => indexOf(a) - indexOf(b))) {
    const path = locateField(fields, error.errorPath)?.path ?? error.errorPath;
    if (!byPath.has(path)) byPath.set(path, error);
  }
  return byPath;
}
