import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { admin } from '../../app/client.ts';
import { notifyFailure, notifySuccess } from '../../app/notify.ts';
import { describeError, ErrorState } from '../../ui/ErrorState.tsx';
import { formatAgo, formatDate, formatNumber } from '../../ui/format.ts';
import { ListTable } from '../../ui/ListTable.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Section } from '../../ui/Section.tsx';
import { type Collection, typeTitles } from '../field-kinds.ts';
import { refreshCollection, type SchemaChange, schemaChangesQuery } from './queries.ts';

/** The recent changes of fields with their progress and an undo button. */
export function SchemaChanges({ collection }: { collection: Collection }) {
  const changes = useQuery(schemaChangesQuery(collection.id));
  const undo = useMutation({
    mutationFn: ({ number }: SchemaChange) =>
      admin.call('data.schemaChanges.undo', { body: { dataCollectionId: collection.id, number } }),
    onSuccess: () => notifySuccess('The change is undone.'),
    onError: (error) => notifyFailure(describeError(error)),
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
    <Section title="Changes" lead="Stored items are updated in the background. Websites see the change at once.">
      <ListTable
        label="Changes of fields"
        rows={changes.data}
        rowId={({ number }) => number}
        columns={[
          {
            header: 'Change',
            cell: (change) => (
              <>
                {describeChange(change)}
                {change.kept > 0 && (
                  <Text size="xs" c="dimmed" fw={400}>
                    {change.kept === 1
                      ? '1 value was not changed.'
                      : `${formatNumber(change.kept)} values were not changed.`}
                  </Text>
                )}
              </>
            ),
          },
          { header: 'When', cell: ({ createdDate }) => formatAgo(createdDate) },
          { header: 'State', cell: (change) => <ChangeState change={change} /> },
        ]}
        actions={(change) =>
          change.undoableUntil ? (
            <Button
              size="compact-sm"
              variant="default"
              loading={undo.isPending && undo.variables?.number === change.number}
              disabled={undo.isPending}
              aria-label={`Undo: ${describeChange(change)}`}
              title={`Until ${formatDate(change.undoableUntil)}`}
              onClick={() => undo.mutate(change)}
            >
              Undo
            </Button>
          ) : (
            <Text size="sm" c="dimmed">
              {change.undoneBy ? 'Undone' : 'Cannot be undone'}
            </Text>
          )
        }
      />
    </Section>
  );
}

function ChangeState({ change: { status, done, total } }: { change: SchemaChange }) {
  if (status === 'DONE') return 'Done';
  const text = total === 0 ? 'Starting' : `${formatNumber(done)} of ${formatNumber(total)}`;
  return (
    <Stack gap={4} w={130} role="status">
      <Text size="sm">{text}</Text>
      <ProgressBar label={`Items updated: ${text}`} percent={total === 0 ? 0 : (done / total) * 100} />
    </Stack>
  );
}

function describeChange({ kind, field, to, fromType, toType }: SchemaChange): string {
  if (kind === 'RENAME') return `${field} renamed to ${to ?? '?'}`;
  if (kind === 'RETYPE') return `${field}: from ${titleOfType(fromType)} to ${titleOfType(toType)}`;
  if (kind === 'DROP') return `${field} deleted`;
  return `Change of ${field} undone`;
}

const titleOfType = (type: string | undefined): string =>
  typeTitles.find(({ value }) => value === type)?.label.toLowerCase() ?? type ?? '?';

/** Refetches items and collection when the last pending change has ended. */
function useRefreshAtEnd(collectionId: string, changes: readonly SchemaChange[] | undefined): void {
  const isPending = changes?.some(({ status }) => status === 'PENDING') ?? false;
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !isPending) refreshCollection(collectionId);
    wasPending.current = isPending;
  }, [collectionId, isPending]);
}
