import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate, useOutletContext, useParams } from 'react-router';
import { useRights } from '../../app/rights.ts';
import { Page } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { collectionPath } from '../address.ts';
import type { Collection } from '../field-kinds.ts';
import { collectionQuery } from '../queries.ts';

const parts = [
  { name: 'fields', path: '', label: 'Fields' },
  { name: 'permissions', path: '/permissions', label: 'Permissions' },
  { name: 'indexes', path: '/indexes', label: 'Indexes' },
  { name: 'general', path: '/general', label: 'General' },
];

/** What a collection is made of, and who may use it. */
export function CollectionSettings() {
  const { collectionId = '' } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { mayManage } = useRights();
  const collection = useQuery(collectionQuery(collectionId));
  const own = `${collectionPath(collectionId)}/settings`;
  const here = parts.find(({ path }) => pathname.endsWith(`/settings${path}`))?.name ?? 'fields';
  const go = (to: string | null) => navigate(own + (parts.find(({ name }) => name === to)?.path ?? ''));
  const name = collection.data?.displayName || collectionId;
  return (
    <Page title={`Settings of ${name}`} back={{ to: collectionPath(collectionId), label: `Items of ${name}` }}>
      {mayManage ? (
        <Tabs value={here} onChange={go} activateTabWithKeyboard={false}>
          <Tabs.List aria-label="Settings of the collection" style={{ overflowX: 'auto', flexWrap: 'nowrap' }}>
            {parts.map(({ name: part, label }) => (
              <Tabs.Tab key={part} value={part}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={here} pt="lg">
            <QueryView query={collection}>{(loaded) => <Outlet context={loaded} />}</QueryView>
          </Tabs.Panel>
        </Tabs>
      ) : (
        <p>Only owners and admins of a site change its collections. Ask one of them.</p>
      )}
    </Page>
  );
}

/** The collection whose settings are shown. */
export const useCollection = (): Collection => useOutletContext<Collection>();
