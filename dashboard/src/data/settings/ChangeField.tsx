import { Alert, Button, Code, Group, List, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useReturnedFocus } from '../../ui/dialog-focus.ts';
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
  RENAME: { title: 'Rename in code', action: 'Rename', done: 'The field has its new name in code.' },
  RETYPE: { title: 'Change the type', action: 'Change type', done: 'The field has its new type.' },
  DROP: { title: 'Delete this field?', action: 'Delete field', done: 'The field is deleted.' },
};

/** A change of a field that takes the stored values along: first what it would do, then it. It can be undone. */
export function ChangeField({ collection, field, kind, onClose }: ChangeFieldProps) {
  useReturnedFocus();
  const [to, setTo] = useState(field.key);
  const [type, setType] = useState<FieldType>(field.type);
  const [target, setTarget] = useState('');
  const change = changeOf(field, kind, { to: to.trim(), type, target });
  const [asked] = useDebouncedValue(change, 300);
  const preview = useQuery(previewQuery(collection.id, asked));
  const run = useMutation({
    mutationFn: (wanted: ChangeOfField) =>
      admin.call('data.schemaChanges.create', { body: { dataCollectionId: collection.id, change: wanted } }),
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
              description="Sites and apps that use the field must use the new name from then on."
              value={to}
              maxLength={256}
              data-autofocus
              onChange={(event) => setTo(event.currentTarget.value)}
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
            <CollectionSelect label="Points to the collection" value={target} onChange={setTarget} />
          )}
          {change && preview.error && <ErrorState error={preview.error} retry={() => preview.refetch()} />}
          {change && preview.data && <Preview kind={kind} preview={preview.data} />}
          <Text size="xs" c="dimmed">
            It can be undone for 30 days, as long as the field is not changed again.
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
  const told =
    values === 0
      ? 'No item holds a value in this field.'
      : kind === 'RETYPE'
        ? `${formatNumber(converted)} of ${formatNumber(values)} values convert.`
        : `${values === 1 ? '1 item holds' : `${formatNumber(values)} items hold`} a value in this field.`;
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">{told}</Text>
      {kept > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          <Text size="sm">
            {kind === 'RENAME'
              ? `${kept === 1 ? '1 item holds' : `${formatNumber(kept)} items hold`} something else under the new name already.`
              : kept === 1
                ? '1 value does not convert and stays as it is:'
                : `${formatNumber(kept)} values do not convert and stay as they are:`}
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

interface Wanted {
  to: string;
  type: FieldType;
  target: string;
}

/** The change as it is sent; null as long as it says nothing new. */
function changeOf({ key, type }: Field, kind: ChangeKind, wanted: Wanted): ChangeOfField | null {
  if (kind === 'DROP') return { kind, field: key };
  if (kind === 'RENAME') return wanted.to === '' || wanted.to === key ? null : { kind, field: key, to: wanted.to };
  if (wanted.type === type) return null;
  if (wanted.type.endsWith('REFERENCE') && wanted.target === '') return null;
  return { kind, field: key, type: wanted.type, ...metadataOf({ type: wanted.type, collection: wanted.target }) };
}
