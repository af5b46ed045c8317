import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { notifySuccess } from '../app/notify.ts';
import { CopyIcon } from '../ui/CopyField.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { formatDateTime } from '../ui/format.ts';
import { refreshItems } from './bulk-items.ts';
import { FieldInput } from './FieldInput.tsx';
import { type Collection, type Field, type Item, kindOf } from './field-kinds.ts';
import { dateOf, type InputValue, toInput } from './field-values.ts';
import { readInputs, refusalsOf, writeItem } from './item-changes.ts';

interface ItemFormProps {
  collection: Collection;
  fields: readonly Field[];
  /** null: a new one */
  item: Item | null;
  readOnly: boolean;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}

/** Inputs for the fields of an item. Only what was touched is converted and sent; all else stays as others leave it. */
export function ItemForm({ collection, fields, item, readOnly, onDirty, onCancel, onDone }: ItemFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [touched, setTouched] = useState<ReadonlyMap<string, InputValue>>(new Map());
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const focusRefusal = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  const save = useMutation({
    mutationFn: (read: ReturnType<typeof readInputs>) => writeItem(collection, item, read),
    onSuccess: async () => {
      notifySuccess(item ? 'The item is saved.' : 'The item is added.');
      await refreshItems(collection.id);
      onDone();
    },
    onError: (error) => {
      setRefusals(refusalsOf(error, fields));
      focusRefusal();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readInputs(fields, item, touched);
    setRefusals(read.refusals);
    if (Object.keys(read.refusals).length > 0) focusRefusal();
    else save.mutate(read);
  };
  const isElsewhere = save.error && Object.keys(refusals).length === 0;

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        {isElsewhere && <ErrorState error={save.error} />}
        {fields.length === 0 && <Text size="sm">This collection has no fields of its own yet.</Text>}
        {fields.map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            collectionId={collection.id}
            itemId={item?._id ?? null}
            value={touched.get(field.key) ?? startOf(field, item)}
            error={refusals[field.key]}
            readOnly={readOnly || field.readOnly === true}
            onChange={(value) => {
              setTouched((before) => new Map(before).set(field.key, value));
              onDirty(true);
            }}
          />
        ))}
        {item && <Origin item={item} />}
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onCancel}>
            {readOnly ? 'Close' : 'Cancel'}
          </Button>
          {!readOnly && (
            <Button type="submit" loading={save.isPending} disabled={item !== null && touched.size === 0}>
              {item ? 'Save' : 'Add item'}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** What an input shows before it is touched: a new item begins with the defaults that the server would fill in. */
function startOf(field: Field, item: Item | null): InputValue {
  return toInput(kindOf(field), item ? item[field.key] : field.defaultValue);
}

function Origin({ item }: { item: Item }) {
  const made = dateOf(item._createdDate);
  const changed = dateOf(item._updatedDate);
  return (
    <Text size="xs" c="dimmed" component="div">
      <Group gap={4} wrap="nowrap">
        Id <code style={{ overflowWrap: 'anywhere' }}>{item._id}</code>
        <CopyIcon value={item._id} label="Copy the id" />
      </Group>
      {made && <div>Made {formatDateTime(made.toISOString())}</div>}
      {changed && <div>Changed {formatDateTime(changed.toISOString())}</div>}
    </Text>
  );
}
