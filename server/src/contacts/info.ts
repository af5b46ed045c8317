/** What is known of a person, as it is stored: the `info` of the wire, tidied. */
import type { ContactInfo as Wire } from '@portico/contract/contacts';
import { contactLimits } from '@portico/domain';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Static } from 'typebox';
import { newId } from '../kernel/ids.ts';
import { isAddress } from '../mail/index.ts';

export type ContactInfo = Static<typeof Wire>;

/** What a caller knows of a person: single values, and lists of which each entry may be new. */
export type Items<Key extends 'emails' | 'phones' | 'addresses'> = NonNullable<NonNullable<ContactInfo[Key]>['items']>;

export const emailsOf = (info: ContactInfo): Items<'emails'> => info.emails?.items ?? [];
export const phonesOf = (info: ContactInfo): Items<'phones'> => info.phones?.items ?? [];
export const addressesOf = (info: ContactInfo): Items<'addresses'> => info.addresses?.items ?? [];
export const labelsOf = (info: ContactInfo): string[] => info.labelKeys?.items ?? [];

/** The first is primary where none is said to be. */
export const primaryOf = <Item extends { primary?: boolean }>(items: readonly Item[]): Item | undefined =>
  items.find(({ primary }) => primary) ?? items[0];

export const normalEmail = (email: string): string => email.trim().toLowerCase();

/**
 * Texts trimmed, empty ones gone, e-mails lower-cased and none that is no address, phones with country and E.164 where
 * a country has the number, each entry once and with an id, the first of each list primary where none is said to be.
 * @param country of numbers without a calling code (ISO 3166-1 alpha-2)
 */
export function tidyInfo(info: ContactInfo, country: string): ContactInfo {
  const emails = emailsOf(info)
    .map((entry) => ({ ...entry, email: normalEmail(entry.email) }))
    .filter(({ email }) => isAddress(email));
  const phones = phonesOf(info).flatMap((entry) => tidyPhone(entry, country));
  const addresses = addressesOf(info).filter(({ address }) => Object.values(address).some((part) => part !== ''));
  const labels = [...new Set(labelsOf(info))].slice(0, contactLimits.labels);
  const { first, last } = { first: trimmed(info.name?.first), last: trimmed(info.name?.last) };
  const extended = Object.entries(info.extendedFields?.items ?? {}).filter(([, value]) => value !== '');
  return compact({
    name: first || last ? compact({ first, last }) : undefined,
    emails: itemsOf(withPrimary(distinct(emails, ({ email }) => email))),
    phones: itemsOf(withPrimary(distinct(phones, phoneKey))),
    addresses: itemsOf(distinct(addresses, addressKey)),
    company: trimmed(info.company),
    jobTitle: trimmed(info.jobTitle),
    birthdate: info.birthdate,
    labelKeys: labels.length > 0 ? { items: labels } : undefined,
    extendedFields: extended.length > 0 ? { items: Object.fromEntries(extended) } : undefined,
  });
}

const trimmed = (text: string | undefined): string | undefined => text?.trim() || undefined;

/** Without keys that hold nothing. */
export const compact = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;

const itemsOf = <Item>(items: Item[]): { items: Item[] } | undefined => (items.length > 0 ? { items } : undefined);

function tidyPhone(entry: Items<'phones'>[number], country: string): Items<'phones'> {
  const phone = entry.phone.trim();
  if (!/\d/.test(phone)) return [];
  const { id, tag, primary } = entry;
  const parsed = parsePhoneNumberFromString(phone, (entry.countryCode ?? country) as CountryCode);
  const known = parsed?.isPossible() ? { e164Phone: parsed.number, countryCode: parsed.country } : {};
  return [compact({ id, tag, primary, phone, ...known })];
}

/** Two spellings of one number are one entry. */
export const phoneKey = ({ e164Phone, phone }: Items<'phones'>[number]): string =>
  e164Phone ?? phone.replace(/[^\d+]/g, '');

export const addressKey = ({ address }: Items<'addresses'>[number]): string => {
  const { country, subdivision, city, postalCode, addressLine, addressLine2, streetAddress } = address;
  const { name, number } = streetAddress ?? {};
  const parts = [country, subdivision, city, postalCode, addressLine, addressLine2, name, number];
  return JSON.stringify(parts.map((part) => part?.trim().toLowerCase() ?? ''));
};

/** Each once, the first of equal ones, with an id, no more than the bound. */
export function distinct<Item extends { id?: string }>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const byKey = new Map<string, Item>();
  for (const item of items) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), { ...item, id: item.id ?? newId() });
  return [...byKey.values()].slice(0, contactLimits.entries);
}

function withPrimary<Item extends { primary?: boolean }>(items: readonly Item[]): Item[] {
  const first = Math.max(
    0,
    items.findIndex(({ primary }) => primary),
  );
  return items.map((item, index) => ({ ...item, primary: index === first }));
}
