import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../app/client.ts';
import { useReturnFocus } from '../ui/dialog-focus.ts';
import { describeError, ErrorState } from '../ui/ErrorState.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { useRemoval } from '../ui/use-removal.tsx';
import { type ContactLabel, labelsQuery, refreshContacts } from './queries.ts';

/** The labels of contacts. Users create labels here or in the form of a contact. */
export function Labels({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const labels = useQuery(labelsQuery);
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => admin.call('contacts.labels.create', { body: { label: { displayName: name.trim() } } }),
    onSuccess: () => {
      setName('');
      return refreshContacts();
    },
  });
  const removal = useRemoval<ContactLabel>({
    title: 'Delete this label?',
    action: 'Delete label',
    consequence: ({ displayName }) => `“${displayName}” is removed from all contacts.`,
    remove: ({ key }) => admin.call('contacts.labels.delete', { query: { key } }),
    successMessage: ({ displayName }) => `The label “${displayName}” is deleted.`,
    invalidates: 'contacts',
  });
  return (
    <Modal opened onClose={onClose} title="Labels">
      <Stack>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') create.mutate();
          }}
        >
          <Group align="end" gap="xs" wrap="nowrap">
            <TextInput
              label="New label"
              flex={1}
              maxLength={60}
              value={name}
              error={create.error ? describeError(create.error) : undefined}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={create.isPending}>
              Add
            </Button>
          </Group>
        </form>
        <QueryView query={labels}>
          {(list) =>
            list.length === 0 ? (
              <Text size="sm" c="dimmed">
                No labels yet.
              </Text>
            ) : (
              <Stack gap={4}>
                {list.map((label) => (
                  <Group key={label.key} justify="space-between" wrap="nowrap">
                    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                      {label.displayName}
                    </Text>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Delete the label ${label.displayName}`}
                      onClick={() => removal.ask(label)}
                    >
                      <IconTrash size={17} aria-hidden />
                    </ActionIcon>
                  </Group>
                ))}
              </Stack>
            )
          }
        </QueryView>
        {labels.isError && labels.data && <ErrorState error={labels.error} />}
      </Stack>
      {removal.question}
    </Modal>
  );
}
