import { NavLink, Stack } from '@mantine/core';
import {
  IconAddressBook,
  IconDatabase,
  IconForms,
  IconHome,
  IconInbox,
  type IconProps,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link, useLocation } from 'react-router';
import classes from './Navigation.module.css';

const links: readonly { to: string; label: string; Icon: ComponentType<IconProps>; childPaths?: readonly string[] }[] =
  [
    { to: '/', label: 'Home', Icon: IconHome },
    {
      to: '/collections',
      label: 'Collections',
      Icon: IconDatabase,
      childPaths: ['/new-collection', '/deleted-collections'],
    },
    { to: '/forms', label: 'Forms', Icon: IconForms, childPaths: ['/new-form', '/deleted-forms'] },
    { to: '/inbox', label: 'Inbox', Icon: IconInbox },
    { to: '/contacts', label: 'Contacts', Icon: IconAddressBook },
    { to: '/members', label: 'Members', Icon: IconUsers },
    { to: '/settings', label: 'Settings', Icon: IconSettings },
  ];

export function Navigation() {
  const { pathname } = useLocation();
  return (
    <Stack gap={2} p="xs">
      {links.map(({ to, label, Icon, childPaths }) => {
        const isActive = to === '/' ? pathname === '/' : pathname.startsWith(to) || childPaths?.includes(pathname);
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            active={isActive}
            aria-current={isActive ? 'page' : undefined}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
            className={classes.link}
          />
        );
      })}
    </Stack>
  );
}
