import { ActionIcon, Menu, Text } from '@mantine/core';
import type { AdminUser } from '@portico/sdk/admin';
import { IconLogout, IconUserCircle, IconUserCog } from '@tabler/icons-react';
import { Link } from 'react-router';
import { describeError } from '../ui/ErrorState.tsx';
import { admin } from './client.ts';
import { notifyFailure } from './notify.ts';

export function UserMenu({ user }: { user: AdminUser }) {
  const signOut = () => admin.signOut().catch((error: unknown) => notifyFailure(describeError(error)));
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Your account">
          <IconUserCircle size={21} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Text size="sm" px="sm" py={6} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {user.name || user.email}
          {user.name && user.name !== user.email && (
            <>
              <br />
              {user.email}
            </>
          )}
        </Text>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUserCog size={16} aria-hidden />} component={Link} to="/account">
          Password and sessions
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
