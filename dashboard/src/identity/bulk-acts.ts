/** Acts on many members: the server does them in the background, and is asked how far it has come. */
import { admin } from '../app/client.ts';

export interface BulkAct {
  readonly id: 'approve' | 'block' | 'delete';
  readonly label: string;
  /** while it runs */
  readonly doing: string;
  /** for one member, and for more */
  readonly done: readonly [string, string];
  readonly question?: { readonly title: string; readonly text: string };
}

export const bulkActs: readonly BulkAct[] = [
  { id: 'approve', label: 'Approve', doing: 'Approving', done: ['1 member is approved.', 'members are approved.'] },
  {
    id: 'block',
    label: 'Block',
    doing: 'Blocking',
    done: ['1 member is blocked.', 'members are blocked.'],
    question: { title: 'Block these members?', text: 'They are signed out everywhere, and cannot sign in.' },
  },
  {
    id: 'delete',
    label: 'Delete',
    doing: 'Deleting',
    done: ['1 member is deleted.', 'members are deleted.'],
    question: { title: 'Delete these members?', text: 'Their accounts are deleted. This cannot be undone.' },
  },
];

export interface Progress {
  readonly act: BulkAct;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
}

const ASK_AGAIN_MS = 600;

/** Whom it is done to: members by id, at most 100, or all that fit what the list is filtered by. */
export interface Chosen {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly search?: { readonly expression: string };
  readonly total: number;
}

export const chosenByIds = (ids: readonly string[]): Chosen => ({
  filter: { id: { $in: [...ids] } },
  total: ids.length,
});

/** @param onProgress called each time the server says how far it is */
export async function runBulkAct(
  act: BulkAct,
  { total, ...body }: Chosen,
  onProgress: (progress: Progress) => void,
): Promise<Progress> {
  const begun: Progress = { act, total, succeeded: 0, failed: 0 };
  onProgress(begun);
  const { jobId } = await admin.call(`identity.members.bulk.${act.id}ByFilter`, { body });
  for (;;) {
    const { job } = await admin.call('identity.members.job', { query: { jobId } });
    const progress = { ...begun, succeeded: job.succeeded, failed: job.failed };
    onProgress(progress);
    if (job.status === 'FINISHED') return progress;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}
