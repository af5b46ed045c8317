import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatNumber } from './format.ts';

interface PagerProps {
  /** The page number, starting at 1. */
  page: number;
  size: number;
  /** Rows on this page. */
  count: number;
  /** Number of all rows; absent if there are too many to count. */
  total?: number;
  hasNext: boolean;
  onPage: (page: number) => void;
  onSize?: (size: number) => void;
}

const SIZES = ['25', '50', '100'];

/** The position in a list, with buttons for the previous and next page. */
export function Pager({ page, size, count, total, hasNext, onPage, onSize }: PagerProps) {
  const first = (page - 1) * size + 1;
  const last = (page - 1) * size + count;
  const range = count === 0 ? 'No rows' : `${formatNumber(first)} to ${formatNumber(last)}`;
  return (
    <Group component="nav" justify="space-between" gap="sm" {...{ 'aria-label': 'Pages' }}>
      <Text size="sm" c="dimmed" role="status">
        {range}
        {total !== undefined && count > 0 && ` of ${formatNumber(total)}`}
      </Text>
      <Group gap="xs">
        {onSize && (
          <NativeSelect
            size="xs"
            aria-label="Rows per page"
            data={SIZES.map((value) => ({ value, label: `${value} rows` }))}
            value={String(size)}
            onChange={(event) => onSize(Number(event.currentTarget.value))}
          />
        )}
        <Button
          size="xs"
          variant="default"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
          leftSection={<IconChevronLeft size={14} aria-hidden />}
        >
          Back
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!hasNext}
          onClick={() => onPage(page + 1)}
          rightSection={<IconChevronRight size={14} aria-hidden />}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}
