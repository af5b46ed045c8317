import { Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { ListTable } from '../../ui/ListTable.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { fieldTypeTitles, type MemberField } from './member-fields.ts';

interface MemberFieldTableProps {
  fields: readonly MemberField[];
  isSaving: boolean;
  onMove: (from: number, to: number) => void;
  onEdit: (field: MemberField) => void;
  onDelete: (field: MemberField) => void;
}

/** The fields in the order in which members see them. */
export function MemberFieldTable({ fields, isSaving, onMove, onEdit, onDelete }: MemberFieldTableProps) {
  return (
    <ListTable
      label="Fields of members"
      rows={fields}
      rowId={({ key }) => key}
      columns={[
        {
          header: 'Name',
          cell: ({ name, choices }) => (
            <>
              {name}
              {choices && (
                <Text size="xs" c="dimmed" fw={400}>
                  {choices.join(', ')}
                </Text>
              )}
            </>
          ),
        },
        { header: 'Kind', cell: ({ type }) => fieldTypeTitles[type] },
        { header: 'Filled in by', cell: ({ editableByMember }) => (editableByMember ? 'Members' : 'Only you') },
        { header: 'Name in code', cell: ({ key }) => <code>{key}</code> },
      ]}
      actions={(field) => {
        const index = fields.indexOf(field);
        return (
          <RowActions
            actions={[
              {
                label: `Move ${field.name} up`,
                Icon: IconArrowUp,
                isDisabled: isSaving || index === 0,
                onClick: () => onMove(index, index - 1),
              },
              {
                label: `Move ${field.name} down`,
                Icon: IconArrowDown,
                isDisabled: isSaving || index === fields.length - 1,
                onClick: () => onMove(index, index + 1),
              },
              { label: `Edit the field ${field.name}`, Icon: IconPencil, onClick: () => onEdit(field) },
              { label: `Delete the field ${field.name}`, Icon: IconTrash, onClick: () => onDelete(field) },
            ]}
          />
        );
      }}
    />
  );
}
