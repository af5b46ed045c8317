import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useReturnFocus } from '../ui/dialog-focus.ts';
import { BulkConfirm } from './BulkConfirm.tsx';
import type { FieldChange } from './bulk-items.ts';
import { FieldInput } from './FieldInput.tsx';
import { validateValue } from './field-checks.ts';
import { type Collection, kindOf, titleOf } from './field-kinds.ts';
import { fromInput, type InputValue, toInput } from './field-values.ts';
import type { Condition } from './filters.ts';
import { isSystem } from './item-names.ts';

interface BulkChangeProps {
  collection: Collection;
  /** Selects the items to change. */
  filter: Condition;
  onClose: () => void;
  onStarted: () => void;
}

/** Sets one field of many items. A preview shows examples before the change starts. An empty input removes the value. */
export function BulkChange({ collection, filter, onClose, onStarted }: BulkChangeProps) {
  useReturnFocus();
  const fields = (collection.fields ?? []).filter(
    (field) => !isSystem(field) && kindOf(field) !== 'links' && !field.unique && !field.readOnly,
  );
  const [key, setKey] = useState(fields[0]?.key ?? '');
  const [input, setInput] = useState<InputValue | null>(null);
  const [error, setError] = useState<string>();
  const [change, setChange] = useState<FieldChange | null>(null);
  const field = fields.find((candidate) => candidate.key === key);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!field) return;
    const read = fromInput(kindOf(field), input ?? toInput(kindOf(field), undefined));
    const problem = 'error' in read ? read.error : validateValue(field, read.value);
    if (problem || 'error' in read) setError(problem ?? undefined);
    else setChange({ key, value: read.value });
  };
  if (field && change) {
    const request = { collectionId: collection.id, filter, change };
    return (
      <Modal opened onClose={onClose} title={`Change ${titleOf(field)}?`} closeOnClickOutside={false}>
        <BulkConfirm
          collection={collection}
          request={request}
          back="Back"
          onBack={() => setChange(null)}
          onStarted={onStarted}
        />
      </Modal>
    );
  }
  return (
    <Modal opened onClose={onClose} title="Change a field" closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {field ? (
            <>
              <NativeSelect
                label="Field"
                value={key}
                data={fields.map((option) => ({ value: option.key, label: titleOf(option) }))}
                onChange={(event) => {
                  setKey(event.currentTarget.value);
                  setInput(null);
                  setError(undefined);
                }}
              />
              <FieldInput
                key={key}
                field={field}
                itemId={null}
                value={input ?? toInput(kindOf(field), undefined)}
                error={error}
                readOnly={false}
                onChange={(value) => {
                  setInput(value);
                  setError(undefined);
                }}
              />
              {!field.required && kindOf(field) !== 'boolean' && (
                <Text size="xs" c="dimmed">
                  Leave it empty to remove the value.
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
              Preview
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
