import { Accordion, Group, Menu } from '@mantine/core';
import '@mantine/core/styles/Accordion.css';
import type { ComponentType } from 'react';
import { AddButton } from '../../../ui/AddButton.tsx';
import type { FormField, Problem } from '../draft.ts';
import { moveItem, RowButtons } from '../RowButtons.tsx';
import { useField } from './field-context.ts';
import { fieldKinds } from './field-kinds.ts';
import { nameOfField } from './field-names.ts';
import { newField } from './new-field.ts';
import { SettingsGroup } from './SettingsGroup.tsx';

const FIELDS = 'inputOptions.objectArrayOptions.repeaterOptions.fields';
const ALLOWED_KINDS = [
  'text',
  'longText',
  'email',
  'phone',
  'radio',
  'dropdown',
  'checkboxes',
  'checkbox',
  'number',
  'date',
  'time',
];

export interface FieldSettingsProps {
  field: FormField;
  problems: readonly Problem[];
  /** True for a field that has been saved. Its target can no longer change. */
  isStored: boolean;
  onChange: (field: FormField) => void;
}

/**
 * Edits the fields of the rows that visitors can add.
 * @param Settings the component for the settings of a field. It is a prop, because an import would be circular.
 */
export function RepeaterFields({ Settings }: { Settings: ComponentType<FieldSettingsProps> }) {
  const { get, set, problems, isStored } = useField();
  const value = get(FIELDS);
  const fields = (Array.isArray(value) ? value : []) as FormField[];
  const setFields = (next: readonly FormField[]) => set(FIELDS, [...next]);
  return (
    <SettingsGroup title="Fields of a row">
      <Accordion variant="contained" order={4}>
        {fields.map((field, index) => (
          <Accordion.Item key={field.id ?? index} value={field.id ?? String(index)}>
            <Accordion.Control>{nameOfField(field)}</Accordion.Control>
            <Accordion.Panel>
              <Group justify="flex-end">
                <RowButtons
                  name={nameOfField(field)}
                  isFirst={index === 0}
                  isLast={index === fields.length - 1}
                  onMove={(direction) => setFields(moveItem(fields, index, direction))}
                  onRemove={fields.length > 1 ? () => setFields(fields.filter((_, i) => i !== index)) : undefined}
                />
              </Group>
              <Settings
                field={field}
                isStored={isStored}
                problems={problems.flatMap((problem) =>
                  problem.path.startsWith(`${FIELDS}.${index}.`)
                    ? [{ ...problem, path: problem.path.slice(`${FIELDS}.${index}.`.length) }]
                    : [],
                )}
                onChange={(next) => setFields(fields.map((current, i) => (i === index ? next : current)))}
              />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <Menu position="bottom-start">
        <Menu.Target>
          <AddButton w="fit-content">Add a field to the row</AddButton>
        </Menu.Target>
        <Menu.Dropdown>
          {fieldKinds
            .filter(({ id }) => ALLOWED_KINDS.includes(id))
            .map((kind) => (
              <Menu.Item
                key={kind.id}
                onClick={() =>
                  setFields([
                    ...fields,
                    newField(
                      kind,
                      fields.map(({ inputOptions }) => inputOptions?.target ?? ''),
                    ),
                  ])
                }
              >
                {kind.label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </SettingsGroup>
  );
}
