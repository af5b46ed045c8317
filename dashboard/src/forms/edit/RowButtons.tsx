import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';

interface RowButtonsProps {
  /** of the row, for the names of the buttons */
  name: string;
  onMove?: (by: 1 | -1) => void;
  isFirst?: boolean;
  isLast?: boolean;
  onRemove?: (() => void) | undefined;
}

/** Up, down and away, at the end of a row. */
export function RowButtons({ name, onMove, isFirst, isLast, onRemove }: RowButtonsProps) {
  return (
    <Group gap={2} wrap="nowrap">
      {onMove && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Move ${name} up`}
            disabled={isFirst ?? false}
            onClick={() => onMove(-1)}
          >
            <IconArrowUp size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Move ${name} down`}
            disabled={isLast ?? false}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={17} aria-hidden />
          </ActionIcon>
        </>
      )}
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" aria-label={`Take away ${name}`} onClick={onRemove}>
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

/** A copy of the list with one item moved. */
export function moved<T>(list: readonly T[], from: number, by: 1 | -1): T[] {
  const next = [...list];
  next.splice(from + by, 0, ...next.splice(from, 1));
  return next;
}
