/** What the screens of the inbox ask the server. Everything that acts on submissions refreshes all of it: ['submissions']. */
import type { Calls } from '@portico/contract';
import { FORM_APP_NAMESPACE, submissionStatuses } from '@portico/domain/forms/vocabulary';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { queryClient } from '../../app/query-client.ts';
import { type Filters, type InboxAddress, startOf, wireFilter } from './address.ts';

export type Submission = Calls['forms.submissions.get']['answer']['submission'];
export type SpamReport = Calls['forms.spamReports.get']['answer']['formSpamSubmissionReport'];

const PAGE = 25;
const namespace = FORM_APP_NAMESPACE;

/** @param gone those that are no longer in the inbox: the screen that still shows one must not ask for it again */
export async function refreshInbox(gone: ReadonlySet<string> = new Set()): Promise<void> {
  const isGone = ([, , id]: readonly unknown[]) => gone.has(String(id));
  queryClient.removeQueries({
    queryKey: ['submissions'],
    type: 'inactive',
    predicate: ({ queryKey }) => isGone(queryKey),
  });
  await queryClient.invalidateQueries({ queryKey: ['submissions'], predicate: ({ queryKey }) => !isGone(queryKey) });
}

type View = Filters & Pick<InboxAddress, 'sort'>;

/** A page of the inbox. Words are searched for by another call than filters alone. */
export const pageQuery = ({ sort, ...filters }: View, cursor: string | null) =>
  queryOptions({
    queryKey: ['submissions', 'page', filters, sort, cursor],
    queryFn: () => readPage({ sort, ...filters }, cursor, PAGE),
    placeholderData: keepPreviousData,
  });

/** @param cursor of the page before; it holds filter, words and order already */
export function readPage({ sort, ...filters }: View, cursor: string | null, limit: number) {
  const query = cursor
    ? { cursorPaging: { limit, cursor } }
    : {
        filter: wireFilter(filters),
        sort: [{ fieldName: sort.id, order: sort.desc ? ('DESC' as const) : ('ASC' as const) }],
        cursorPaging: { limit },
      };
  return filters.search === ''
    ? admin.call('forms.submissions.queryByNamespace', { body: { query } })
    : admin.call('forms.submissions.searchByNamespace', {
        body: { search: cursor ? query : { ...query, search: wordsOf(filters) } },
      });
}

const wordsOf = ({ search }: Filters) => ({ expression: search, mode: 'AND' as const });

/** How many fit, and how many of them nobody has looked at. */
export const totalQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['submissions', 'total', filters],
    queryFn: () => countFitting(filters),
    placeholderData: keepPreviousData,
  });

async function countFitting(
  filters: Filters,
  filter = wireFilter(filters),
): Promise<{ total: number; unseen: number }> {
  const search = filters.search === '' ? {} : { search: wordsOf(filters) };
  const { formsSubmissionsCount } = await admin.call('forms.submissions.countByFilter', {
    body: { filter, ...search },
  });
  return formsSubmissionsCount.reduce(
    (sum, { totalCount, unseenCount }) => ({ total: sum.total + totalCount, unseen: sum.unseen + unseenCount }),
    { total: 0, unseen: 0 },
  );
}

/** How many that fit were sent on each of the days. */
export const byDayQuery = (filters: Filters, days: readonly string[]) =>
  queryOptions({
    queryKey: ['submissions', 'days', filters, days],
    queryFn: () =>
      Promise.all(
        days.map(async (date) => {
          const day = { createdDate: { $gte: startOf(date), $lt: startOf(date, 1) } };
          const { total } = await countFitting(filters, { $and: [wireFilter(filters), day], namespace });
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

/** Its values as text under their labels, in the order of the form: the words of the PDF and the mails. */
export const formattedQuery = ({ id, revision }: Submission) =>
  queryOptions({
    queryKey: ['submissions', 'formatted', id, revision],
    queryFn: async () =>
      (await admin.call('forms.submissions.getFormatted', { query: { submissionId: id } })).submissions,
    placeholderData: keepPreviousData,
  });

/** Addresses that open a file for some minutes, and its picture where it has one. */
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
        ? { cursorPaging: { limit: PAGE, cursor } }
        : { filter: { namespace, ...(formId ? { formId } : {}) }, cursorPaging: { limit: PAGE } };
      return admin.call('forms.spamReports.query', { body: { query } });
    },
    placeholderData: keepPreviousData,
  });

export const trashQuery = (formId: string, cursor: string | null) =>
  queryOptions({
    queryKey: ['submissions', 'trash', formId, cursor],
    queryFn: () =>
      admin.call('forms.deletedSubmissions.list', {
        query: { formId, statuses: [...submissionStatuses], paging: { limit: PAGE, ...(cursor ? { cursor } : {}) } },
      }),
    placeholderData: keepPreviousData,
  });

export interface BoxCounts {
  readonly unseen: number;
  readonly spam: number;
  readonly trash: number;
}

/** What each box of each of the forms holds. */
export const boxCountsQuery = (formIds: readonly string[]) =>
  queryOptions({
    queryKey: ['submissions', 'boxes', formIds],
    queryFn: async (): Promise<ReadonlyMap<string, BoxCounts>> => {
      const body = { formIds: [...formIds], namespace };
      const [inbox, spam, trash] = await Promise.all([
        admin.call('forms.submissions.count', { body }),
        admin.call('forms.spamReports.count', { body }),
        admin.call('forms.deletedSubmissions.count', { body: { ...body, statuses: [...submissionStatuses] } }),
      ]);
      const of = <T extends { formId: string }>(list: readonly T[], formId: string) =>
        list.find((one) => one.formId === formId);
      return new Map(
        formIds.map((formId) => [
          formId,
          {
            unseen: of(inbox.formsSubmissionsCount, formId)?.unseenCount ?? 0,
            spam: of(spam.formsSpamSubmissionReportsCount, formId)?.totalCount ?? 0,
            trash: of(trash.formsDeletedSubmissionsCount, formId)?.totalCount ?? 0,
          },
        ]),
      );
    },
    enabled: formIds.length > 0,
  });
