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
import { type MemberAct, memberActs } from './member-acts.ts';
import type { Member } from './queries.ts';

const icons: Readonly<Record<MemberAct['id'], ComponentType<IconProps>>> = {
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
  onStart: (act: MemberAct, member: Member) => void;
  /** the button that opens it */
  children: ReactNode;
}

/** What can be done to a member. */
export function MemberMenu({ member, onStart, children }: MemberMenuProps) {
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {memberActs
          .filter((act) => act.fits(member))
          .map((act) => {
            const Icon = icons[act.id];
            return (
              <Menu.Item
                key={act.id}
                leftSection={<Icon size={15} aria-hidden />}
                {...(act.id === 'delete' ? { c: 'var(--mantine-color-error)' } : {})}
                onClick={() => onStart(act, member)}
              >
                {act.label(member)}
              </Menu.Item>
            );
          })}
      </Menu.Dropdown>
    </Menu>
  );
}
