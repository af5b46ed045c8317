import { FORM_APP_NAMESPACE } from '@portico/domain/forms/vocabulary';
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';

/** The totals of the home, each by the cheapest call that tells it. */
const members = queryOptions({
  queryKey: ['members', 'total'],
  queryFn: async () =>
    (await admin.call('identity.members.query', { body: { query: { paging: { limit: 1 } } } })).metadata.total,
});

const collections = queryOptions({
  queryKey: ['collections', 'total'],
  queryFn: async () => {
    const page = await admin.call('data.collections.list', { query: { paging: { limit: 1 } } });
    return page.pagingMetadata.total ?? page.pagingMetadata.count;
  },
});

const forms = queryOptions({
  queryKey: ['forms', 'total'],
  queryFn: async () => (await admin.call('forms.forms.count', { body: { namespace: FORM_APP_NAMESPACE } })).totalCount,
});

const submissions = queryOptions({
  queryKey: ['submissions', 'total'],
  queryFn: async () => {
    const body = { filter: { namespace: FORM_APP_NAMESPACE } };
    const { formsSubmissionsCount } = await admin.call('forms.submissions.countByFilter', { body });
    return formsSubmissionsCount.reduce((sum, form) => sum + form.totalCount, 0);
  },
});

export const countQueries = [
  { label: 'Members', to: '/members', options: members },
  { label: 'Collections', to: '/collections', options: collections },
  { label: 'Forms', to: '/forms', options: forms },
  { label: 'Submissions', to: '/forms', options: submissions },
] as const;

export type Count = (typeof countQueries)[number];

export const totals = { members, collections, forms, submissions };
