import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate, useOutletContext, useParams } from 'react-router';
import { useRights } from '../../app/rights.ts';
import { Page } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { collectionPathOf } from '../address.ts';
import type { Collection } from '../field-kinds.ts';
import { collectionQuery } from '../queries.ts';

const parts = [
  { name: 'fields', path: '', label: 'Fields' },
  { name: 'permissions', path: '/permissions', label: 'Permissions' },
  { name: 'indexes', path: '/indexes', label: 'Indexes' },
  { name: 'website', path: '/website', label: 'Use on a website' },
  { name: 'general', path: '/general', label: 'General' },
];

/** The settings of a collection: fields, permissions, indexes, code for websites and general settings. */
export function CollectionSettings() {
  const { collectionId = '' } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { mayManage } = useRights();
  const collection = useQuery(collectionQuery(collectionId));
  const settingsPath = `${collectionPathOf(collectionId)}/settings`;
  const activePart = parts.find(({ path }) => pathname.endsWith(`/settings${path}`))?.name ?? 'fields';
  const openPart = (to: string | null) => navigate(settingsPath + (parts.find(({ name }) => name === to)?.path ?? ''));
  const name = collection.data?.displayName || collectionId;
  return (
    <Page title={`Settings of ${name}`} back={{ to: collectionPathOf(collectionId), label: `Items of ${name}` }}>
      {mayManage ? (
        <Tabs value={activePart} onChange={openPart} activateTabWithKeyboard={false}>
          <Tabs.List aria-label="Settings of the collection" style={{ overflowX: 'auto', flexWrap: 'nowrap' }}>
            {parts.map(({ name: part, label }) => (
              <Tabs.Tab key={part} value={part}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={activePart} pt="lg">
            <QueryView query={collection}>{(loaded) => <Outlet context={loaded} />}</QueryView>
          </Tabs.Panel>
        </Tabs>
      ) : (
        <p>Only owners and admins can change collections. Ask one of them.</p>
      )}
    </Page>
  );
}

/** Returns the collection of the current settings page. */
export const useCollection = (): Collection => useOutletContext<Collection>();
