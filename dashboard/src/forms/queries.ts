import type { Calls } from '@portico/contract';
import { FORM_APP_NAMESPACE } from '@portico/domain/forms/vocabulary';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';

export type SiteForm = Calls['forms.forms.get']['response']['form'];

const namespace = FORM_APP_NAMESPACE;

export const formsQuery = (cursor: string | null) =>
  queryOptions({
    queryKey: ['forms', 'page', cursor],
    queryFn: () => listForms({ limit: 50, ...cursorOf(cursor) }),
    placeholderData: keepPreviousData,
  });

export const trashedFormsQuery = (cursor: string | null) =>
  queryOptions({
    queryKey: ['forms', 'trash', cursor],
    queryFn: () =>
      // `enabled: false` returns both open and closed forms, whereas `true` would return open forms only.
      admin.call('forms.deletedForms.list', {
        query: { namespace, enabled: false, paging: { limit: 50, ...cursorOf(cursor) } },
      }),
    placeholderData: keepPreviousData,
  });

export const formQuery = (formId: string) =>
  queryOptions({
    queryKey: ['forms', 'one', formId],
    queryFn: async () => (await admin.call('forms.forms.get', { query: { formId } })).form,
  });

/** The number of submissions of each form, and how many of them are unseen. */
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

/** Bounds `allFormsQuery` to 1,000 forms, in pages of 100. */
const MAX_PAGES = 10;

/** Loads all forms of the site, open and closed, for lists that show their names or let the user choose one. */
export const allFormsQuery = queryOptions({
  queryKey: ['forms', 'all'],
  queryFn: async () => {
    const all: SiteForm[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const paging = { limit: 100, ...(cursor ? { cursor } : {}) };
      const { forms, pagingMetadata } = await listForms(paging);
      all.push(...forms);
      cursor = pagingMetadata.cursors.next;
      if (!cursor) break;
    }
    return all;
  },
});

const cursorOf = (cursor: string | null): { cursor?: string } => (cursor ? { cursor } : {});

/** Loads a page of open and closed forms, last changed first. `list` would return only one of the two. */
async function listForms(cursorPaging: { limit: number; cursor?: string }) {
  // A cursor already contains the filter.
  const query = cursorPaging.cursor ? { cursorPaging } : { filter: { namespace }, cursorPaging };
  const { forms, metadata } = await admin.call('forms.forms.query', { body: { namespace, query } });
  return { forms, pagingMetadata: metadata };
}
