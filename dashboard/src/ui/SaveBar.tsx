import { Button, Group, Text } from '@mantine/core';
import classes from './SaveBar.module.css';

interface SaveBarProps {
  isDirty: boolean;
  isPending: boolean;
  onDiscard: () => void;
}

/** The end of a long form: in sight as long as there is anything to save. */
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
