import { Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Logo } from '../app/Logo.tsx';
import classes from './SignedOutLayout.module.css';

/** The layout of the screens that need no sign-in. */
export function SignedOutLayout({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  useDocumentTitle(`${title} · Portico`);
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Logo size={34} />
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
