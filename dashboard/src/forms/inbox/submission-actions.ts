/** Actions on one or many submissions. Each shows its result in a message, with an Undo button if undo is possible. */
import type { SubmissionStatus } from '@portico/domain/forms/vocabulary';
import { admin } from '../../app/client.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '../../app/notify.ts';
import { describeError } from '../../ui/ErrorState.tsx';
import { formatNumber } from '../../ui/format.ts';
import { type BatchAction, runInBatches, runOneByOne, type SubmissionRef } from './batches.ts';
import { refreshInbox, type Submission } from './queries.ts';
import { invertTagChanges, type TaggedSubmission } from './tags.ts';

export interface SubmissionAction {
  /** Shown while the action runs, e.g. “Deleting”. */
  readonly progressLabel: string;
  readonly run: BatchAction;
  /** Returns the message for a number of submissions. */
  readonly successMessage: (count: number) => string;
  readonly undo?: { readonly run: BatchAction; readonly successMessage: (count: number) => string };
  /** True if the submissions are no longer in the inbox afterwards. */
  readonly leavesInbox?: boolean;
}

export interface Progress {
  readonly progressLabel: string;
  readonly done: number;
  readonly total: number;
}

/**
 * Runs an action, shows its result and refreshes the inbox. If a batch fails, earlier batches stay applied and can be
 * undone.
 */
export async function runAction(
  action: SubmissionAction,
  refs: readonly SubmissionRef[],
  onProgress: (progress: Progress) => void = () => {},
): Promise<void> {
  const { progressLabel, undo } = action;
  // The ids are collected here, because runInBatches returns nothing if a later batch throws.
  const doneIds = new Set<string>();
  const runAndCollect: BatchAction = async (formId, ids) => {
    const succeeded = await action.run(formId, ids);
    for (const id of succeeded) doneIds.add(id);
    return succeeded;
  };
  onProgress({ progressLabel, done: 0, total: refs.length });
  try {
    await runInBatches(refs, runAndCollect, (done) => onProgress({ progressLabel, done, total: refs.length }));
    const failed = refs.length - doneIds.size;
    if (failed > 0) notifyFailure(`${progressLabel} failed for ${countText(failed, '1 submission', 'submissions')}.`);
  } catch (error) {
    notifyFailure(describeError(error));
  } finally {
    await refreshInbox(action.leavesInbox ? doneIds : undefined);
  }
  if (doneIds.size === 0) return;
  const changed = refs.filter(({ id }) => doneIds.has(id));
  if (!undo) notifySuccess(action.successMessage(changed.length));
  else
    notifyUndo(action.successMessage(changed.length), () => runAction({ progressLabel: 'Undoing', ...undo }, changed));
}

const countText = (count: number, one: string, many: string): string =>
  count === 1 ? one : `${formatNumber(count)} ${many}`;

/** Returns the ids for which a bulk call succeeded. */
const succeededIdsOf = (response: {
  results: readonly { itemMetadata: { id?: string; success: boolean } }[];
}): string[] => response.results.flatMap(({ itemMetadata: { id, success } }) => (success && id ? [id] : []));

const markSeen: BatchAction = async (formId, ids) => {
  await admin.call('forms.submissions.bulkMarkAsSeen', { body: { formId, ids: [...ids] } });
  return ids;
};

const markUnseen = runOneByOne(async (submissionId) => {
  const { submission } = await admin.call('forms.submissions.get', { query: { submissionId } });
  await changeSubmission(submission, { seen: false });
});

const retag =
  (assign: readonly string[], unassign: readonly string[]): BatchAction =>
  async (_, submissionIds) =>
    succeededIdsOf(
      await admin.call('forms.submissions.bulkUpdateTags', {
        body: {
          submissionIds: [...submissionIds],
          assignTags: { tags: { tagIds: [...assign] } },
          unassignTags: { tags: { tagIds: [...unassign] } },
        },
      }),
    );

