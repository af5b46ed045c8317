import { ActionIcon, Group, Table, VisuallyHidden } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';

interface RowAction {
  /** names the act and the row, as “Delete the key Import” */
  label: string;
  Icon: ComponentType<IconProps>;
  act: () => void;
  isOff?: boolean;
}

/** The heading above them. */
export const ActionsHeading = () => (
  <Table.Th>
    <VisuallyHidden>Actions</VisuallyHidden>
  </Table.Th>
);

/** The buttons at the end of a row. */
export function RowActions({ actions, children }: { actions: readonly RowAction[]; children?: ReactNode }) {
  return (
    <Table.Td>
      <Group gap={2} wrap="nowrap" justify="flex-end">
        {children}
        {actions.map(({ label, Icon, act, isOff }) => (
          <ActionIcon key={label} variant="subtle" color="gray" aria-label={label} disabled={isOff} onClick={act}>
            <Icon size={17} aria-hidden />
          </ActionIcon>
        ))}
      </Group>
    </Table.Td>
  );
}
