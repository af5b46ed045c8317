import { ActionIcon } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link } from 'react-router';

interface RowAction {
  /** Names the action and the row, e.g. “Delete the key Import”. */
  label: string;
  Icon: ComponentType<IconProps>;
  onClick?: () => void;
  /** The path that the button links to, instead of `onClick`. */
  to?: string;
  isDisabled?: boolean;
}

/** Icon buttons for a row of a list. */
export const RowActions = ({ actions }: { actions: readonly RowAction[] }) =>
  actions.map((action) => <ActionButton key={action.label} {...action} />);

function ActionButton({ label, Icon, onClick, to, isDisabled }: RowAction) {
  const common = { variant: 'subtle', color: 'gray', 'aria-label': label } as const;
  const icon = <Icon size={17} aria-hidden />;
  return to === undefined ? (
    <ActionIcon {...common} disabled={isDisabled} onClick={onClick}>
      {icon}
    </ActionIcon>
  ) : (
    <ActionIcon {...common} component={Link} to={to}>
      {icon}
    </ActionIcon>
  );
}
