import { Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Mark } from '../app/Mark.tsx';
import classes from './Entrance.module.css';

/** The frame of the screens before the sign-in. */
export function Entrance({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  useDocumentTitle(`${title} · Portico`);
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Mark size={34} />
        <span>Portico</span>
      </div>
      <Paper className={classes.card} p={{ base: 'lg', xs: 'xl' }}>
        <Stack gap="lg">
          <div>
            <Title order={1}>{title}</Title>
            <Text c="dimmed" size="sm" mt={4}>
              {lead}
            </Text>
          </div>
          {children}
        </Stack>
      </Paper>
    </main>
  );
}
