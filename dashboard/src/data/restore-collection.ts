import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { describeError } from '../ui/ErrorState.tsx';

/** Restores a deleted collection with its items and shows the result as a message. */
export async function restoreCollection(id: string): Promise<void> {
  try {
    const { dataCollection } = await admin.call('data.collections.restore', {
      query: { dataCollectionId: id },
      body: { dataCollectionId: id },
    });
    notifySuccess(`The collection “${dataCollection.displayName || id}” is restored.`);
  } catch (error) {
    notifyFailure(describeError(error));
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['collections'] });
  }
}
