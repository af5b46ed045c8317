import type { Calls } from '@portico/contract';
import { FORM_APP_NAMESPACE } from '@portico/domain/forms/vocabulary';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { queryClient } from '../app/query-client.ts';

export type Contact = Calls['contacts.contacts.get']['response']['contact'];
export type ContactInfo = Contact['info'];
export type ContactLabel = Calls['contacts.labels.list']['response']['labels'][number];
export type ContactSort = NonNullable<Calls['contacts.contacts.list']['query']['sort']>;

export const CONTACTS_PAGE = 25;
const SHOWN_SUBMISSIONS = 20;

interface ContactsFilter {
  search: string;
  labelKey: string;
  sort: ContactSort;
  cursor: string | null;
}

export const contactsQuery = ({ search, labelKey, sort, cursor }: ContactsFilter) =>
  queryOptions({
    queryKey: ['contacts', 'page', search, labelKey, sort, cursor],
    queryFn: () =>
      admin.call('contacts.contacts.list', {
        query: {
          limit: CONTACTS_PAGE,
          sort,
          ...(search ? { search } : {}),
          ...(labelKey ? { labelKey } : {}),
          ...(cursor ? { cursor } : {}),
        },
      }),
    placeholderData: keepPreviousData,
  });

export const contactQuery = (contactId: string | null) =>
  queryOptions({
    queryKey: ['contacts', 'one', contactId],
    queryFn: async () => (await admin.call('contacts.contacts.get', { query: { contactId: contactId ?? '' } })).contact,
    enabled: contactId !== null,
  });

export const labelsQuery = queryOptions({
  queryKey: ['contacts', 'labels'],
  queryFn: async () => (await admin.call('contacts.labels.list')).labels,
});

/** The submissions of a contact, newest first, with the names of their forms. */
export const contactSubmissionsQuery = (contactId: string) =>
  queryOptions({
    queryKey: ['submissions', 'of-contact', contactId],
    queryFn: async () => {
      const namespace = FORM_APP_NAMESPACE;
      const { submissions, metadata } = await admin.call('forms.submissions.queryByNamespace', {
        body: {
          query: {
            filter: { namespace, contactId },
            sort: [{ fieldName: 'createdDate', order: 'DESC' }],
            cursorPaging: { limit: SHOWN_SUBMISSIONS },
          },
        },
      });
      const formIds = [...new Set(submissions.map(({ formId }) => formId))];
      const { forms } =
        formIds.length > 0
          ? await admin.call('forms.forms.query', { body: { query: { filter: { namespace, id: { $in: formIds } } } } })
          : { forms: [] };
      const names = new Map(forms.map(({ id, name }) => [id, name]));
      return { submissions, names, hasMore: metadata?.hasNext ?? false };
    },
  });

export const refreshContacts = () => queryClient.invalidateQueries({ queryKey: ['contacts'] });
