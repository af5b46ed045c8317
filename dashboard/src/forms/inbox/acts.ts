/** What people do to submissions, one or many: told when it is done, with a way back where there is one. */
import type { SubmissionStatus } from '@portico/domain/forms/vocabulary';
import { admin } from '../../app/client.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '../../app/notify.ts';
import { sentenceOf } from '../../ui/ErrorState.tsx';
import { formatNumber } from '../../ui/format.ts';
import { type Act, inBatches, oneByOne, type Ref } from './batches.ts';
import { refreshInbox, type Submission } from './queries.ts';
import { type Tagged, undoneTags } from './tags.ts';

export interface Deed {
  /** “Deleting”: told while it takes its time */
  readonly doing: string;
  readonly act: Act;
  /** told afterwards */
  readonly done: (count: number) => string;
  readonly undo?: { readonly act: Act; readonly done: (count: number) => string };
  /** afterwards they are no longer in the inbox */
  readonly leaves?: boolean;
}

export interface Progress {
  readonly doing: string;
  readonly done: number;
  readonly total: number;
}

/**
 * Runs a deed, says what came of it, and refreshes what shows it. A failure half way is told; what was done stays done,
 * and can be taken back.
 */
export async function run(
  deed: Deed,
  refs: readonly Ref[],
  onProgress: (progress: Progress) => void = () => {},
): Promise<void> {
  const { doing, undo } = deed;
  const begun: string[] = [];
  // what a failing batch leaves undone is not counted, what came before it is
  const noting: Act = async (formId, ids) => {
    const done = await deed.act(formId, ids);
    begun.push(...done);
    return done;
  };
  onProgress({ doing, done: 0, total: refs.length });
  try {
    await inBatches(refs, noting, (done) => onProgress({ doing, done, total: refs.length }));
    const left = refs.length - begun.length;
    if (left > 0) notifyFailure(counted(left, 'One was left as it is.', 'were left as they are.'));
  } catch (error) {
    notifyFailure(sentenceOf(error));
  } finally {
    await refreshInbox(deed.leaves ? new Set(begun) : undefined);
  }
  if (begun.length === 0) return;
  const done = new Set(begun);
  const back = refs.filter(({ id }) => done.has(id));
  if (!undo) notifySuccess(deed.done(back.length));
  else notifyUndo(deed.done(back.length), () => run({ doing: 'Taking back', ...undo }, back));
}

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? one : `${formatNumber(count)} ${many}`;

/** Ids of a bulk answer that were done. */
const succeeded = (answer: { results: readonly { itemMetadata: { id?: string; success: boolean } }[] }): string[] =>
  answer.results.flatMap(({ itemMetadata: { id, success } }) => (success && id ? [id] : []));

const markSeen: Act = async (formId, ids) => {
  await admin.call('forms.submissions.bulkMarkAsSeen', { body: { formId, ids: [...ids] } });
  return ids;
};

const markUnseen = oneByOne(async (submissionId) => {
  const { submission } = await admin.call('forms.submissions.get', { query: { submissionId } });
  await changeSubmission(submission, { seen: false });
});

const retag =
  (assign: readonly string[], unassign: readonly string[]): Act =>
  async (_, submissionIds) =>
    succeeded(
      await admin.call('forms.submissions.bulkUpdateTags', {
        body: {
          submissionIds: [...submissionIds],
          assignTags: { tags: { tagIds: [...assign] } },
          unassignTags: { tags: { tagIds: [...unassign] } },
        },
      }),
    );

