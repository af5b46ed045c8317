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

/** Somebody else has saved the form meanwhile: nothing is overwritten before one has chosen. */
export function FormConflict({ conflict, isPending, onKeepMine, onTakeTheirs }: FormConflictProps) {
  const { theirs, both } = conflict;
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={`Somebody else has changed this form (${formatAgo(theirs.updatedDate)})`}
    >
      <Text size="sm" mb="sm">
        {both.length === 0
          ? 'They changed other parts than you: both can be kept.'
          : `You both changed: ${both.map((part) => draftParts[part]).join(', ')}. Of these only one can be kept.`}
      </Text>
      <Group gap="xs">
        <Button size="xs" loading={isPending} onClick={onKeepMine}>
          {both.length === 0 ? 'Save mine beside theirs' : 'Save mine over theirs'}
        </Button>
        <Button size="xs" variant="default" disabled={isPending} onClick={onTakeTheirs}>
          Take theirs, drop mine
        </Button>
      </Group>
    </Alert>
  );
}
