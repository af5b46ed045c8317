import type { FieldError } from '@portico/sdk';
import type { FieldView } from '../view/field-view.ts';
import { pathOf } from './names.ts';

/** Kinds whose value has parts that are no fields of their own: an error in a part shows at the field. */
const WHOLE = ['files', 'signature', 'products', 'donation', 'amount', 'fixedPrice', 'tags', 'checkboxes'];

/** A field at the place of its value. */
export interface Spot {
  readonly field: FieldView;
  readonly path: string;
  readonly label: string;
}

/** The field that an error belongs to: the nearest at or above its path; undefined for one of the form as a whole. */
export function spotOf(fields: readonly FieldView[], errorPath: string, prefix = ''): Spot | undefined {
  for (const field of fields) {
    if (field.target === '') continue;
    const path = pathOf(prefix, field.target);
    if (errorPath !== path && !errorPath.startsWith(`${path}/`)) continue;
    if (errorPath === path || WHOLE.includes(field.kind)) return { field, path, label: field.label };
    return innerSpot(field, path, errorPath) ?? { field, path, label: field.label };
  }
  return undefined;
}

function innerSpot(field: FieldView, path: string, errorPath: string): Spot | undefined {
  const rest = errorPath.slice(path.length + 1);
  if (field.kind === 'address' || field.kind === 'appointment') {
    return { field, path: errorPath, label: field.label };
  }
  if (field.kind === 'group') return labelled(field.label, spotOf(field.fields, errorPath, path));
  const [row] = rest.split('/');
  if (field.kind !== 'repeater' || !/^\d+$/.test(row ?? '')) return undefined;
  return labelled(`${field.label} ${Number(row) + 1}`, spotOf(field.fields, errorPath, pathOf(path, row as string)));
}

const labelled = (label: string, spot: Spot | undefined): Spot | undefined =>
  spot && { ...spot, label: `${label}: ${spot.label}` };

/** The errors at their fields, one a field, in the order of the fields: what is wrong first is said. */
export function errorsBySpot(
  fields: readonly FieldView[],
  errors: readonly FieldError[],
): ReadonlyMap<string, FieldError> {
  const byPath = new Map<string, FieldError>();
  const order = new Map(fields.map(({ target }, index) => [target, index]));
  const placeOf = ({ errorPath }: FieldError): number => order.get(errorPath.split('/')[0] ?? '') ?? fields.length;
  for (const error of errors.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const path = spotOf(fields, error.errorPath)?.path ?? error.errorPath;
    if (!byPath.has(path)) byPath.set(path, error);
  }
  return byPath;
}
