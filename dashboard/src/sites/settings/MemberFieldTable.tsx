import { Table, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { ActionsHeading, RowActions } from '../../ui/RowActions.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { fieldTypeTitles, type MemberField } from './member-fields.ts';

interface MemberFieldTableProps {
  fields: readonly MemberField[];
  isSaving: boolean;
  onMove: (from: number, to: number) => void;
  onEdit: (field: MemberField) => void;
  onDelete: (field: MemberField) => void;
}

/** The fields in the order members see them. */
export function MemberFieldTable({ fields, isSaving, onMove, onEdit, onDelete }: MemberFieldTableProps) {
  return (
    <Scroller label="Fields of members">
      <Table miw={600} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Kind</Table.Th>
            <Table.Th>Filled in by</Table.Th>
            <Table.Th>Name in code</Table.Th>
            <ActionsHeading />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field, index) => {
            const actions = [
              {
                label: `Move ${field.name} up`,
                Icon: IconArrowUp,
                isOff: isSaving || index === 0,
                act: () => onMove(index, index - 1),
              },
              {
                label: `Move ${field.name} down`,
                Icon: IconArrowDown,
                isOff: isSaving || index === fields.length - 1,
                act: () => onMove(index, index + 1),
              },
              { label: `Edit the field ${field.name}`, Icon: IconPencil, act: () => onEdit(field) },
              { label: `Delete the field ${field.name}`, Icon: IconTrash, act: () => onDelete(field) },
            ];
            return (
              <Table.Tr key={field.key}>
                <Table.Td fw={500}>
                  {field.name}
                  {field.choices && (
                    <Text size="xs" c="dimmed">
                      {field.choices.join(', ')}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{fieldTypeTitles[field.type]}</Table.Td>
                <Table.Td>{field.editableByMember ? 'Members' : 'You alone'}</Table.Td>
                <Table.Td>
                  <code>{field.key}</code>
                </Table.Td>
                <RowActions actions={actions} />
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}
