import { Button, Group, Text } from '@mantine/core';
import { formatNumber } from '../../ui/format.ts';

interface SelectionActionsProps {
  /** Number of selected rows. If it is 0, nothing is rendered. */
  count: number;
  actions: readonly { label: string; isDangerous?: boolean; onClick: () => void }[];
}

/** Buttons for the selected rows of the spam folder or the trash. */
export function SelectionActions({ count, actions }: SelectionActionsProps) {
  if (count === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm" fw={500} role="status">
        {formatNumber(count)} selected
      </Text>
      {actions.map(({ label, isDangerous, onClick }) => (
        <Button
          key={label}
          size="xs"
          variant="default"
          c={isDangerous ? 'var(--mantine-color-error)' : undefined}
          onClick={onClick}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
