import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** A button or link for the next step. */
  action?: ReactNode;
}

/** Shown instead of an empty list. */
export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <Paper p="xl">
      <Stack align="center" gap="xs" py="lg" ta="center">
        <Text c="var(--mantine-color-anchor)" component="span" aria-hidden lh={0}>
          {icon}
        </Text>
        <Title order={2}>{title}</Title>
        <Text c="dimmed" size="sm" maw={440}>
          {children}
        </Text>
        {action && <div style={{ marginTop: 'var(--mantine-spacing-sm)' }}>{action}</div>}
      </Stack>
    </Paper>
  );
}
