import { queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { refreshSites } from '../app/session.ts';
import { describeError } from '../ui/ErrorState.tsx';

/** Deleted sites that can still be restored. */
export const deletedSitesQuery = queryOptions({
  queryKey: ['deleted-sites'],
  queryFn: async () => (await admin.call('sites.deletedSites.list')).sites,
});

/** Restores a deleted site and shows the result as a message. */
export async function restoreSite({ siteId, name }: { siteId: string; name: string }): Promise<void> {
  try {
    await admin.call('sites.deletedSites.restore', { query: { siteId }, body: {} });
    await refreshSites();
    notifySuccess(`The site “${name}” is restored.`);
  } catch (error) {
    notifyFailure(describeError(error));
  }
  await queryClient.invalidateQueries(deletedSitesQuery);
}
