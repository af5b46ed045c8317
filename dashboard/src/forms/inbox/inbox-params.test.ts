import { describe, expect, it } from 'vitest';
import {
  formatInboxParams,
  type InboxParams,
  isFiltered,
  listLastDays,
  NO_FILTERS,
  parseInboxParams,
  startOf,
  toWireFilter,
} from './inbox-params.ts';

const defaultView: InboxParams = {
  ...NO_FILTERS,
  folder: 'inbox',
  formId: null,
  sort: { id: 'createdDate', desc: true },
  open: null,
};

describe('parameters of the inbox in the URL', () => {
  it('writes nothing for the default view, and parses nothing as the default view', () => {
    expect(formatInboxParams(defaultView).toString()).toBe('');
    expect(parseInboxParams(new URLSearchParams())).toEqual(defaultView);
  });

  it('parses every parameter as it was written', () => {
    const view: InboxParams = {
      folder: 'spam',
      formId: 'f1',
      search: 'ada & co',
      status: 'PENDING',
      seen: 'new',
      tag: 'late',
      from: '2026-01-02',
      to: '2026-02-03',
      sort: { id: 'status', desc: false },
      open: 's1',
    };
    expect(parseInboxParams(formatInboxParams(view))).toEqual(view);
  });

  it('preserves other parameters', () => {
    const before = new URLSearchParams('tab=fields&status=PENDING');
    expect(formatInboxParams(defaultView, before).toString()).toBe('tab=fields');
  });

  it.each(['status=GONE', 'seen=maybe', 'from=2026-13-01', 'to=yesterday', 'sort=password', 'box=bin'])(
    'ignores the invalid parameter %s',
    (query) => {
      expect(parseInboxParams(new URLSearchParams(query))).toEqual(defaultView);
    },
  );
});

describe('toWireFilter', () => {
  it('contains only the namespace without filters', () => {
    expect(toWireFilter(defaultView)).toEqual({ namespace: 'wix.form_app.form' });
    expect(isFiltered(defaultView)).toBe(false);
  });

  it('covers whole days in the time zone of the site', () => {
    const { createdDate } = toWireFilter({ ...defaultView, from: '2026-03-01', to: '2026-03-31' });
    expect(createdDate).toEqual({ $gte: startOf('2026-03-01'), $lt: startOf('2026-04-01') });
    expect(startOf('2026-12-31', 1)).toBe(startOf('2027-01-01'));
  });

  it('contains form, tag, status and seen', () => {
    const filters = { ...defaultView, formId: 'f', tag: 'a', status: 'CONFIRMED', seen: 'new' } as const;
    expect(isFiltered(filters)).toBe(true);
    expect(toWireFilter(filters)).toEqual({
      namespace: 'wix.form_app.form',
      formId: 'f',
      status: 'CONFIRMED',
      seen: false,
      'tags.tags.tagIds': { $hasSome: ['a'] },
    });
  });
});

it('returns the last days across the end of a month', () => {
  expect(listLastDays(3, new Date(2026, 2, 1, 23))).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});
