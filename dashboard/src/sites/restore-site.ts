import { queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { refreshSites } from '../app/session.ts';
import { sentenceOf } from '../ui/ErrorState.tsx';

/** Deleted sites that can still be restored. */
export const deletedSitesQuery = queryOptions({
  queryKey: ['deleted-sites'],
  queryFn: async () => (await admin.call('sites.deletedSites.list')).sites,
});

/** Brings a deleted site back, and tells how it went. */
export async function restoreSite({ siteId, name }: { siteId: string; name: string }): Promise<void> {
  try {
    await admin.call('sites.deletedSites.restore', { query: { siteId }, body: {} });
    await refreshSites();
    notifySuccess(`The site “${name}” is back.`);
  } catch (error) {
    notifyFailure(sentenceOf(error));
  }
  await queryClient.invalidateQueries(deletedSitesQuery);
}
