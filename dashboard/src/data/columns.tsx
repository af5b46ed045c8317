import { Anchor } from '@mantine/core';
import type { Column } from '../ui/DataTable.tsx';
import { CellValue } from './CellValue.tsx';
import { type Collection, type Field, type Item, kindOf, referencedCollection, titleOf } from './field-kinds.ts';

/**
 * The columns of a collection: its own fields in their order, then those the server keeps.
 * @param names of items that references point to, by their ids
 */
export function columnsOf(
  collection: Collection,
  onOpen: (item: Item) => void,
  names: ReadonlyMap<string, string> = new Map(),
): readonly Column<Item>[] {
  const fields = collection.fields ?? [];
  const own = fields.filter((field) => !isSystem(field) && kindOf(field) !== 'links');
  const system = fields.filter(isSystem);
  const lead = own.find((field) => field.key === collection.displayField) ?? own[0] ?? system[0];
  const ordered = lead
    ? [lead, ...own.filter((field) => field !== lead), ...system.filter((field) => field !== lead)]
    : [];
  return ordered.map((field) => ({
    id: field.key,
    header: titleOf(field),
    isSortable: kindOf(field) !== 'json' && kindOf(field) !== 'list',
    isNumeric: kindOf(field) === 'number',
    cell: (item) =>
      field === lead ? (
        <Anchor component="button" type="button" inherit fw={500} ta="start" onClick={() => onOpen(item)}>
          <CellValue field={field} value={item[field.key]} ifEmpty="Without a name" />
        </Anchor>
      ) : (
        <CellValue field={field} value={shownValue(field, item[field.key], names)} />
      ),
  }));
}

const shownValue = (field: Field, value: unknown, names: ReadonlyMap<string, string>): unknown =>
  kindOf(field) === 'reference' && typeof value === 'string' ? (names.get(value) ?? value) : value;

/** The fields that point to one item each. */
export const referencesOf = (collection: Collection): readonly string[] =>
  (collection.fields ?? [])
    .filter((field) => field.type === 'REFERENCE' && referencedCollection(field))
    .map(({ key }) => key);

/** What a person calls the item: the value of the display field, else its id. */
export function nameOfItem(collection: Collection, item: Item): string {
  const key = collection.displayField ?? collection.fields?.find((field) => !isSystem(field))?.key;
  const value = key === undefined ? undefined : item[key];
  return typeof value === 'string' && value !== '' ? value.slice(0, 80) : item._id;
}

export const isSystem = (field: Field): boolean => field.systemField === true || field.key.startsWith('_');
