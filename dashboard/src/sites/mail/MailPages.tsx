import { Button, Group, Stack } from '@mantine/core';
import { Link, Outlet, useLocation } from 'react-router';

const pages = [
  { to: '/settings/mail', label: 'Sending' },
  { to: '/settings/mail/templates', label: 'Texts' },
  { to: '/settings/mail/outbox', label: 'Outbox' },
];

/** The pages about mail: how it is sent, its texts, and the outbox. */
export function MailPages() {
  const { pathname } = useLocation();
  const activePage = pages.findLast(({ to }) => pathname.startsWith(to));
  return (
    <Stack>
      <Group component="nav" gap={4} {...{ 'aria-label': 'Mail' }}>
        {pages.map(({ to, label }) => (
          <Button
            key={to}
            component={Link}
            to={to}
            size="xs"
            variant={activePage?.to === to ? 'light' : 'subtle'}
            color={activePage?.to === to ? 'verdigris' : 'gray'}
            aria-current={activePage?.to === to ? 'page' : undefined}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Outlet />
    </Stack>
  );
}
