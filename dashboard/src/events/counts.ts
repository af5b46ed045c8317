import { FORM_APP_NAMESPACE } from '@portico/domain/forms/vocabulary';
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';

const namespace = FORM_APP_NAMESPACE;

/** The maximum number of forms in one call that counts submissions. The forms are queried with the same limit. */
const MAX_FORMS = 100;

export interface Total {
  readonly value: number;
  /** True if the actual number is higher than `value`. */
  readonly isLowerBound: boolean;
}

const members = queryOptions({
  queryKey: ['members', 'total'],
  queryFn: async (): Promise<Total> => {
    const { metadata } = await admin.call('identity.members.query', { body: { query: { paging: { limit: 1 } } } });
    return { value: metadata.total, isLowerBound: metadata.tooManyToCount };
  },
});

const collections = queryOptions({
  queryKey: ['collections', 'total'],
  queryFn: async (): Promise<Total> => {
    const { pagingMetadata } = await admin.call('data.collections.list', { query: { paging: { limit: 1 } } });
    return {
      value: pagingMetadata.total ?? pagingMetadata.count,
      isLowerBound: pagingMetadata.tooManyToCount === true,
    };
  },
});

/** Counts open and closed forms, because the list of forms shows both. */
const forms = queryOptions({
  queryKey: ['forms', 'total'],
  queryFn: async (): Promise<Total> => {
    const { count } = await admin.call('forms.forms.countByFilter', { body: { namespace } });
    return { value: count, isLowerBound: false };
  },
});

const submissions = queryOptions({
  queryKey: ['submissions', 'total'],
  queryFn: async (): Promise<Total> => {
    // The inbox has submissions of open and closed forms. `forms.list` would return only one of the two kinds.
    const query = { filter: { namespace }, cursorPaging: { limit: MAX_FORMS } };
    const { forms: list, metadata } = await admin.call('forms.forms.query', { body: { namespace, query } });
    const isLowerBound = metadata.hasNext;
    if (list.length === 0) return { value: 0, isLowerBound };
    const body = { formIds: list.map((form) => form.id), namespace };
    const { formsSubmissionsCount } = await admin.call('forms.submissions.count', { body });
    return { value: formsSubmissionsCount.reduce((sum, count) => sum + count.totalCount, 0), isLowerBound };
  },
});

/** The totals on the home screen, in their order. */
export const countQueries = [
  { label: 'Members', to: '/members', options: members },
  { label: 'Collections', to: '/collections', options: collections },
  { label: 'Forms', to: '/forms', options: forms },
  { label: 'Submissions', to: '/inbox', options: submissions },
] as const;

export type Count = (typeof countQueries)[number];

export const totals = { members, collections, forms, submissions };
