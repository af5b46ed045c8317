import type { Calls } from '@portico/contract';
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { queryClient } from '../../app/query-client.ts';

export type Settings = Calls['sites.settings.get']['response']['settings'];
export type SettingsChanges = Calls['sites.settings.update']['body']['settings'];

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async () => (await admin.call('sites.settings.get')).settings,
});

/** Saves some settings and updates the cached ones with the response. */
export async function saveSettings(changes: SettingsChanges): Promise<Settings> {
  const { settings } = await admin.call('sites.settings.update', { body: { settings: changes } });
  queryClient.setQueryData(settingsQuery.queryKey, settings);
  return settings;
}
