import { describe, expect, it } from 'vitest';
import { changesOf, nameOfContact, nameOfContactField, valuesOf } from './contact-values.ts';

const info = {
  name: { first: 'Ada', last: 'Lovelace' },
  emails: { items: [{ id: 'e1', email: 'ada@example.org', tag: 'MAIN', primary: true }] },
  phones: { items: [{ id: 'p1', phone: '030 1', countryCode: 'DE', e164Phone: '+49301', tag: 'UNTAGGED' }] },
  addresses: {
    items: [
      {
        id: 'a1',
        tag: 'HOME',
        address: { country: 'DE', city: 'Berlin', streetAddress: { name: 'Allee', number: '1' } },
      },
      { id: 'a2', tag: 'WORK', address: { city: 'Bonn' } },
    ],
  },
  labelKeys: { items: ['custom.friends'] },
  extendedFields: { items: { 'custom.size': 'L' } },
};

describe('changesOf', () => {
  it('is empty if nothing was changed', () => {
    expect(changesOf(info, valuesOf(info))).toEqual({});
    expect(changesOf({}, valuesOf({}))).toEqual({});
  });

  it('contains only the changed parts, each complete', () => {
    expect(changesOf(info, { ...valuesOf(info), last: ' King ' })).toEqual({
      name: { first: 'Ada', last: 'King' },
    });
    expect(changesOf(info, { ...valuesOf(info), labels: [] })).toEqual({ labelKeys: { items: [] } });
  });

  it('keeps properties of an entry that the form does not show, except those derived from the old number', () => {
    const values = valuesOf(info);
    const changed = changesOf(info, {
      ...values,
      emails: [...values.emails, { value: ' ada@example.com ', tag: 'UNTAGGED' }, { value: '', tag: 'UNTAGGED' }],
      phones: [{ ...values.phones[0], value: '030 2', tag: 'MAIN' }],
    });
    expect(changed.emails?.items).toEqual([
      { id: 'e1', email: 'ada@example.org', tag: 'MAIN', primary: true },
      { email: 'ada@example.com', tag: 'UNTAGGED', primary: false },
    ]);
    expect(changed.phones?.items).toEqual([
      { id: 'p1', phone: '030 2', countryCode: 'DE', tag: 'MAIN', primary: true },
    ]);
  });

  it('changes the first address and keeps the others', () => {
    const { addresses } = changesOf(info, { ...valuesOf(info), city: 'Potsdam' });
    expect(addresses?.items?.map(({ address }) => address)).toEqual([
      { country: 'DE', city: 'Potsdam', postalCode: '', streetAddress: { name: 'Allee', number: '1' } },
      { city: 'Bonn' },
    ]);
    const moved = changesOf(info, { ...valuesOf(info), street: 'Gasse 2' });
    expect(moved.addresses?.items?.[0]?.address).toMatchObject({ addressLine: 'Gasse 2', city: 'Berlin' });
    expect(moved.addresses?.items?.[0]?.address.streetAddress).toBeUndefined();
  });
});

it.each([
  [{ info, primaryInfo: {} }, 'Ada Lovelace'],
  [{ info: {}, primaryInfo: { email: 'a@b.de', phone: '1' } }, 'a@b.de'],
  [{ info: { company: 'Books' }, primaryInfo: {} }, 'Books'],
  [{ info: {}, primaryInfo: {} }, 'Without a name'],
])('nameOfContact returns name, e-mail, phone or company of a contact, whichever comes first', (contact, name) => {
  expect(nameOfContact(contact)).toBe(name);
});

it.each([
  ['contact.info.emails.items.1.email', 'emails.1.value'],
  ['contact.info.name.first', 'first'],
  ['contact.info.addresses.items.0.address.country', 'country'],
  ['contact.info.extendedFields.items', undefined],
])('nameOfContactField finds for %s the field %s', (path, field) => {
  expect(nameOfContactField(path)).toBe(field);
});
