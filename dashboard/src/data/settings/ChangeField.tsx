import { Alert, Button, Code, Group, List, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useReturnFocus } from '../../ui/dialog-focus.ts';
import '@mantine/core/styles/List.css';
import { useDebouncedValue } from '@mantine/hooks';
import type { FieldType } from '@portico/domain/data';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { formatNumber } from '../../ui/format.ts';
import { CollectionSelect } from '../CollectionSelect.tsx';
import { type Collection, type Field, titleOf, typeTitles } from '../field-kinds.ts';
import { metadataOf } from '../new-collection.ts';
import { type ChangeOfField, previewQuery, refreshCollection } from './queries.ts';

export type ChangeKind = ChangeOfField['kind'];

interface ChangeFieldProps {
  collection: Collection;
  field: Field;
  kind: ChangeKind;
  onClose: () => void;
}

const titles: Readonly<Record<ChangeKind, { title: string; action: string; done: string }>> = {
  RENAME: { title: 'Rename in code', action: 'Rename', done: 'The name in code is changed.' },
  RETYPE: { title: 'Change the type', action: 'Change type', done: 'The type is changed.' },
  DROP: { title: 'Delete this field?', action: 'Delete field', done: 'The field is deleted.' },
};

/** Renames, retypes or deletes a field together with its stored values, after a preview. The change can be undone. */
export function ChangeField({ collection, field, kind, onClose }: ChangeFieldProps) {
  useReturnFocus();
  const [newKey, setNewKey] = useState(field.key);
  const [type, setType] = useState<FieldType>(field.type);
  const [target, setTarget] = useState('');
  const change = changeOf(field, kind, { to: newKey.trim(), type, target });
  const [debouncedChange] = useDebouncedValue(change, 300);
  const preview = useQuery(previewQuery(collection.id, debouncedChange));
  const run = useMutation({
    mutationFn: (change: ChangeOfField) =>
      admin.call('data.schemaChanges.create', { body: { dataCollectionId: collection.id, change } }),
    onSuccess: async () => {
      notifySuccess(titles[kind].done);
      await refreshCollection(collection.id);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change) run.mutate(change);
  };
  return (
    <Modal opened onClose={onClose} title={titles[kind].title} closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {run.error && <ErrorState error={run.error} />}
          <Text size="sm">
            {titleOf(field)}, in code <Code>{field.key}</Code>.
          </Text>
          {kind === 'RENAME' && (
            <TextInput
              label="New name in code"
              description="After the change, websites and apps that use the field must use its new name."
              value={newKey}
              maxLength={256}
              data-autofocus
              onChange={(event) => setNewKey(event.currentTarget.value)}
            />
          )}
          {kind === 'RETYPE' && (
            <NativeSelect
              label="New type"
              value={type}
              data={[...typeTitles]}
              onChange={(event) => setType(event.currentTarget.value as FieldType)}
            />
          )}
          {kind === 'RETYPE' && type.endsWith('REFERENCE') && type !== field.type && (
            <CollectionSelect label="Collection it refers to" value={target} onChange={setTarget} />
          )}
          {change && preview.error && <ErrorState error={preview.error} retry={() => preview.refetch()} />}
          {change && preview.data && <Preview kind={kind} preview={preview.data} />}
          <Text size="xs" c="dimmed">
            You can undo this for 30 days, as long as the field is not changed again.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              {...(kind === 'DROP' ? { color: 'red' } : {})}
              loading={run.isPending}
              disabled={!change || preview.isPending || preview.isError}
            >
              {titles[kind].action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface PreviewProps {
  kind: ChangeKind;
  preview: { values: number; converted: number; kept: number; samples: readonly { id: string; value: unknown }[] };
}

function Preview({ kind, preview: { values, converted, kept, samples } }: PreviewProps) {
  const summary =
    values === 0
      ? 'No item has a value in this field.'
      : kind === 'RETYPE'
        ? `${formatNumber(converted)} of ${formatNumber(values)} values can be converted.`
        : `${values === 1 ? '1 item has' : `${formatNumber(values)} items have`} a value in this field.`;
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">{summary}</Text>
      {kept > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          <Text size="sm">
            {kind === 'RENAME'
              ? `${kept === 1 ? '1 item already has' : `${formatNumber(kept)} items already have`} another value under the new name.`
              : kept === 1
                ? '1 value cannot be converted and stays as it is:'
                : `${formatNumber(kept)} values cannot be converted and stay as they are:`}
          </Text>
          <List size="sm" mt={4}>
            {samples.map(({ id, value }) => (
              <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
                {JSON.stringify(value)?.slice(0, 120)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}

interface ChangeInput {
  to: string;
  type: FieldType;
  target: string;
}

/** Returns the change to send, or null if the input is incomplete or changes nothing. */
function changeOf({ key, type }: Field, kind: ChangeKind, input: ChangeInput): ChangeOfField | null {
  if (kind === 'DROP') return { kind, field: key };
  if (kind === 'RENAME') return input.to === '' || input.to === key ? null : { kind, field: key, to: input.to };
  if (input.type === type) return null;
  if (input.type.endsWith('REFERENCE') && input.target === '') return null;
  return { kind, field: key, type: input.type, ...metadataOf({ type: input.type, collection: input.target }) };
}
