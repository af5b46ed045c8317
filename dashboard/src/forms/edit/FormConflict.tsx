import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { formatAgo } from '../../ui/format.ts';
import { draftParts } from './draft.ts';
import type { DraftConflict } from './use-draft.ts';

interface FormConflictProps {
  conflict: DraftConflict;
  isPending: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shown if a save is rejected because someone else has saved the form. The user chooses whose changes to save. */
export function FormConflict({ conflict, isPending, onKeepMine, onTakeTheirs }: FormConflictProps) {
  const { theirs, changedByBoth } = conflict;
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={`Someone else has changed this form (${formatAgo(theirs.updatedDate)})`}
    >
      <Text size="sm" mb="sm">
        {changedByBoth.length === 0
          ? 'They changed other parts of the form than you did, so all changes can be saved.'
          : `You both changed: ${changedByBoth.map((part) => draftParts[part]).join(', ')}. Choose whose version of these parts to save.`}
      </Text>
      <Group gap="xs">
        <Button size="xs" loading={isPending} onClick={onKeepMine}>
          {changedByBoth.length === 0 ? 'Keep both' : 'Keep my version'}
        </Button>
        <Button size="xs" variant="default" disabled={isPending} onClick={onTakeTheirs}>
          Discard my changes
        </Button>
      </Group>
    </Alert>
  );
}
