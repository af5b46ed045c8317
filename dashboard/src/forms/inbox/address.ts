/** What the address bar keeps of the inbox: its box, filters, order and the open submission. A link shows others the same. */
import { FORM_APP_NAMESPACE, type SubmissionStatus, submissionStatuses } from '@portico/domain/forms/vocabulary';
import type { Sort } from '../../ui/DataTable.tsx';
import { siteDay, startOfDay } from '../../ui/site-zone.ts';
import { useAddress } from '../../ui/use-address.ts';

const boxes = ['inbox', 'spam', 'trash'] as const;
export type Box = (typeof boxes)[number];

export interface InboxAddress {
  readonly box: Box;
  /** null for all forms */
  readonly formId: string | null;
  /** words to search for; '' for none */
  readonly search: string;
  readonly status: SubmissionStatus | null;
  readonly seen: 'new' | 'seen' | null;
  /** '' for any */
  readonly tag: string;
  /** days by the site's calendar, YYYY-MM-DD, both included; '' for open */
  readonly from: string;
  readonly to: string;
  readonly sort: Sort;
  /** id of the submission that is open */
  readonly open: string | null;
}

export const NEWEST: Sort = { id: 'createdDate', desc: true };
/** columns of the list that the server sorts by */
const sortable = ['createdDate', 'updatedDate', 'status'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function parseAddress(params: URLSearchParams): InboxAddress {
  const text = (name: string) => (params.get(name) ?? '').slice(0, 100);
  const day = (name: string) => (DAY.test(text(name)) && !Number.isNaN(Date.parse(text(name))) ? text(name) : '');
  const sort = text('sort');
  const sortId = sortable.find((id) => id === sort.replace(/^-/, ''));
  return {
    box: boxes.find((one) => one === params.get('box')) ?? 'inbox',
    formId: text('form') || null,
    search: text('search'),
    status: submissionStatuses.find((one) => one === params.get('status')) ?? null,
    seen: params.get('seen') === 'new' ? 'new' : params.get('seen') === 'seen' ? 'seen' : null,
    tag: text('tag'),
    from: day('from'),
    to: day('to'),
    sort: sortId ? { id: sortId, desc: sort.startsWith('-') } : NEWEST,
    open: text('open') || null,
  };
}

const KEYS = ['box', 'form', 'search', 'status', 'seen', 'tag', 'from', 'to', 'sort', 'open'] as const;

/** @param before parameters of others, which stay */
export function formatAddress(address: InboxAddress, before = new URLSearchParams()): URLSearchParams {
  const { box, formId, sort, ...rest } = address;
  const isUsual = sort.id === NEWEST.id && sort.desc;
  const texts: Record<(typeof KEYS)[number], string | null> = {
    ...rest,
    box: box === 'inbox' ? null : box,
    form: formId,
    sort: isUsual ? null : `${sort.desc ? '-' : ''}${sort.id}`,
  };
  const params = new URLSearchParams(before);
  for (const key of KEYS) {
    const text = texts[key];
    if (text) params.set(key, text);
    else params.delete(key);
  }
  return params;
}

/** The address and how to change it. */
export function useInboxAddress(): [InboxAddress, (change: Partial<InboxAddress>) => void] {
  const [params, setParams] = useAddress();
  const address = parseAddress(params);
  return [
    address,
    (change) => {
      // letters that follow the first, and submissions that follow the first, are one step of the back button
      const replace =
        Boolean(change.search && address.search !== '') || Boolean(change.open !== undefined && address.open);
      setParams(formatAddress({ ...address, ...change }, params), { replace });
    },
  ];
}

export const NO_FILTERS = { search: '', status: null, seen: null, tag: '', from: '', to: '' } as const;

export type Filters = Pick<InboxAddress, 'formId' | 'search' | 'status' | 'seen' | 'tag' | 'from' | 'to'>;

export const isFiltered = ({ search, status, seen, tag, from, to }: Filters): boolean =>
  [search, status, seen, tag, from, to].some(Boolean);

/** The server's filter (forms contract section 2.3). The words to search for are asked for beside it. */
export function wireFilter({ formId, status, seen, tag, from, to }: Filters): Record<string, unknown> {
  const time = { ...(from ? { $gte: startOf(from) } : {}), ...(to ? { $lt: startOf(to, 1) } : {}) };
  return {
    namespace: FORM_APP_NAMESPACE,
    ...(formId ? { formId } : {}),
    ...(status ? { status } : {}),
    ...(seen ? { seen: seen === 'seen' } : {}),
    ...(tag ? { 'tags.tags.tagIds': { $hasSome: [tag] } } : {}),
    ...(from || to ? { createdDate: time } : {}),
  };
}

/** Midnight by the site's clock, as an instant; `later` days on. */
export const startOf = (day: string, later = 0): string => (startOfDay(day, later) ?? new Date(0)).toISOString();

/** The days up to today by the site's calendar, the oldest first, YYYY-MM-DD. */
export const lastDays = (count: number, now = new Date()): string[] =>
  Array.from({ length: count }, (_, index) => siteDay(now, count - 1 - index));
