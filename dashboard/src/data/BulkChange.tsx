import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useReturnedFocus } from '../ui/dialog-focus.ts';
import { formatNumber } from '../ui/format.ts';
import type { FieldChange } from './bulk-items.ts';
import { FieldInput } from './FieldInput.tsx';
import { refusalOfValue } from './field-checks.ts';
import { type Collection, kindOf, titleOf } from './field-kinds.ts';
import { fromInput, type InputValue, toInput } from './field-values.ts';
import { isSystem } from './item-names.ts';

interface BulkChangeProps {
  collection: Collection;
  /** how many items it changes */
  total: number;
  onClose: () => void;
  onChange: (change: FieldChange) => void;
}

/** One value for one field of many items. Nothing typed takes the value away. */
export function BulkChange({ collection, total, onClose, onChange }: BulkChangeProps) {
  useReturnedFocus();
  const fields = (collection.fields ?? []).filter(
    (field) => !isSystem(field) && kindOf(field) !== 'links' && !field.unique && !field.readOnly,
  );
  const [key, setKey] = useState(fields[0]?.key ?? '');
  const [input, setInput] = useState<InputValue | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const field = fields.find((one) => one.key === key);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!field) return;
    const read = fromInput(kindOf(field), input ?? toInput(kindOf(field), undefined));
    const wrong = 'refusal' in read ? read.refusal : refusalOfValue(field, read.value);
    if (wrong || 'refusal' in read) setRefusal(wrong ?? undefined);
    else onChange({ key, value: read.value });
  };
  return (
    <Modal opened onClose={onClose} title="Change a field" closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {field ? (
            <>
              <NativeSelect
                label="Field"
                value={key}
                data={fields.map((one) => ({ value: one.key, label: titleOf(one) }))}
                onChange={(event) => {
                  setKey(event.currentTarget.value);
                  setInput(null);
                  setRefusal(undefined);
                }}
              />
              <FieldInput
                key={key}
                field={field}
                itemId={null}
                value={input ?? toInput(kindOf(field), undefined)}
                error={refusal}
                readOnly={false}
                onChange={(value) => {
                  setInput(value);
                  setRefusal(undefined);
                }}
              />
              {!field.required && kindOf(field) !== 'boolean' && (
                <Text size="xs" c="dimmed">
                  Nothing typed takes the value away.
                </Text>
              )}
            </>
          ) : (
            <Text size="sm">No field of this collection can be changed for many items at once.</Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!field}>
              Change {total === 1 ? '1 item' : `${formatNumber(total)} items`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
