import { Anchor, Button, Stack, Table, Title, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { type Site, switchSite, useSignedIn } from '../app/session.ts';
import { formatDate } from '../ui/format.ts';
import { Page } from '../ui/Page.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import { deletedSitesQuery, restoreSite } from './restore-site.ts';

const NewSite = lazy(async () => ({ default: (await import('./NewSite.tsx')).NewSite }));

/** The sites on which the person works, and those that can be restored. */
export function Sites() {
  const { sites, site } = useSignedIn();
  const [isCreating, { open, close }] = useDisclosure(false);
  const isOwner = site.role === 'owner';
  return (
    <Page
      title="Sites"
      description="Each site has its own address, members, content and settings."
      actions={
        isOwner && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
            New site
          </Button>
        )
      }
    >
      <SiteTable sites={sites} />
      {isOwner && <DeletedSites />}
      {isCreating && (
        <Suspense>
          <NewSite onClose={close} />
        </Suspense>
      )}
    </Page>
  );
}

const roleNames = { owner: 'Owner', admin: 'Admin', editor: 'Editor', viewer: 'Viewer' } as const;

function SiteTable({ sites }: { sites: readonly Site[] }) {
  const navigate = useNavigate();
  const show = (siteId: string, path: string) => {
    switchSite(siteId);
    navigate(path);
  };
  return (
    <Scroller label="Sites">
      <Table miw={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Address</Table.Th>
            <Table.Th>Your role</Table.Th>
            <Table.Th>Made</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sites.map(({ siteId, name, url, role, createdDate }) => (
            <Table.Tr key={siteId}>
              <Table.Td>
                <Anchor component="button" type="button" inherit fw={500} onClick={() => show(siteId, '/')}>
                  {name}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <Anchor href={url} target="_blank" rel="noreferrer" inherit>
                  {url.replace(/^https?:\/\//, '')}
                </Anchor>
              </Table.Td>
              <Table.Td>{role && roleNames[role]}</Table.Td>
              <Table.Td>{formatDate(createdDate)}</Table.Td>
              <Table.Td ta="end">
                {(role === 'owner' || role === 'admin') && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    aria-label={`Settings of the site ${name}`}
                    onClick={() => show(siteId, '/settings')}
                  >
                    Settings
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}

/** Deleted sites, as long as they can be restored. */
function DeletedSites() {
  const deleted = useQuery(deletedSitesQuery).data ?? [];
  if (deleted.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-labelledby="deleted-sites">
      <Title order={2} id="deleted-sites">
        Deleted
      </Title>
      <Scroller label="Deleted sites">
        <Table miw={560}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Slug</Table.Th>
              <Table.Th>Deleted</Table.Th>
              <Table.Th>Can be restored until</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deleted.map((site) => (
              <Table.Tr key={site.siteId}>
                <Table.Td>{site.name}</Table.Td>
                <Table.Td>{site.slug}</Table.Td>
                <Table.Td>{formatDate(site.deletedDate)}</Table.Td>
                <Table.Td>{formatDate(site.restorableUntil)}</Table.Td>
                <Table.Td ta="end">
                  <Button
                    size="compact-sm"
                    variant="default"
                    leftSection={<IconArrowBackUp size={14} aria-hidden />}
                    aria-label={`Restore the site ${site.name}`}
                    onClick={() => restoreSite(site)}
                  >
                    Restore
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroller>
    </Stack>
  );
}
