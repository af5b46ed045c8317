import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from '../../ui/QueryView.tsx';
import { type Settings, settingsQuery } from './queries.ts';

/** What shows the site's settings, once they are here. */
export function SettingsView({ children }: { children: (settings: Settings) => ReactNode }) {
  const settings = useQuery(settingsQuery);
  return <QueryView query={settings}>{children}</QueryView>;
}
