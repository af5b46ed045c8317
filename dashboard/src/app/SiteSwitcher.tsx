import { Anchor, Button, Group, Menu, Text } from '@mantine/core';
import { IconCheck, IconExternalLink, IconSelector, IconWorld } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { type SignedInSession, switchSite } from './session.ts';

/** Shows the name of the current site and a menu of the others. */
export function SiteSwitcher({ session }: { session: SignedInSession }) {
  const navigate = useNavigate();
  const { sites, site } = session;
  if (!site) return null;
  const choose = (siteId: string) => {
    switchSite(siteId);
    navigate('/');
  };
  return (
    <Group gap={6} wrap="nowrap" miw={0}>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            px="xs"
            rightSection={<IconSelector size={16} aria-hidden />}
            aria-label={`Site: ${site.name}. Choose another`}
            miw={0}
          >
            <Text truncate fw={600} size="sm">
              {site.name}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Your sites</Menu.Label>
          {sites.map((one) => (
            <Menu.Item
              key={one.siteId}
              onClick={() => choose(one.siteId)}
              rightSection={one.siteId === site.siteId ? <IconCheck size={16} aria-label="current site" /> : null}
            >
              {one.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item component={Link} to="/sites" leftSection={<IconWorld size={16} aria-hidden />}>
            {site.role === 'owner' ? 'Manage sites' : 'All sites'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Anchor href={site.url} target="_blank" rel="noreferrer" size="sm" lh={0} aria-label="Open the site in a new tab">
        <IconExternalLink size={17} stroke={1.7} aria-hidden />
      </Anchor>
    </Group>
  );
}
