import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { sentenceOf } from '../ui/ErrorState.tsx';

/** Brings a deleted collection back with its items, and says whether it did. */
export async function restoreCollection(id: string): Promise<void> {
  try {
    const { dataCollection } = await admin.call('data.collections.restore', {
      query: { dataCollectionId: id },
      body: { dataCollectionId: id },
    });
    notifySuccess(`The collection “${dataCollection.displayName || id}” is back.`);
  } catch (error) {
    notifyFailure(sentenceOf(error));
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['collections'] });
  }
}
