/** Finds the names under which the dashboard shows items: the values of the display field of their collection. */
import { formatDateTime } from '../ui/format.ts';
import { type Collection, type Field, type Item, kindOf, referencedCollection } from './field-kinds.ts';
import { dateOf } from './field-values.ts';
import { formatValue } from './value-text.ts';

/** A table requests this many links of a multi-reference field: one more than it shows, to know if there are more. */
export const MAX_SHOWN_LINKS = 4;

export interface ReferenceField {
  readonly key: string;
  /** Id of the collection that the field refers to. */
  readonly collectionId: string;
  readonly isMultiReference: boolean;
}

/** Returns the reference and multi-reference fields of a collection. */
export const referencesOf = (collection: Pick<Collection, 'fields'>): readonly ReferenceField[] =>
  (collection.fields ?? []).flatMap((field) => {
    const collectionId = referencedCollection(field);
    const kind = kindOf(field);
    if (!collectionId || (kind !== 'reference' && kind !== 'links')) return [];
    return [{ key: field.key, collectionId, isMultiReference: kind === 'links' }];
  });

export const isSystem = (field: Field): boolean => field.systemField === true || field.key.startsWith('_');

/** Returns the field that names an item: the display field of the collection, or the first suitable field. */
export function nameFieldOf({ displayField, fields = [] }: Pick<Collection, 'displayField' | 'fields'>) {
  const candidates = fields.filter((field) => !isSystem(field) && isNameField(field));
  return candidates.find(({ key }) => key === displayField) ?? candidates[0];
}

/** Returns the name of an item: the value of its display field or, if that is empty, a text with the creation date. */
export function nameOfItem(collection: Pick<Collection, 'id' | 'displayField' | 'fields'>, item: Item): string {
  const field = nameFieldOf(collection);
  const name = field ? formatValue(field, item[field.key]).trim() : '';
  if (name !== '') return name.slice(0, 80);
  const created = dateOf(item._createdDate);
  return created ? `Item of ${formatDateTime(created.toISOString())}` : 'Item without a name';
}

/** Returns true if values of the field can be names. References and JSON cannot. */
const isNameField = (field: Field): boolean =>
  field.type === 'ADDRESS' || !['reference', 'links', 'json'].includes(kindOf(field));
