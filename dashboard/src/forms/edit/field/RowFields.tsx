import { Accordion, Group, Menu } from '@mantine/core';
import '@mantine/core/styles/Accordion.css';
import type { ComponentType } from 'react';
import { AddButton } from '../../../ui/AddButton.tsx';
import type { FormField, Problem } from '../draft.ts';
import { moved, RowButtons } from '../RowButtons.tsx';
import { useField } from './field-context.ts';
import { fieldKinds } from './field-kinds.ts';
import { nameOfField } from './field-names.ts';
import { newField } from './new-field.ts';
import { Part } from './Part.tsx';

const FIELDS = 'inputOptions.objectArrayOptions.repeaterOptions.fields';
const OFFERED = [
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
  /** saved before: the name of its values stays */
  isStored: boolean;
  onChange: (field: FormField) => void;
}

/**
 * The fields of each row that visitors may add.
 * @param Settings what a field of a row is set with: the same as any other
 */
export function RowFields({ Settings }: { Settings: ComponentType<FieldSettingsProps> }) {
  const { get, set, problems, isStored } = useField();
  const listed = get(FIELDS);
  const fields = (Array.isArray(listed) ? listed : []) as FormField[];
  const setFields = (next: readonly FormField[]) => set(FIELDS, [...next]);
  return (
    <Part title="Fields of a row">
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
                  onMove={(by) => setFields(moved(fields, index, by))}
                  onRemove={fields.length > 1 ? () => setFields(fields.filter((_, at) => at !== index)) : undefined}
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
                onChange={(next) => setFields(fields.map((one, at) => (at === index ? next : one)))}
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
            .filter(({ id }) => OFFERED.includes(id))
            .map((kind) => (
              <Menu.Item
                key={kind.id}
                onClick={() =>
                  setFields([
                    ...fields,
                    newField(
                      kind,
                      fields.map((one) => one.inputOptions?.target ?? ''),
                    ),
                  ])
                }
              >
                {kind.label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </Part>
  );
}
