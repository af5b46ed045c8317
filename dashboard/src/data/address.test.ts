import { describe, expect, it } from 'vitest';
import { formatAddress, type ItemsAddress, parseAddress } from './address.ts';
import { NO_FILTERS } from './filters.ts';

describe('the URL of the items table', () => {
  it('parses what it formats', () => {
    const address: ItemsAddress = {
      search: 'red car & more',
      sort: [
        { id: 'price', desc: true },
        { id: 'title', desc: false },
      ],
      filters: {
        join: 'any',
        filters: [
          { field: 'title', operator: 'contains', values: ['oak & ash'] },
          { field: 'price', operator: 'empty', values: [], negated: true },
        ],
        groups: [
          { join: 'any', filters: [{ field: 'price', operator: 'between', values: ['1', '9'] }] },
          { join: 'all', negated: true, filters: [{ field: 'tags', operator: 'hasAll', values: ['a~b', 'c'] }] },
        ],
      },
      page: 3,
      size: 50,
      open: 'a & b',
      isNew: false,
    };
    expect(parseAddress(new URLSearchParams(formatAddress(address).toString()))).toEqual(address);
  });

  it('has no parameters for the defaults', () => {
    expect(formatAddress(parseAddress(new URLSearchParams())).toString()).toBe('');
  });

  it('ignores invalid parameters', () => {
    const address = parseAddress(new URLSearchParams('page=-2&size=99999&where=x&sort=&match=none&where3=y'));
    expect(address).toEqual({
      search: '',
      sort: [],
      filters: NO_FILTERS,
      page: 1,
      size: 100,
      open: null,
      isNew: false,
    });
  });
});
