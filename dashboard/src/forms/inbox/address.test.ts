import { describe, expect, it } from 'vitest';
import {
  formatAddress,
  type InboxAddress,
  isFiltered,
  lastDays,
  NO_FILTERS,
  parseAddress,
  startOf,
  wireFilter,
} from './address.ts';

const plain: InboxAddress = {
  ...NO_FILTERS,
  box: 'inbox',
  formId: null,
  sort: { id: 'createdDate', desc: true },
  open: null,
};

describe('the address of the inbox', () => {
  it('is empty for the usual view, and read back as that', () => {
    expect(formatAddress(plain).toString()).toBe('');
    expect(parseAddress(new URLSearchParams())).toEqual(plain);
  });

  it('keeps every choice', () => {
    const chosen: InboxAddress = {
      box: 'spam',
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
    expect(parseAddress(formatAddress(chosen))).toEqual(chosen);
  });

  it('leaves the parameters of others alone', () => {
    const before = new URLSearchParams('tab=fields&status=PENDING');
    expect(formatAddress(plain, before).toString()).toBe('tab=fields');
  });

  it.each(['status=GONE', 'seen=maybe', 'from=2026-13-01', 'to=yesterday', 'sort=password', 'box=bin'])(
    'takes %s for nothing',
    (query) => {
      expect(parseAddress(new URLSearchParams(query))).toEqual(plain);
    },
  );
});

describe('the filter for the server', () => {
  it('names the namespace alone where nothing is chosen', () => {
    expect(wireFilter(plain)).toEqual({ namespace: 'wix.form_app.form' });
    expect(isFiltered(plain)).toBe(false);
  });

  it('spans whole days of the reader', () => {
    const { createdDate } = wireFilter({ ...plain, from: '2026-03-01', to: '2026-03-31' });
    expect(createdDate).toEqual({ $gte: startOf('2026-03-01'), $lt: startOf('2026-04-01') });
    expect(startOf('2026-12-31', 1)).toBe(startOf('2027-01-01'));
  });

  it('asks for tags, state and what is new', () => {
    const filters = { ...plain, formId: 'f', tag: 'a', status: 'CONFIRMED', seen: 'new' } as const;
    expect(isFiltered(filters)).toBe(true);
    expect(wireFilter(filters)).toEqual({
      namespace: 'wix.form_app.form',
      formId: 'f',
      status: 'CONFIRMED',
      seen: false,
      'tags.tags.tagIds': { $hasSome: ['a'] },
    });
  });
});

it('counts days back from today, over the ends of months', () => {
  expect(lastDays(3, new Date(2026, 2, 1, 23))).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});
