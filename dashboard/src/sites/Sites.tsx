import { Anchor, Button, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { type Site, switchSite, useSignedIn } from '../app/session.ts';
import { formatDate } from '../ui/format.ts';
import { ListTable } from '../ui/ListTable.tsx';
import { Page } from '../ui/Page.tsx';
import { RestoreButton } from '../ui/RestoreButton.tsx';
import { RowActions } from '../ui/RowActions.tsx';
import { deletedSitesQuery, restoreSite } from './restore-site.ts';

const NewSite = lazy(async () => ({ default: (await import('./NewSite.tsx')).NewSite }));

/** The sites of the user, and deleted sites that can be restored. */
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
    <ListTable
      label="Sites"
      rows={sites}
      rowId={({ siteId }) => siteId}
      columns={[
        {
          header: 'Name',
          cell: ({ siteId, name }) => (
            <Anchor component="button" type="button" inherit onClick={() => show(siteId, '/')}>
              {name}
            </Anchor>
          ),
        },
        {
          header: 'Address',
          cell: ({ url }) => (
            <Anchor href={url} target="_blank" rel="noreferrer" inherit>
              {url.replace(/^https?:\/\//, '')}
            </Anchor>
          ),
        },
        { header: 'Your role', cell: ({ role }) => role && roleNames[role] },
        { header: 'Created', cell: ({ createdDate }) => formatDate(createdDate) },
      ]}
      actions={({ siteId, name, role }) =>
        (role === 'owner' || role === 'admin') && (
          <RowActions
            actions={[
              {
                label: `Settings of the site ${name}`,
                Icon: IconSettings,
                onClick: () => show(siteId, '/settings'),
              },
            ]}
          />
        )
      }
    />
  );
}

/** Deleted sites that can still be restored. */
function DeletedSites() {
  const deletedSites = useQuery(deletedSitesQuery).data ?? [];
  if (deletedSites.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-labelledby="deleted-sites">
      <Title order={2} id="deleted-sites">
        Deleted
      </Title>
      <ListTable
        label="Deleted sites"
        rows={deletedSites}
        rowId={({ siteId }) => siteId}
        columns={[
          { header: 'Name', cell: ({ name }) => name },
          { header: 'Short name', cell: ({ slug }) => slug },
          { header: 'Deleted', cell: ({ deletedDate }) => formatDate(deletedDate) },
          { header: 'Can be restored until', cell: ({ restorableUntil }) => formatDate(restorableUntil) },
        ]}
        actions={(site) => <RestoreButton label={`Restore the site ${site.name}`} onClick={() => restoreSite(site)} />}
      />
    </Stack>
  );
}
