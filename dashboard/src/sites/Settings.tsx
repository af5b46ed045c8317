import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useRights } from '../app/rights.ts';
import { Page } from '../ui/Page.tsx';

const parts = [
  { path: '/settings', label: 'Site' },
  { path: '/settings/sign-in', label: 'Sign-in' },
  { path: '/settings/appearance', label: 'Appearance' },
  { path: '/settings/member-fields', label: 'Member fields' },
  { path: '/settings/mail', label: 'Mail' },
  { path: '/settings/forms', label: 'Forms' },
  { path: '/settings/webhooks', label: 'Webhooks' },
  { path: '/settings/apps', label: 'OAuth apps' },
  { path: '/settings/keys', label: 'API keys' },
  { path: '/settings/connect', label: 'Connect your site' },
  { path: '/settings/audit', label: 'Audit' },
];

export function Settings() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { mayManage } = useRights();
  const here = parts.findLast(({ path }) => pathname.startsWith(path))?.path ?? '/settings';
  const list = useRef<HTMLDivElement>(null);
  // on a phone the tabs are wider than the screen: the chosen one is brought into sight
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change of the tab
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [here]);
  return (
    <Page title="Settings">
      {mayManage ? (
        <Tabs value={here} onChange={(path) => path && navigate(path)} activateTabWithKeyboard={false}>
          <Tabs.List ref={list} aria-label="Settings" style={{ overflowX: 'auto', flexWrap: 'nowrap' }}>
            {parts.map(({ path, label }) => (
              <Tabs.Tab key={path} value={path}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={here} pt="lg">
            <Outlet />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <p>Only owners and admins of a site see its settings. Ask one of them.</p>
      )}
    </Page>
  );
}
