/** The queries of the inbox. Their keys start with 'submissions', so that a change can refresh all of them. */
import type { Calls } from '@portico/contract';
import { FORM_APP_NAMESPACE, submissionStatuses } from '@portico/domain/forms/vocabulary';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { queryClient } from '../../app/query-client.ts';
import { refetchWhileIndexing } from '../../ui/indexing.ts';
import { type Filters, type InboxParams, startOf, toWireFilter } from './inbox-params.ts';

export type Submission = Calls['forms.submissions.get']['response']['submission'];
export type SpamReport = Calls['forms.spamReports.get']['response']['formSpamSubmissionReport'];

const PAGE_SIZE = 25;
const namespace = FORM_APP_NAMESPACE;

/**
 * Refreshes all queries of the inbox.
 * @param removedIds ids of submissions that have left the inbox. They are not refetched, even if a screen still shows
 * one of them.
 */
export async function refreshInbox(removedIds: ReadonlySet<string> = new Set()): Promise<void> {
  const isRemoved = ([, , id]: readonly unknown[]) => removedIds.has(String(id));
  queryClient.removeQueries({
    queryKey: ['submissions'],
    type: 'inactive',
    predicate: ({ queryKey }) => isRemoved(queryKey),
  });
  await queryClient.invalidateQueries({ queryKey: ['submissions'], predicate: ({ queryKey }) => !isRemoved(queryKey) });
}

type View = Filters & Pick<InboxParams, 'sort'>;

/** A page of the inbox. */
export const pageQuery = ({ sort, ...filters }: View, cursor: string | null) =>
  queryOptions({
    queryKey: ['submissions', 'page', filters, sort, cursor],
    queryFn: () => readPage({ sort, ...filters }, cursor, PAGE_SIZE),
    refetchInterval: refetchWhileIndexing,
    placeholderData: keepPreviousData,
  });

/**
 * Loads a page with the query endpoint, or with the search endpoint if there are search words.
 * @param cursor the cursor of the previous page, which already contains filter, search words and order
 */
export function readPage({ sort, ...filters }: View, cursor: string | null, limit: number) {
  const query = cursor
    ? { cursorPaging: { limit, cursor } }
    : {
        filter: toWireFilter(filters),
        sort: [{ fieldName: sort.id, order: sort.desc ? ('DESC' as const) : ('ASC' as const) }],
        cursorPaging: { limit },
      };
  return filters.search === ''
    ? admin.call('forms.submissions.queryByNamespace', { body: { query } })
    : admin.call('forms.submissions.searchByNamespace', {
        body: { search: cursor ? query : { ...query, search: searchOf(filters) } },
      });
}

const searchOf = ({ search }: Filters) => ({ expression: search, mode: 'AND' as const });

/** The number of submissions that match the filters, and how many of them are unseen. */
export const totalQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['submissions', 'total', filters],
    queryFn: () => countMatching(filters),
    refetchInterval: refetchWhileIndexing,
    placeholderData: keepPreviousData,
  });

async function countMatching(
  filters: Filters,
  filter = toWireFilter(filters),
): Promise<{ total: number; unseen: number }> {
  const search = filters.search === '' ? {} : { search: searchOf(filters) };
  const { formsSubmissionsCount } = await admin.call('forms.submissions.countByFilter', {
    body: { filter, ...search },
  });
  return formsSubmissionsCount.reduce(
    (sum, { totalCount, unseenCount }) => ({ total: sum.total + totalCount, unseen: sum.unseen + unseenCount }),
    { total: 0, unseen: 0 },
  );
}

/** The number of matching submissions on each of the days. */
export const dailyCountsQuery = (filters: Filters, days: readonly string[]) =>
  queryOptions({
    queryKey: ['submissions', 'days', filters, days],
    queryFn: () =>
      Promise.all(
        days.map(async (date) => {
          const day = { createdDate: { $gte: startOf(date), $lt: startOf(date, 1) } };
          const { total } = await countMatching(filters, { $and: [toWireFilter(filters), day], namespace });
          return { date, total };
        }),
      ),
    staleTime: 60_000,
  });

export const submissionQuery = (submissionId: string) =>
  queryOptions({
    queryKey: ['submissions', 'one', submissionId],
    queryFn: async () => (await admin.call('forms.submissions.get', { query: { submissionId } })).submission,
  });

/** The answers in the order of the form, with labels and formatted as in PDFs and mails. */
export const formattedSubmissionQuery = ({ id, revision }: Submission) =>
  queryOptions({
    queryKey: ['submissions', 'formatted', id, revision],
    queryFn: async () =>
      (await admin.call('forms.submissions.getFormatted', { query: { submissionId: id } })).submissions,
    placeholderData: keepPreviousData,
  });

/** Signed URLs of a file and of its preview image, which expire after some minutes. */
export const fileLinkQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['file-link', fileId],
    queryFn: () => admin.call('media.files.link', { query: { fileId } }),
    staleTime: 120_000,
    retry: false,
  });

export const spamQuery = (formId: string | null, cursor: string | null) =>
  queryOptions({
    queryKey: ['submissions', 'spam', formId, cursor],
    queryFn: () => {
      const query = cursor
        ? { cursorPaging: { limit: PAGE_SIZE, cursor } }
        : { filter: { namespace, ...(formId ? { formId } : {}) }, cursorPaging: { limit: PAGE_SIZE } };
      return admin.call('forms.spamReports.query', { body: { query } });
    },
    placeholderData: keepPreviousData,
  });

export const trashQuery = (formId: string, cursor: string | null) =>
  queryOptions({
    queryKey: ['submissions', 'trash', formId, cursor],
    queryFn: () =>
      admin.call('forms.deletedSubmissions.list', {
        query: {
          formId,
          statuses: [...submissionStatuses],
          paging: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) },
        },
      }),
    placeholderData: keepPreviousData,
  });

export interface FolderCounts {
  readonly unseen: number;
  readonly spam: number;
  readonly trash: number;
}

/** The number of submissions in each folder of each form. */
export const folderCountsQuery = (formIds: readonly string[]) =>
  queryOptions({
    queryKey: ['submissions', 'folders', formIds],
    queryFn: async (): Promise<ReadonlyMap<string, FolderCounts>> => {
      const body = { formIds: [...formIds], namespace };
      const [inbox, spam, trash] = await Promise.all([
        admin.call('forms.submissions.count', { body }),
        admin.call('forms.spamReports.count', { body }),
        admin.call('forms.deletedSubmissions.count', { body: { ...body, statuses: [...submissionStatuses] } }),
      ]);
      const countOf = <T extends { formId: string }>(counts: readonly T[], formId: string) =>
        counts.find((count) => count.formId === formId);
      return new Map(
        formIds.map((formId) => [
          formId,
          {
            unseen: countOf(inbox.formsSubmissionsCount, formId)?.unseenCount ?? 0,
            spam: countOf(spam.formsSpamSubmissionReportsCount, formId)?.totalCount ?? 0,
            trash: countOf(trash.formsDeletedSubmissionsCount, formId)?.totalCount ?? 0,
          },
        ]),
      );
    },
    enabled: formIds.length > 0,
  });
