import { FORM_APP_NAMESPACE } from '@portico/domain/forms/vocabulary';
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';

const namespace = FORM_APP_NAMESPACE;

/** forms of one page, and the most for which one call counts submissions */
const FORMS_LOOKED_AT = 100;

export interface Total {
  readonly value: number;
  /** there are more than were counted */
  readonly isMore: boolean;
}

/** The totals of the home, each by the cheapest call that tells it. */
const members = queryOptions({
  queryKey: ['members', 'total'],
  queryFn: async (): Promise<Total> => {
    const { metadata } = await admin.call('identity.members.query', { body: { query: { paging: { limit: 1 } } } });
    return { value: metadata.total, isMore: metadata.tooManyToCount };
  },
});

const collections = queryOptions({
  queryKey: ['collections', 'total'],
  queryFn: async (): Promise<Total> => {
    const { pagingMetadata } = await admin.call('data.collections.list', { query: { paging: { limit: 1 } } });
    return { value: pagingMetadata.total ?? pagingMetadata.count, isMore: pagingMetadata.tooManyToCount === true };
  },
});

/** Open and closed ones, as the list of forms shows. */
const forms = queryOptions({
  queryKey: ['forms', 'total'],
  queryFn: async (): Promise<Total> => {
    const { count } = await admin.call('forms.forms.countByFilter', { body: { namespace } });
    return { value: count, isMore: false };
  },
});

const submissions = queryOptions({
  queryKey: ['submissions', 'total'],
  queryFn: async (): Promise<Total> => {
    // the call that lists forms knows the open or the closed ones; what was sent with both is in the inbox
    const query = { filter: { namespace }, cursorPaging: { limit: FORMS_LOOKED_AT } };
    const { forms: list, metadata } = await admin.call('forms.forms.query', { body: { namespace, query } });
    const isMore = metadata.hasNext;
    if (list.length === 0) return { value: 0, isMore };
    const body = { formIds: list.map((form) => form.id), namespace };
    const { formsSubmissionsCount } = await admin.call('forms.submissions.count', { body });
    return { value: formsSubmissionsCount.reduce((sum, form) => sum + form.totalCount, 0), isMore };
  },
});

export const countQueries = [
  { label: 'Members', to: '/members', options: members },
  { label: 'Collections', to: '/collections', options: collections },
  { label: 'Forms', to: '/forms', options: forms },
  { label: 'Submissions', to: '/inbox', options: submissions },
] as const;

export type Count = (typeof countQueries)[number];

export const totals = { members, collections, forms, submissions };
