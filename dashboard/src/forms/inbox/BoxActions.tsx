import { Button, Group, Text } from '@mantine/core';
import { formatNumber } from '../../ui/format.ts';

interface BoxActionsProps {
  /** how many are chosen; nothing is drawn for none */
  count: number;
  actions: readonly { label: string; isDangerous?: boolean; onClick: () => void }[];
}

/** What can be done with what is chosen in the spam or in the trash. */
export function BoxActions({ count, actions }: BoxActionsProps) {
  if (count === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm" fw={500} role="status">
        {formatNumber(count)} chosen
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
