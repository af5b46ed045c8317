import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { notifySuccess } from '../app/notify.ts';
import { CopyIcon } from '../ui/CopyField.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { focusFirstInvalid, showErrors } from '../ui/form-errors.ts';
import { formatDateTime } from '../ui/format.ts';
import { refreshItems } from './bulk-items.ts';
import { FieldInput } from './FieldInput.tsx';
import { type Collection, type Field, type Item, kindOf } from './field-kinds.ts';
import { dateOf, type InputValue, toInput } from './field-values.ts';
import { fieldErrorsOf, readInputs, writeItem } from './item-changes.ts';

interface ItemFormProps {
  collection: Collection;
  fields: readonly Field[];
  /** Null for a new item. */
  item: Item | null;
  readOnly: boolean;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}

/** The form for an item. A save sends only changed fields, so that it does not overwrite changes of other users. */
export function ItemForm({ collection, fields, item, readOnly, onDirty, onCancel, onDone }: ItemFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [changedInputs, setChangedInputs] = useState<ReadonlyMap<string, InputValue>>(new Map());
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const save = useMutation({
    mutationFn: (read: ReturnType<typeof readInputs>) => writeItem(collection, item, read),
    onSuccess: async () => {
      notifySuccess(item ? 'The item is saved.' : 'The item is added.');
      await refreshItems(collection.id);
      onDone();
    },
    onError: (error) => {
      showErrors(form.current, () => setErrors(fieldErrorsOf(error, fields)));
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readInputs(fields, item, changedInputs);
    setErrors(read.errors);
    if (Object.keys(read.errors).length > 0) focusFirstInvalid(form.current);
    else save.mutate(read);
  };
  const hasFormError = save.error && Object.keys(errors).length === 0;

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        {hasFormError && <ErrorState error={save.error} />}
        {fields.length === 0 && <Text size="sm">This collection has no fields yet.</Text>}
        {fields.map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            collectionId={collection.id}
            itemId={item?._id ?? null}
            value={changedInputs.get(field.key) ?? initialInput(field, item)}
            error={errors[field.key]}
            readOnly={readOnly || field.readOnly === true}
            onChange={(value) => {
              setChangedInputs((before) => new Map(before).set(field.key, value));
              onDirty(true);
            }}
          />
        ))}
        {item && <ItemMetadata item={item} />}
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onCancel}>
            {readOnly ? 'Close' : 'Cancel'}
          </Button>
          {!readOnly && (
            <Button type="submit" loading={save.isPending} disabled={item !== null && changedInputs.size === 0}>
              {item ? 'Save' : 'Add item'}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Returns the initial value of an input. New items start with the default values, as on the server. */
function initialInput(field: Field, item: Item | null): InputValue {
  return toInput(kindOf(field), item ? item[field.key] : field.defaultValue);
}

function ItemMetadata({ item }: { item: Item }) {
  const createdAt = dateOf(item._createdDate);
  const changedAt = dateOf(item._updatedDate);
  return (
    <Text size="xs" c="dimmed" component="div">
      <Group gap={4} wrap="nowrap">
        Id <code style={{ overflowWrap: 'anywhere' }}>{item._id}</code>
        <CopyIcon value={item._id} label="Copy the id" />
      </Group>
      {createdAt && <div>Created {formatDateTime(createdAt.toISOString())}</div>}
      {changedAt && <div>Changed {formatDateTime(changedAt.toISOString())}</div>}
    </Text>
  );
}