export const submissionActions = {
  markSeen: {
    progressLabel: 'Marking',
    run: markSeen,
    successMessage: (count) => countText(count, 'Marked as seen.', 'submissions are marked as seen.'),
    undo: {
      run: markUnseen,
      successMessage: (count) =>
        countText(count, 'The submission is marked as new again.', 'submissions are marked as new again.'),
    },
  },
  markUnseen: {
    progressLabel: 'Marking',
    run: markUnseen,
    successMessage: (count) => countText(count, 'Marked as new.', 'submissions are marked as new.'),
  },
  trash: {
    progressLabel: 'Deleting',
    leavesInbox: true,
    run: async (formId, ids) =>
      succeededIdsOf(
        await admin.call('forms.submissions.bulkDelete', {
          body: { formId, submissionIds: [...ids], permanent: false },
        }),
      ),
    successMessage: (count) => countText(count, 'The submission is in the trash.', 'submissions are in the trash.'),
    undo: {
      run: runOneByOne((submissionId) => admin.call('forms.deletedSubmissions.restore', { query: { submissionId } })),
      successMessage: (count) =>
        countText(count, 'The submission is back in the inbox.', 'submissions are back in the inbox.'),
    },
  },
  restore: {
    progressLabel: 'Restoring',
    run: runOneByOne((submissionId) => admin.call('forms.deletedSubmissions.restore', { query: { submissionId } })),
    successMessage: (count) =>
      countText(count, 'The submission is back in the inbox.', 'submissions are back in the inbox.'),
  },
  remove: {
    progressLabel: 'Deleting for good',
    run: async (formId, ids) =>
      succeededIdsOf(
        await admin.call('forms.deletedSubmissions.bulkRemove', { body: { formId, submissionIds: [...ids] } }),
      ),
    successMessage: (count) =>
      countText(count, 'The submission has been deleted for good.', 'submissions have been deleted for good.'),
  },
  reportSpam: {
    progressLabel: 'Moving to spam',
    leavesInbox: true,
    run: async (formId, ids) =>
      succeededIdsOf(
        await admin.call('forms.submissions.bulkReportSpam', { body: { formId, submissionIds: [...ids] } }),
      ),
    successMessage: (count) =>
      countText(count, 'The submission has been moved to spam.', 'submissions have been moved to spam.'),
    undo: {
      run: reportNotSpam,
      successMessage: (count) =>
        countText(count, 'The submission is back in the inbox.', 'submissions are back in the inbox.'),
    },
  },
  notSpam: {
    progressLabel: 'Moving to the inbox',
    run: reportNotSpam,
    successMessage: (count) =>
      countText(count, 'The submission has been moved to the inbox.', 'submissions have been moved to the inbox.'),
  },
  removeSpam: {
    progressLabel: 'Deleting for good',
    run: async (formId, ids) =>
      succeededIdsOf(
        await admin.call('forms.spamReports.bulkDelete', { body: { formId, formSpamSubmissionReportIds: [...ids] } }),
      ),
    successMessage: (count) =>
      countText(count, 'The submission has been deleted for good.', 'submissions have been deleted for good.'),
  },
} as const satisfies Record<string, SubmissionAction>;

/**
 * Returns the action that adds and removes tags.
 * @param before the submissions with their previous tags, from which the undo is computed
 */
export function tagAction(
  before: readonly TaggedSubmission[],
  added: readonly string[],
  removed: readonly string[],
): SubmissionAction {
  const restoreTags: BatchAction = async (formId, ids) => {
    for (const { tag, assign, ids: affectedIds } of invertTagChanges(before, added, removed)) {
      const changed = ids.filter((id) => affectedIds.has(id));
      if (changed.length > 0) await retag(assign ? [tag] : [], assign ? [] : [tag])(formId, changed);
    }
    return ids;
  };
  return {
    progressLabel: 'Changing tags',
    run: retag(added, removed),
    successMessage: (count) => countText(count, 'The tags are changed.', 'submissions have new tags.'),
    undo: {
      run: restoreTags,
      successMessage: (count) => countText(count, 'The tags are as before.', 'submissions have their old tags again.'),
    },
  };
}

async function reportNotSpam(formId: string, ids: readonly string[]): Promise<string[]> {
  const { results } = await admin.call('forms.spamReports.bulkReportNotSpam', {
    body: { formId, formSpamSubmissionReportIds: [...ids] },
  });
  return results.flatMap(({ itemMetadata, formSpamSubmissionReportId }) =>
    itemMetadata.success ? [itemMetadata.id ?? formSpamSubmissionReportId] : [],
  );
}

interface Change {
  status?: SubmissionStatus;
  seen?: boolean;
}

/** @throws PorticoError REVISION_MISMATCH if someone else has changed the submission */
async function changeSubmission({ id, formId, revision }: Submission, change: Change): Promise<Submission> {
  const body = { submission: { formId, revision, ...change }, mask: Object.keys(change).join(',') };
  return (await admin.call('forms.submissions.update', { query: { submissionId: id }, body })).submission;
}

/**
 * Changes only the values of these targets.
 * @throws PorticoError REVISION_MISMATCH if someone else has changed the submission; or with the violations if values
 *   are invalid
 */
export async function changeValues(
  { id, formId, revision }: Submission,
  values: Readonly<Record<string, unknown>>,
  targets: readonly string[],
): Promise<Submission> {
  const submissions = Object.fromEntries(Object.entries(values).filter(([target]) => targets.includes(target)));
  const body = {
    submission: { formId, revision, submissions },
    mask: { paths: targets.map((target) => `submissions.${target}`) },
  };
  return (await admin.call('forms.submissions.update', { query: { submissionId: id }, body })).submission;
}

/** Changes the status. Uses a separate call to confirm a pending submission, and an update for all other changes. */
export async function changeStatus(submission: Submission, to: SubmissionStatus): Promise<Submission> {
  if (submission.status !== 'PENDING' || to !== 'CONFIRMED') return changeSubmission(submission, { status: to });
  const { id: submissionId } = submission;
  return (await admin.call('forms.submissions.confirm', { query: { submissionId }, body: { submissionId } }))
    .submission;
}
