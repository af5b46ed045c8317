import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from '../../ui/QueryView.tsx';
import { type Settings, settingsQuery } from './queries.ts';

/** Loads the site's settings and passes them to its children. */
export function SettingsView({ children }: { children: (settings: Settings) => ReactNode }) {
  const settings = useQuery(settingsQuery);
  return <QueryView query={settings}>{children}</QueryView>;
}
