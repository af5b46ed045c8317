import { Button, Group, Text } from '@mantine/core';
import classes from './SaveBar.module.css';

interface SaveBarProps {
  isDirty: boolean;
  isPending: boolean;
  onDiscard: () => void;
}

/** The buttons of a long form. They stay visible while there are unsaved changes. */
export function SaveBar({ isDirty, isPending, onDiscard }: SaveBarProps) {
  return (
    <Group className={classes.bar} gap="sm" data-dirty={isDirty || undefined}>
      <Button type="submit" loading={isPending} disabled={!isDirty}>
        Save
      </Button>
      {isDirty && (
        <Button variant="default" onClick={onDiscard} disabled={isPending}>
          Discard changes
        </Button>
      )}
      <Text size="sm" c="dimmed" role="status">
        {isDirty ? 'Not saved yet' : ''}
      </Text>
    </Group>
  );
}
