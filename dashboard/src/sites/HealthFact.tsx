import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { StatusBadge } from '../ui/StatusBadge.tsx';

interface FactProps {
  label: string;
  value: string;
  state: { tone: 'good' | 'bad'; text: string } | null;
  children: ReactNode;
}

/** A figure of the installation with its state and a line of details. */
export const Fact = ({ label, value, state, children }: FactProps) => (
  <Paper withBorder radius="md" p="md">
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {state && <StatusBadge tone={state.tone}>{state.text}</StatusBadge>}
    </Group>
    <Text fw={600} fz="lg" mt={4}>
      {value}
    </Text>
    <Text size="sm" c="dimmed" mt={4} component="div">
      {children}
    </Text>
  </Paper>
);