export const deeds = {
  see: {
    doing: 'Marking',
    act: markSeen,
    done: (count) => counted(count, 'Marked as seen.', 'are marked as seen.'),
    undo: { act: markUnseen, done: (count) => counted(count, 'It is new again.', 'are new again.') },
  },
  unsee: {
    doing: 'Marking',
    act: markUnseen,
    done: (count) => counted(count, 'Marked as new.', 'are marked as new.'),
  },
  trash: {
    doing: 'Deleting',
    leaves: true,
    act: async (formId, ids) =>
      succeeded(
        await admin.call('forms.submissions.bulkDelete', {
          body: { formId, submissionIds: [...ids], permanent: false },
        }),
      ),
    done: (count) => counted(count, 'The submission is in the trash.', 'submissions are in the trash.'),
    undo: {
      act: oneByOne((submissionId) => admin.call('forms.deletedSubmissions.restore', { query: { submissionId } })),
      done: (count) => counted(count, 'The submission is back.', 'submissions are back.'),
    },
  },
  restore: {
    doing: 'Restoring',
    act: oneByOne((submissionId) => admin.call('forms.deletedSubmissions.restore', { query: { submissionId } })),
    done: (count) => counted(count, 'The submission is back in the inbox.', 'submissions are back in the inbox.'),
  },
  remove: {
    doing: 'Deleting for good',
    act: async (formId, ids) =>
      succeeded(await admin.call('forms.deletedSubmissions.bulkRemove', { body: { formId, submissionIds: [...ids] } })),
    done: (count) => counted(count, 'The submission is gone.', 'submissions are gone.'),
  },
  reportSpam: {
    doing: 'Moving to spam',
    leaves: true,
    act: async (formId, ids) =>
      succeeded(await admin.call('forms.submissions.bulkReportSpam', { body: { formId, submissionIds: [...ids] } })),
    done: (count) => counted(count, 'The submission is spam now.', 'submissions are spam now.'),
    undo: {
      act: notSpam,
      done: (count) => counted(count, 'The submission is back.', 'submissions are back.'),
    },
  },
  notSpam: {
    doing: 'Moving to the inbox',
    act: notSpam,
    done: (count) => counted(count, 'The submission is in the inbox.', 'submissions are in the inbox.'),
  },
  removeSpam: {
    doing: 'Deleting for good',
    act: async (formId, ids) =>
      succeeded(
        await admin.call('forms.spamReports.bulkDelete', { body: { formId, formSpamSubmissionReportIds: [...ids] } }),
      ),
    done: (count) => counted(count, 'The spam is gone.', 'pieces of spam are gone.'),
  },
} as const satisfies Record<string, Deed>;

/** @param taken tags that are taken away */
export function tagging(before: readonly Tagged[], given: readonly string[], taken: readonly string[]): Deed {
  const back: Act = async (formId, ids) => {
    for (const { tag, assign, ids: whose } of undoneTags(before, given, taken)) {
      const own = ids.filter((id) => whose.has(id));
      if (own.length > 0) await retag(assign ? [tag] : [], assign ? [] : [tag])(formId, own);
    }
    return ids;
  };
  return {
    doing: 'Tagging',
    act: retag(given, taken),
    done: (count) => counted(count, 'The tags are changed.', 'submissions have other tags.'),
    undo: { act: back, done: (count) => counted(count, 'The tags are as before.', 'submissions are as before.') },
  };
}

async function notSpam(formId: string, ids: readonly string[]): Promise<string[]> {
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

/** @throws PorticoError REVISION_MISMATCH when somebody else was quicker */
async function changeSubmission({ id, formId, revision }: Submission, change: Change): Promise<Submission> {
  const body = { submission: { formId, revision, ...change }, mask: Object.keys(change).join(',') };
  return (await admin.call('forms.submissions.update', { query: { submissionId: id }, body })).submission;
}

/** Changes the values of these targets alone. @throws PorticoError REVISION_MISMATCH; violations of the values */
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

/** Confirming has a call of its own; the other moves are changes. */
export async function move(submission: Submission, to: SubmissionStatus): Promise<Submission> {
  if (submission.status !== 'PENDING' || to !== 'CONFIRMED') return changeSubmission(submission, { status: to });
  const { id: submissionId } = submission;
  return (await admin.call('forms.submissions.confirm', { query: { submissionId }, body: { submissionId } }))
    .submission;
}
