/** Actions on many members. They run as jobs on the server, and the dashboard polls their progress. */
import { admin } from '../app/client.ts';

export interface BulkAction {
  readonly id: 'approve' | 'block' | 'delete';
  readonly label: string;
  /** Shown while the action runs. */
  readonly progressLabel: string;
  /** The message for one member, and the end of the message for several, which starts with their number. */
  readonly successTexts: readonly [string, string];
  /** Completes the message “2 members could not be …”. */
  readonly participle: string;
  readonly confirmation?: { readonly title: string; readonly text: string };
}

export const bulkActions: readonly BulkAction[] = [
  {
    id: 'approve',
    label: 'Approve',
    progressLabel: 'Approving',
    successTexts: ['1 member is approved.', 'members are approved.'],
    participle: 'approved',
  },
  {
    id: 'block',
    label: 'Block',
    progressLabel: 'Blocking',
    successTexts: ['1 member is blocked.', 'members are blocked.'],
    participle: 'blocked',
    confirmation: {
      title: 'Block these members?',
      text: 'They will be signed out everywhere and can no longer sign in.',
    },
  },
  {
    id: 'delete',
    label: 'Delete',
    progressLabel: 'Deleting',
    successTexts: ['1 member is deleted.', 'members are deleted.'],
    participle: 'deleted',
    confirmation: { title: 'Delete these members?', text: 'Their accounts will be deleted. This cannot be undone.' },
  },
];

export interface Progress {
  readonly action: BulkAction;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
}

const POLL_INTERVAL_MS = 600;

/** The members of a bulk action: up to 100 by id, or all that match the filter and search of the list. */
export interface MemberSelection {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly search?: { readonly expression: string };
  readonly total: number;
}

export const selectByIds = (ids: readonly string[]): MemberSelection => ({
  filter: { id: { $in: [...ids] } },
  total: ids.length,
});

/**
 * Starts a bulk action and polls its job until it has finished.
 * @param onProgress receives the progress after each poll
 */
export async function runBulkAction(
  action: BulkAction,
  { total, ...body }: MemberSelection,
  onProgress: (progress: Progress) => void,
): Promise<Progress> {
  const start: Progress = { action, total, succeeded: 0, failed: 0 };
  onProgress(start);
  const { jobId } = await admin.call(`identity.members.bulk.${action.id}ByFilter`, { body });
  for (;;) {
    const { job } = await admin.call('identity.members.job', { query: { jobId } });
    const progress = { ...start, succeeded: job.succeeded, failed: job.failed };
    onProgress(progress);
    if (job.status === 'FINISHED') return progress;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
