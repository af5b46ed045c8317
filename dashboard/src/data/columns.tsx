import { Text } from '@mantine/core';
import type { Column } from '../ui/DataTable.tsx';
import { CellValue } from './CellValue.tsx';
import { type Collection, type Field, type Item, kindOf, titleOf } from './field-kinds.ts';
import { isSystem, MAX_SHOWN_LINKS } from './item-names.ts';

/**
 * Returns the columns of a collection: its display field, its other fields in their order, then the system fields.
 * @param names names of referenced items by their ids
 */
export function columnsOf(
  collection: Collection,
  names: ReadonlyMap<string, string> = new Map(),
): readonly Column<Item>[] {
  const fields = collection.fields ?? [];
  const userFields = fields.filter((field) => !isSystem(field));
  const system = fields.filter(isSystem);
  const firstField = userFields.find((field) => field.key === collection.displayField) ?? userFields[0] ?? system[0];
  const orderedFields = firstField
    ? [
        firstField,
        ...userFields.filter((field) => field !== firstField),
        ...system.filter((field) => field !== firstField),
      ]
    : [];
  return orderedFields.map((field) => ({
    id: field.key,
    header: titleOf(field),
    isSortable: !['json', 'list', 'links'].includes(kindOf(field)),
    isNumeric: kindOf(field) === 'number',
    cell: (item) => <ItemCell field={field} value={item[field.key]} names={names} isFirst={field === firstField} />,
  }));
}

interface ItemCellProps {
  field: Field;
  value: unknown;
  names: ReadonlyMap<string, string>;
  isFirst: boolean;
}

function ItemCell({ field, value, names, isFirst }: ItemCellProps) {
  const emptyCellProps = isFirst ? { ifEmpty: 'Without a name' } : {};
  if (kindOf(field) === 'reference' && typeof value === 'string') return <ReferencedName name={names.get(value)} />;
  if (kindOf(field) === 'links') {
    const ids = Array.isArray(value) ? value : [];
    if (ids.length === 0) return <CellValue field={field} value={null} {...emptyCellProps} />;
    const shown = ids.slice(0, MAX_SHOWN_LINKS - 1).map((id) => names.get(String(id)) ?? DELETED);
    return shown.join(', ') + (ids.length >= MAX_SHOWN_LINKS ? ', …' : '');
  }
  return <CellValue field={field} value={value} {...emptyCellProps} />;
}

/** Shown instead of the name of a referenced item that is deleted or that the user may not read. */
export const DELETED = 'Deleted item';

function ReferencedName({ name }: { name: string | undefined }) {
  if (name !== undefined) return name;
  return (
    <Text span c="dimmed" fs="italic" inherit>
      {DELETED}
    </Text>
  );
}
