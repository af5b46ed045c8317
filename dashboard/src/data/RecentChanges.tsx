import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useReturnFocus } from '../ui/dialog-focus.ts';
import { formatAgo, formatDate } from '../ui/format.ts';
import { QueryView } from '../ui/QueryView.tsx';
import classes from './BulkExamples.module.css';
import { type BulkChange, bulkChangesQuery, isRunning, undoBulkChange } from './bulk-changes.ts';
import { describeResult, titleOfChange, undoResultText } from './bulk-texts.ts';
import { type Collection, titleOf } from './field-kinds.ts';

interface RecentChangesProps {
  collection: Collection;
  mayUndo: boolean;
  onClose: () => void;
}

/** The bulk changes of the last 30 days, each with an undo button. */
export function RecentChanges({ collection, mayUndo, onClose }: RecentChangesProps) {
  useReturnFocus();
  const changes = useQuery(bulkChangesQuery(collection.id));
  return (
    <Modal opened onClose={onClose} title="Recent bulk changes">
      <QueryView query={changes}>
        {(changes) =>
          changes.length === 0 ? (
            <Text size="sm">There were no bulk changes in the last 30 days.</Text>
          ) : (
            <ul className={classes.list} aria-label="Recent changes">
              {changes.map((change) => (
                <li key={change.id} className={classes.example}>
                  <Group justify="space-between" wrap="nowrap" align="flex-start">
                    <Change collection={collection} change={change} />
                    {mayUndo && change.undoableUntil && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        style={{ flexShrink: 0 }}
                        aria-label={`Undo: ${titleIn(collection, change)}`}
                        title={`Until ${formatDate(change.undoableUntil)}`}
                        onClick={() => {
                          onClose();
                          void undoBulkChange(collection.id, change);
                        }}
                      >
                        Undo
                      </Button>
                    )}
                  </Group>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Modal>
  );
}

function Change({ collection, change }: { collection: Collection; change: BulkChange }) {
  return (
    <Stack gap={2}>
      <Text size="sm" fw={500}>
        {titleIn(collection, change)}
      </Text>
      <Text size="sm" c="dimmed">
        {capitalize(formatAgo(change.createdDate))}. {stateOf(change)}
      </Text>
    </Stack>
  );
}

const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const titleIn = (collection: Collection, change: BulkChange): string =>
  titleOfChange(change, (key) => {
    const field = collection.fields?.find((field) => field.key === key);
    return field ? titleOf(field) : key;
  });

function stateOf(change: BulkChange): string {
  if (isRunning(change)) return 'In progress.';
  if (change.undoneBy) return 'Undone.';
  if (change.status === 'FAILED') return `${describeResult(change)} ${change.failure ?? ''}`;
  if (change.skipped === 0) return '';
  return change.kind === 'UNDO' ? undoResultText(change) : describeResult(change);
}
