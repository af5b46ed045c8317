import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

interface CursorPagerProps {
  /** The text beside the buttons, e.g. “25 of 120 submissions”. */
  summary: string;
  cursors: { readonly next?: string | undefined; readonly prev?: string | undefined };
  onCursor: (cursor: string) => void;
}

/** Buttons for the previous and the next page of a list without page numbers. */
export function CursorPager({ summary, cursors, onCursor }: CursorPagerProps) {
  const { prev, next } = cursors;
  return (
    <Group component="nav" justify="space-between" gap="sm" mih={30} {...{ 'aria-label': 'Pages' }}>
      <Text size="sm" c="dimmed" role="status">
        {summary}
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
