import { describe, expect, it } from 'vitest';
import { formatAddress, type ItemsAddress, parseAddress } from './address.ts';

describe('the address of a page of items', () => {
  it('comes back', () => {
    const address: ItemsAddress = {
      sort: { id: 'price', desc: true },
      filters: [
        { field: 'title', operator: 'contains', value: 'oak & ash' },
        { field: 'price', operator: 'empty', value: '' },
      ],
      page: 3,
      size: 50,
    };
    expect(parseAddress(new URLSearchParams(formatAddress(address).toString()))).toEqual(address);
  });

  it('is empty for the first page as it comes', () => {
    expect(formatAddress(parseAddress(new URLSearchParams())).toString()).toBe('');
  });

  it('holds against what people type', () => {
    const address = parseAddress(new URLSearchParams('page=-2&size=99999&where=x&sort='));
    expect(address).toEqual({ sort: null, filters: [], page: 1, size: 100 });
  });
});
