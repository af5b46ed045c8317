import type { Calls } from '@portico/contract';
import { FORM_APP_NAMESPACE } from '@portico/domain/forms/vocabulary';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';

export type SiteForm = Calls['forms.forms.get']['answer']['form'];

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
      // `false` asks for all of them, the closed ones too
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

/** pages of a hundred that are read at most: for choosing and naming forms, not for listing them */
const MOST_PAGES = 10;

/** The site's forms, for lists that name them. */
export const allFormsQuery = queryOptions({
  queryKey: ['forms', 'all'],
  queryFn: async () => {
    const all: SiteForm[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
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

/** Open and closed forms, the newest change first: the call that lists them knows only one or the other. */
async function listForms(cursorPaging: { limit: number; cursor?: string }) {
  // a cursor holds its filter already
  const query = cursorPaging.cursor ? { cursorPaging } : { filter: { namespace }, cursorPaging };
  const { forms, metadata } = await admin.call('forms.forms.query', { body: { namespace, query } });
  return { forms, pagingMetadata: metadata };
}
