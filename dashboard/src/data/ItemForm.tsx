import { Button, Group, Stack, Text } from '@mantine/core';
import { PorticoError } from '@portico/sdk/admin';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { admin } from '../app/client.ts';
import { notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { CopyIcon } from '../ui/CopyField.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { formatDateTime } from '../ui/format.ts';
import { FieldInput } from './FieldInput.tsx';
import { type Collection, type Field, type Item, kindOf } from './field-kinds.ts';
import { dateOf, fromInput, type InputValue, toInput } from './field-values.ts';

interface ItemFormProps {
  collection: Collection;
  fields: readonly Field[];
  /** null: a new one */
  item: Item | null;
  readOnly: boolean;
  onDone: () => void;
}

/** Inputs for the fields of an item. Only what was touched is converted; all else is sent as it came. */
export function ItemForm({ collection, fields, item, readOnly, onDone }: ItemFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [touched, setTouched] = useState<ReadonlyMap<string, InputValue>>(new Map());
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const save = useMutation({
    mutationFn: (data: Record<string, unknown>) => write(collection.id, item, data),
    onSuccess: async () => {
      notifySuccess(item ? 'The item is saved.' : 'The item is added.');
      await queryClient.invalidateQueries({ queryKey: ['items', collection.id] });
      onDone();
    },
    onError: (error) => setRefusals(refusalsOf(error, fields)),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readInputs(fields, item, touched);
    setRefusals(read.refusals);
    if (Object.keys(read.refusals).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    } else save.mutate(read.data);
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
            value={touched.get(field.key) ?? toInput(kindOf(field), item?.[field.key])}
            error={refusals[field.key]}
            readOnly={readOnly || field.readOnly === true}
            onChange={(value) => setTouched((before) => new Map(before).set(field.key, value))}
          />
        ))}
        {item && <Origin item={item} />}
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onDone}>
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

function readInputs(fields: readonly Field[], item: Item | null, touched: ReadonlyMap<string, InputValue>) {
  const data: Record<string, unknown> = { ...item };
  const refusals: Record<string, string> = {};
  for (const field of fields) {
    const input = touched.get(field.key);
    if (input !== undefined) {
      const read = fromInput(kindOf(field), input);
      if ('refusal' in read) refusals[field.key] = read.refusal;
      else if (read.value === undefined) delete data[field.key];
      else data[field.key] = read.value;
    }
    const isMissing = data[field.key] === undefined || data[field.key] === null;
    if (field.required && isMissing) refusals[field.key] ??= 'This field must be filled in.';
  }
  return { data, refusals };
}

const write = (dataCollectionId: string, item: Item | null, data: Record<string, unknown>) =>
  item
    ? admin.call('data.items.update', { body: { dataCollectionId, dataItem: { id: item._id, data } } })
    : admin.call('data.items.insert', { body: { dataCollectionId, dataItem: { data } } });

/** The server's violations at their fields; empty when one of them belongs to none. */
function refusalsOf(error: unknown, fields: readonly Field[]): Record<string, string> {
  if (!(error instanceof PorticoError)) return {};
  const refusals: Record<string, string> = {};
  for (const { field: path, description } of error.violations) {
    const field = fields.find(({ key }) => path === key || path.endsWith(`data.${key}`) || path.startsWith(`${key}.`));
    if (!field) return {};
    refusals[field.key] ??= description;
  }
  return refusals;
}
