import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';

interface RowButtonsProps {
  /** Name of the row, used in the labels of the buttons. */
  name: string;
  onMove?: (direction: 1 | -1) => void;
  isFirst?: boolean;
  isLast?: boolean;
  onRemove?: (() => void) | undefined;
}

/** Buttons at the end of a row that move it up or down, or remove it. */
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
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

/** Returns a copy of the list in which one item has moved up (-1) or down (1). */
export function moveItem<T>(list: readonly T[], from: number, direction: 1 | -1): T[] {
  const next = [...list];
  next.splice(from + direction, 0, ...next.splice(from, 1));
  return next;
}
