import { Text } from '@mantine/core';
import type { Column } from '../ui/DataTable.tsx';
import { CellValue } from './CellValue.tsx';
import { type Collection, type Field, type Item, kindOf, titleOf } from './field-kinds.ts';
import { isSystem, MOST_LINKS } from './item-names.ts';

/**
 * The columns of a collection: its display field, its other fields in their order, then those the server keeps.
 * @param names of items that references point to, by their ids
 */
export function columnsOf(
  collection: Collection,
  names: ReadonlyMap<string, string> = new Map(),
): readonly Column<Item>[] {
  const fields = collection.fields ?? [];
  const own = fields.filter((field) => !isSystem(field));
  const system = fields.filter(isSystem);
  const lead = own.find((field) => field.key === collection.displayField) ?? own[0] ?? system[0];
  const ordered = lead
    ? [lead, ...own.filter((field) => field !== lead), ...system.filter((field) => field !== lead)]
    : [];
  return ordered.map((field) => ({
    id: field.key,
    header: titleOf(field),
    isSortable: !['json', 'list', 'links'].includes(kindOf(field)),
    isNumeric: kindOf(field) === 'number',
    cell: (item) => <ItemCell field={field} value={item[field.key]} names={names} isLead={field === lead} />,
  }));
}

interface ItemCellProps {
  field: Field;
  value: unknown;
  names: ReadonlyMap<string, string>;
  isLead: boolean;
}

function ItemCell({ field, value, names, isLead }: ItemCellProps) {
  const empty = isLead ? { ifEmpty: 'Without a name' } : {};
  if (kindOf(field) === 'reference' && typeof value === 'string') return <ReferencedName name={names.get(value)} />;
  if (kindOf(field) === 'links') {
    const ids = Array.isArray(value) ? value : [];
    if (ids.length === 0) return <CellValue field={field} value={null} {...empty} />;
    const shown = ids.slice(0, MOST_LINKS - 1).map((id) => names.get(String(id)) ?? DELETED);
    return shown.join(', ') + (ids.length >= MOST_LINKS ? ', …' : '');
  }
  return <CellValue field={field} value={value} {...empty} />;
}

/** what stands for the name of an item that is gone, or that may not be read */
export const DELETED = 'Deleted item';

function ReferencedName({ name }: { name: string | undefined }) {
  if (name !== undefined) return name;
  return (
    <Text span c="dimmed" fs="italic" inherit>
      {DELETED}
    </Text>
  );
}
