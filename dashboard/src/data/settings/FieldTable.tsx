import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconPencil } from '@tabler/icons-react';
import { ListTable } from '../../ui/ListTable.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { describeRange } from '../field-checks.ts';
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
  if (fields.length === 0) return <Text size="sm">This collection has no fields yet.</Text>;
  return (
    <ListTable
      label="Fields of the collection"
      rows={fields}
      rowId={({ key }) => key}
      columns={[
        {
          header: 'Name',
          cell: (field) => (
            <>
              {titleOf(field)}
              <Text size="xs" c="dimmed" fw={400}>
                {field.key}
              </Text>
            </>
          ),
        },
        {
          header: 'Type',
          cell: (field) => (
            <>
              {typeTitle(field)}
              {referencedCollection(field) && (
                <Text size="xs" c="dimmed">
                  {referencedCollection(field)}
                </Text>
              )}
            </>
          ),
        },
        { header: 'Rules', cell: constraintsOf },
        { header: 'Who can see it', cell: ({ access }) => levelTitles[access?.read ?? 'ANYONE'] },
      ]}
      actions={(field) => {
        const index = fields.indexOf(field);
        const name = titleOf(field);
        const move = (to: number) => ({ isDisabled: isSaving || !fields[to], onClick: () => onMove(index, to) });
        return (
          <>
            <ChangeMenu name={name} onChange={(kind) => onChange(field, kind)} />
            <RowActions
              actions={[
                { label: `Move ${name} up`, Icon: IconArrowUp, ...move(index - 1) },
                { label: `Move ${name} down`, Icon: IconArrowDown, ...move(index + 1) },
                { label: `Edit the field ${name}`, Icon: IconPencil, onClick: () => onEdit(field) },
              ]}
            />
          </>
        );
      }}
    />
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

const constraintsOf = (field: Field): string =>
  [field.required && 'Required.', field.unique && 'Unique.', describeRange(field)].filter(Boolean).join(' ');
