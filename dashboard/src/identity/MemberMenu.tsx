import { Menu } from '@mantine/core';
import {
  IconBan,
  IconKey,
  type IconProps,
  IconTrash,
  IconUserCheck,
  IconUserMinus,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { type MemberAction, memberActions } from './member-actions.ts';
import type { Member } from './queries.ts';

const icons: Readonly<Record<MemberAction['id'], ComponentType<IconProps>>> = {
  approve: IconUserCheck,
  setPassword: IconKey,
  mute: IconVolumeOff,
  unmute: IconVolume,
  block: IconBan,
  disconnect: IconUserMinus,
  delete: IconTrash,
};

interface MemberMenuProps {
  member: Member;
  onStart: (action: MemberAction, member: Member) => void;
  /** The button that opens the menu. */
  children: ReactNode;
}

/** Menu of the actions that are available for a member. */
export function MemberMenu({ member, onStart, children }: MemberMenuProps) {
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {memberActions
          .filter((action) => action.isAvailable(member))
          .map((action) => {
            const Icon = icons[action.id];
            return (
              <Menu.Item
                key={action.id}
                leftSection={<Icon size={15} aria-hidden />}
                {...(action.id === 'delete' ? { c: 'var(--mantine-color-error)' } : {})}
                onClick={() => onStart(action, member)}
              >
                {action.label(member)}
              </Menu.Item>
            );
          })}
      </Menu.Dropdown>
    </Menu>
  );
}
