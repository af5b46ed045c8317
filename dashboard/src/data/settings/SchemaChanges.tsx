import { Button, Progress, Stack, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { admin } from '../../app/client.ts';
import { notifyFailure, notifySuccess } from '../../app/notify.ts';
import { ErrorState, sentenceOf } from '../../ui/ErrorState.tsx';
import { formatAgo, formatDate, formatNumber } from '../../ui/format.ts';
import { Scroller } from '../../ui/Scroller.tsx';
import { Section } from '../../ui/Section.tsx';
import { type Collection, typeTitles } from '../field-kinds.ts';
import { refreshCollection, type SchemaChange, schemaChangesQuery } from './queries.ts';

/** What was changed of the fields, how far the stored items have come, and the way back. */
export function SchemaChanges({ collection }: { collection: Collection }) {
  const changes = useQuery(schemaChangesQuery(collection.id));
  const undo = useMutation({
    mutationFn: ({ number }: SchemaChange) =>
      admin.call('data.schemaChanges.undo', { body: { dataCollectionId: collection.id, number } }),
    onSuccess: () => notifySuccess('The change is undone.'),
    onError: (error) => notifyFailure(sentenceOf(error)),
    onSettled: () => refreshCollection(collection.id),
  });
  useRefreshAtEnd(collection.id, changes.data);
  if (changes.error) {
    return (
      <Section title="Changes">
        <ErrorState error={changes.error} retry={() => changes.refetch()} />
      </Section>
    );
  }
  if (!changes.data || changes.data.length === 0) return null;
  return (
    <Section title="Changes" lead="Items are brought to the new shape in the background. Reads answer it at once.">
      <Scroller label="Changes of fields">
        <Table miw={620} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Change</Table.Th>
              <Table.Th>When</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th>Undo</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.data.map((change) => (
              <Table.Tr key={change.number}>
                <Table.Td>
                  {told(change)}
                  {change.kept > 0 && (
                    <Text size="xs" c="dimmed">
                      {change.kept === 1 ? '1 value' : `${formatNumber(change.kept)} values`} stayed as before.
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{formatAgo(change.createdDate)}</Table.Td>
                <Table.Td>
                  <State change={change} />
                </Table.Td>
                <Table.Td>
                  {change.undoableUntil ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      loading={undo.isPending && undo.variables?.number === change.number}
                      disabled={undo.isPending}
                      aria-label={`Undo: ${told(change)}`}
                      title={`Until ${formatDate(change.undoableUntil)}`}
                      onClick={() => undo.mutate(change)}
                    >
                      Undo
                    </Button>
                  ) : (
                    <Text size="sm" c="dimmed">
                      {change.undoneBy ? 'Undone' : 'Not any more'}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroller>
    </Section>
  );
}

function State({ change: { status, done, total } }: { change: SchemaChange }) {
  if (status === 'DONE') return 'Done';
  const text = total === 0 ? 'Begins' : `${formatNumber(done)} of ${formatNumber(total)}`;
  return (
    <Stack gap={4} w={130} role="status">
      <Text size="sm">{text}</Text>
      <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={`Items brought along: ${text}`} animated />
    </Stack>
  );
}

function told({ kind, field, to, fromType, toType }: SchemaChange): string {
  if (kind === 'RENAME') return `${field} is called ${to ?? '?'}`;
  if (kind === 'RETYPE') return `${field}: from ${titleOfType(fromType)} to ${titleOfType(toType)}`;
  if (kind === 'DROP') return `${field} is deleted`;
  return `A change of ${field} is undone`;
}

const titleOfType = (type: string | undefined): string =>
  typeTitles.find(({ value }) => value === type)?.label.toLowerCase() ?? type ?? '?';

/** When the last change on its way has ended, items and collection are asked for anew. */
function useRefreshAtEnd(collectionId: string, changes: readonly SchemaChange[] | undefined): void {
  const isPending = changes?.some(({ status }) => status === 'PENDING') ?? false;
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !isPending) refreshCollection(collectionId);
    wasPending.current = isPending;
  }, [collectionId, isPending]);
}
