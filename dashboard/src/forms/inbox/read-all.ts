import type { Filters, InboxAddress } from './address.ts';
import { BATCH } from './batches.ts';
import { readPage } from './queries.ts';
import { type Tagged, taggedOf } from './tags.ts';

/** Every submission that the list would show on its pages, as far as bulk calls need it. */
export async function readAll(
  view: Filters & Pick<InboxAddress, 'sort'>,
  onRead: (count: number) => void,
): Promise<readonly Tagged[]> {
  const all: Tagged[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const { submissions, metadata } = await readPage(view, cursor, BATCH);
    all.push(...submissions.map(taggedOf));
    onRead(all.length);
    cursor = metadata.cursors.next;
  }
  return all;
}
