import { BATCH_SIZE } from './batches.ts';
import type { Filters, InboxParams } from './inbox-params.ts';
import { readPage } from './queries.ts';
import { type TaggedSubmission, toTaggedSubmission } from './tags.ts';

/** Loads all submissions that match the view, reduced to what bulk calls need. */
export async function readAll(
  view: Filters & Pick<InboxParams, 'sort'>,
  onRead: (count: number) => void,
): Promise<readonly TaggedSubmission[]> {
  const all: TaggedSubmission[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const { submissions, metadata } = await readPage(view, cursor, BATCH_SIZE);
    all.push(...submissions.map(toTaggedSubmission));
    onRead(all.length);
    cursor = metadata.cursors.next;
  }
  return all;
}
