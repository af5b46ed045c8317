import { Button, Drawer, Group } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import type { FormField, Problem } from '../draft.ts';
import { FieldSettings } from './FieldSettings.tsx';
import { kindOfField, nameOfField } from './field-names.ts';

interface FieldDrawerProps {
  /** Null if the drawer is closed. */
  field: FormField | null;
  problems: readonly Problem[];
  isStored: boolean;
  onChange: (field: FormField) => void;
  onClose: () => void;
}

/** Edits the settings of one field. Each change applies to the draft of the form immediately and is saved with it. */
export function FieldDrawer({ field, problems, isStored, onChange, onClose }: FieldDrawerProps) {
  return (
    <Drawer
      opened={field !== null}
      onClose={onClose}
      title={field ? `${nameOfField(field)} · ${kindOfField(field)}` : ''}
      keepMounted={false}
    >
      {field && (
        <>
          <FieldSettings field={field} problems={problems} isStored={isStored} onChange={onChange} />
          <Group justify="flex-end" mt="lg">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </>
      )}
    </Drawer>
  );
}
