/** The state of the inbox (folder, filters, order, open submission), stored in the URL so that links contain it. */
import { FORM_APP_NAMESPACE, type SubmissionStatus, submissionStatuses } from '@portico/domain/forms/vocabulary';
import type { Sort } from '../../ui/DataTable.tsx';
import { siteDayOf, startOfDay } from '../../ui/site-zone.ts';
import { useAddress } from '../../ui/use-address.ts';

const folders = ['inbox', 'spam', 'trash'] as const;
export type Folder = (typeof folders)[number];

export interface InboxParams {
  readonly folder: Folder;
  /** Null for all forms. */
  readonly formId: string | null;
  /** Search words; '' for none. */
  readonly search: string;
  readonly status: SubmissionStatus | null;
  readonly seen: 'new' | 'seen' | null;
  /** '' selects any tag. */
  readonly tag: string;
  /** First and last day in the site's time zone, both included, as YYYY-MM-DD. '' means that there is no bound. */
  readonly from: string;
  readonly to: string;
  readonly sort: Sort;
  /** Id of the open submission. */
  readonly open: string | null;
}

export const NEWEST: Sort = { id: 'createdDate', desc: true };
/** The columns by which the server can sort. */
const sortable = ['createdDate', 'updatedDate', 'status'] as const;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

export function parseInboxParams(params: URLSearchParams): InboxParams {
  const readText = (name: string) => (params.get(name) ?? '').slice(0, 100);
  const readDay = (name: string) =>
    DAY_PATTERN.test(readText(name)) && !Number.isNaN(Date.parse(readText(name))) ? readText(name) : '';
  const sort = readText('sort');
  const sortId = sortable.find((id) => id === sort.replace(/^-/, ''));
  return {
    folder: folders.find((folder) => folder === params.get('box')) ?? 'inbox',
    formId: readText('form') || null,
    search: readText('search'),
    status: submissionStatuses.find((status) => status === params.get('status')) ?? null,
    seen: params.get('seen') === 'new' ? 'new' : params.get('seen') === 'seen' ? 'seen' : null,
    tag: readText('tag'),
    from: readDay('from'),
    to: readDay('to'),
    sort: sortId ? { id: sortId, desc: sort.startsWith('-') } : NEWEST,
    open: readText('open') || null,
  };
}

const PARAM_NAMES = ['box', 'form', 'search', 'status', 'seen', 'tag', 'from', 'to', 'sort', 'open'] as const;

/** @param before the existing parameters; parameters that do not belong to the inbox are preserved */
export function formatInboxParams(view: InboxParams, before = new URLSearchParams()): URLSearchParams {
  const { folder, formId, sort, ...rest } = view;
  const isDefaultSort = sort.id === NEWEST.id && sort.desc;
  const texts: Record<(typeof PARAM_NAMES)[number], string | null> = {
    ...rest,
    box: folder === 'inbox' ? null : folder,
    form: formId,
    sort: isDefaultSort ? null : `${sort.desc ? '-' : ''}${sort.id}`,
  };
  const params = new URLSearchParams(before);
  for (const key of PARAM_NAMES) {
    const text = texts[key];
    if (text) params.set(key, text);
    else params.delete(key);
  }
  return params;
}

/** Returns the view in the URL, and a function that changes it. */
export function useInboxParams(): [InboxParams, (change: Partial<InboxParams>) => void] {
  const [params, setParams] = useAddress();
  const view = parseInboxParams(params);
  return [
    view,
    (change) => {
      // Only the first letter of a search and the first opened submission add a history entry, so that the back button
      // returns to the list in one step.
      const replace = Boolean(change.search && view.search !== '') || Boolean(change.open !== undefined && view.open);
      setParams(formatInboxParams({ ...view, ...change }, params), { replace });
    },
  ];
}

export const NO_FILTERS = { search: '', status: null, seen: null, tag: '', from: '', to: '' } as const;

export type Filters = Pick<InboxParams, 'formId' | 'search' | 'status' | 'seen' | 'tag' | 'from' | 'to'>;

export const isFiltered = ({ search, status, seen, tag, from, to }: Filters): boolean =>
  [search, status, seen, tag, from, to].some(Boolean);

/** Returns the filter of the wire (forms contract, section 2.3). It does not contain the search words. */
export function toWireFilter({ formId, status, seen, tag, from, to }: Filters): Record<string, unknown> {
  const createdRange = { ...(from ? { $gte: startOf(from) } : {}), ...(to ? { $lt: startOf(to, 1) } : {}) };
  return {
    namespace: FORM_APP_NAMESPACE,
    ...(formId ? { formId } : {}),
    ...(status ? { status } : {}),
    ...(seen ? { seen: seen === 'seen' } : {}),
    ...(tag ? { 'tags.tags.tagIds': { $hasSome: [tag] } } : {}),
    ...(from || to ? { createdDate: createdRange } : {}),
  };
}

/** Returns midnight in the site's time zone as an ISO instant, `addDays` days after `day`. */
export const startOf = (day: string, addDays = 0): string => (startOfDay(day, addDays) ?? new Date(0)).toISOString();

/** Returns the last days up to today in the site's time zone, oldest first, as YYYY-MM-DD. */
export const listLastDays = (count: number, now = new Date()): string[] =>
  Array.from({ length: count }, (_, index) => siteDayOf(now, count - 1 - index));
