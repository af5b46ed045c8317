import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

interface CursorPagerProps {
  /** what the list holds, in words */
  told: string;
  cursors: { readonly next?: string | undefined; readonly prev?: string | undefined };
  onCursor: (cursor: string) => void;
}

/** The way on in a list that knows no page numbers, and what it holds. */
export function CursorPager({ told, cursors, onCursor }: CursorPagerProps) {
  const { prev, next } = cursors;
  return (
    <Group component="nav" justify="space-between" gap="sm" mih={30} {...{ 'aria-label': 'Pages' }}>
      <Text size="sm" c="dimmed" role="status">
        {told}
      </Text>
      {(prev || next) && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            disabled={!prev}
            onClick={() => prev && onCursor(prev)}
            leftSection={<IconChevronLeft size={14} aria-hidden />}
          >
            Back
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={!next}
            onClick={() => next && onCursor(next)}
            rightSection={<IconChevronRight size={14} aria-hidden />}
          >
            Next
          </Button>
        </Group>
      )}
    </Group>
  );
}
