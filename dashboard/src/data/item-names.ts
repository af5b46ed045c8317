/** What a person calls an item: the value of its collection's display field. */
import { formatDateTime } from '../ui/format.ts';
import { type Collection, type Field, type Item, kindOf, referencedCollection } from './field-kinds.ts';
import { dateOf } from './field-values.ts';
import { valueText } from './value-text.ts';

/** links of a multi-reference that a table asks for: one more than it shows, to tell that there are more */
export const MOST_LINKS = 4;

export interface ReferenceField {
  readonly key: string;
  /** the collection that it points to */
  readonly collectionId: string;
  readonly isMany: boolean;
}

/** The fields that point to items of other collections. */
export const referencesOf = (collection: Pick<Collection, 'fields'>): readonly ReferenceField[] =>
  (collection.fields ?? []).flatMap((field) => {
    const collectionId = referencedCollection(field);
    const kind = kindOf(field);
    if (!collectionId || (kind !== 'reference' && kind !== 'links')) return [];
    return [{ key: field.key, collectionId, isMany: kind === 'links' }];
  });

export const isSystem = (field: Field): boolean => field.systemField === true || field.key.startsWith('_');

/** Never the id, which tells people nothing: an item without a text is named by the moment at which it was made. */
export function nameOfItem(collection: Pick<Collection, 'id' | 'displayField' | 'fields'>, item: Item): string {
  const fields = (collection.fields ?? []).filter((field) => !isSystem(field) && canName(field));
  const field = fields.find(({ key }) => key === collection.displayField) ?? fields[0];
  const name = field ? valueText(field, item[field.key]).trim() : '';
  if (name !== '') return name.slice(0, 80);
  const made = dateOf(item._createdDate);
  return made ? `Item of ${formatDateTime(made.toISOString())}` : 'Item without a name';
}

/** An id or a structure is no name. */
const canName = (field: Field): boolean =>
  field.type === 'ADDRESS' || !['reference', 'links', 'json'].includes(kindOf(field));
