import { ActionIcon, Menu, Table, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconPencil } from '@tabler/icons-react';
import { ActionsHeading, RowActions } from '../../ui/RowActions.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { rangeHint } from '../field-checks.ts';
import { type Field, referencedCollection, titleOf, typeTitles } from '../field-kinds.ts';
import type { ChangeKind } from './ChangeField.tsx';
import { levelTitles } from './field-form.ts';

interface FieldTableProps {
  fields: readonly Field[];
  isSaving: boolean;
  onMove: (from: number, to: number) => void;
  onEdit: (field: Field) => void;
  onChange: (field: Field, kind: ChangeKind) => void;
}

export function FieldTable({ fields, isSaving, onMove, onEdit, onChange }: FieldTableProps) {
  if (fields.length === 0) return <Text size="sm">This collection has no fields of its own yet.</Text>;
  return (
    <Scroller label="Fields of the collection">
      <Table miw={620} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th>Asks for</Table.Th>
            <Table.Th>Who sees it</Table.Th>
            <ActionsHeading />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field, index) => {
            const name = titleOf(field);
            const move = (to: number) => ({ isOff: isSaving || !fields[to], act: () => onMove(index, to) });
            const actions = [
              { label: `Move ${name} up`, Icon: IconArrowUp, ...move(index - 1) },
              { label: `Move ${name} down`, Icon: IconArrowDown, ...move(index + 1) },
              { label: `Edit the field ${name}`, Icon: IconPencil, act: () => onEdit(field) },
            ];
            return (
              <Table.Tr key={field.key}>
                <Table.Td fw={500}>
                  {name}
                  <Text size="xs" c="dimmed" fw={400}>
                    {field.key}
                  </Text>
                </Table.Td>
                <Table.Td>
                  {typeTitle(field)}
                  {referencedCollection(field) && (
                    <Text size="xs" c="dimmed">
                      {referencedCollection(field)}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{demandsOf(field) || <span aria-hidden>–</span>}</Table.Td>
                <Table.Td>{field.access ? levelTitles[field.access.read ?? 'ANYONE'] : levelTitles.ANYONE}</Table.Td>
                <RowActions actions={actions}>
                  <ChangeMenu name={name} onChange={(kind) => onChange(field, kind)} />
                </RowActions>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}

function ChangeMenu({ name, onChange }: { name: string; onChange: (kind: ChangeKind) => void }) {
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Change the field ${name}`}>
          <IconDots size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChange('RETYPE')}>Change the type</Menu.Item>
        <Menu.Item onClick={() => onChange('RENAME')}>Rename in code</Menu.Item>
        <Menu.Item c="var(--mantine-color-error)" onClick={() => onChange('DROP')}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const typeTitle = ({ type }: Field): string => typeTitles.find(({ value }) => value === type)?.label ?? type;

const demandsOf = (field: Field): string =>
  [field.required && 'Required.', field.unique && 'Unique.', rangeHint(field)].filter(Boolean).join(' ');
