import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A part of a page with its own heading. */
export function Section({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {lead && (
        <Text size="sm" c="dimmed" mt={2}>
          {lead}
        </Text>
      )}
      <Stack mt="sm">{children}</Stack>
    </section>
  );
}
