import type { Calls } from '@portico/contract';
import type { SubmissionStatus } from '@portico/domain/forms/vocabulary';
import { FORM_APP_NAMESPACE } from '@portico/domain/forms/vocabulary';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';

export type SiteForm = Calls['forms.forms.get']['answer']['form'];
export type Submission = Calls['forms.submissions.get']['answer']['submission'];

const namespace = FORM_APP_NAMESPACE;

export const formsQuery = (cursor: string | null) =>
  queryOptions({
    queryKey: ['forms', 'page', cursor],
    queryFn: () => admin.call('forms.forms.list', { query: { namespace, paging: { limit: 50, ...cursorOf(cursor) } } }),
    placeholderData: keepPreviousData,
  });

export const formQuery = (formId: string) =>
  queryOptions({
    queryKey: ['forms', 'one', formId],
    queryFn: async () => (await admin.call('forms.forms.get', { query: { formId } })).form,
  });

/** how many submissions each of the forms has, and how many nobody has looked at */
export const submissionCountsQuery = (formIds: readonly string[]) =>
  queryOptions({
    queryKey: ['submissions', 'counts', formIds],
    queryFn: async () => {
      const { formsSubmissionsCount } = await admin.call('forms.submissions.count', {
        body: { formIds: [...formIds], namespace },
      });
      return new Map(formsSubmissionsCount.map((count) => [count.formId, count]));
    },
    enabled: formIds.length > 0,
  });

export const SUBMISSIONS_PAGE = 25;

export interface Inbox {
  formId: string;
  status: SubmissionStatus | null;
  oldestFirst: boolean;
  cursor: string | null;
}

export const submissionsQuery = ({ formId, status, oldestFirst, cursor }: Inbox) =>
  queryOptions({
    queryKey: ['submissions', formId, 'page', status, oldestFirst, cursor],
    queryFn: () => {
      // a cursor holds its filter and order already
      const query = cursor
        ? { cursorPaging: { limit: SUBMISSIONS_PAGE, cursor } }
        : {
            filter: { namespace, formId, ...(status ? { status } : {}) },
            sort: [{ fieldName: 'createdDate', order: oldestFirst ? ('ASC' as const) : ('DESC' as const) }],
            cursorPaging: { limit: SUBMISSIONS_PAGE },
          };
      return admin.call('forms.submissions.queryByNamespace', { body: { query } });
    },
    placeholderData: keepPreviousData,
  });

export const submissionQuery = (submissionId: string | null) =>
  queryOptions({
    queryKey: ['submissions', 'one', submissionId],
    queryFn: async () =>
      (await admin.call('forms.submissions.get', { query: { submissionId: submissionId ?? '' } })).submission,
    enabled: submissionId !== null,
  });

const cursorOf = (cursor: string | null): { cursor?: string } => (cursor ? { cursor } : {});
