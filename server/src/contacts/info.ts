/** The data of a contact: `info` in the API, normalized before it is stored. */
import type { ContactInfo as Wire } from '@portico/contract/contacts';
import { contactLimits } from '@portico/domain';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Static } from 'typebox';
import { newId } from '../kernel/ids.ts';
import { isAddress } from '../mail/index.ts';

export type ContactInfo = Static<typeof Wire>;

/** The entries of one of the lists in `info`. */
export type Items<Key extends 'emails' | 'phones' | 'addresses'> = NonNullable<NonNullable<ContactInfo[Key]>['items']>;

export const emailsOf = (info: ContactInfo): Items<'emails'> => info.emails?.items ?? [];
export const phonesOf = (info: ContactInfo): Items<'phones'> => info.phones?.items ?? [];
export const addressesOf = (info: ContactInfo): Items<'addresses'> => info.addresses?.items ?? [];
export const labelsOf = (info: ContactInfo): string[] => info.labelKeys?.items ?? [];

/** Returns the primary entry, which is the first one if none is marked. */
export const primaryOf = <Item extends { primary?: boolean }>(items: readonly Item[]): Item | undefined =>
  items.find(({ primary }) => primary) ?? items[0];

export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/**
 * Normalizes received data: trims strings, omits empty ones and invalid e-mail addresses, lowercases e-mail addresses,
 * adds E.164 number and country to possible phone numbers, omits duplicates, adds ids, and marks one entry of each list
 * as primary.
 * @param country the country of numbers without a calling code (ISO 3166-1 alpha-2)
 */
export function normalizeInfo(info: ContactInfo, country: string): ContactInfo {
  const emails = emailsOf(info)
    .map((entry) => ({ ...entry, email: normalizeEmail(entry.email) }))
    .filter(({ email }) => isAddress(email));
  const phones = phonesOf(info).flatMap((entry) => normalizePhone(entry, country));
  const addresses = addressesOf(info).filter(({ address }) => Object.values(address).some((part) => part !== ''));
  const labels = [...new Set(labelsOf(info))].slice(0, contactLimits.labels);
  const { first, last } = { first: trimText(info.name?.first), last: trimText(info.name?.last) };
  const extendedFields = Object.entries(info.extendedFields?.items ?? {}).filter(([, value]) => value !== '');
  return omitUndefined({
    name: first || last ? omitUndefined({ first, last }) : undefined,
    emails: itemsOf(withPrimary(deduplicate(emails, ({ email }) => email))),
    phones: itemsOf(withPrimary(deduplicate(phones, phoneKeyOf))),
    addresses: itemsOf(deduplicate(addresses, addressKeyOf)),
    company: trimText(info.company),
    jobTitle: trimText(info.jobTitle),
    birthdate: info.birthdate,
    labelKeys: labels.length > 0 ? { items: labels } : undefined,
    extendedFields: extendedFields.length > 0 ? { items: Object.fromEntries(extendedFields) } : undefined,
  });
}

const trimText = (text: string | undefined): string | undefined => text?.trim() || undefined;

/** Returns a copy without undefined values. */
export const omitUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;

const itemsOf = <Item>(items: Item[]): { items: Item[] } | undefined => (items.length > 0 ? { items } : undefined);

function normalizePhone(entry: Items<'phones'>[number], country: string): Items<'phones'> {
  const phone = entry.phone.trim();
  if (!/\d/.test(phone)) return [];
  const { id, tag, primary } = entry;
  const parsed = parsePhoneNumberFromString(phone, (entry.countryCode ?? country) as CountryCode);
  const parsedFields = parsed?.isPossible() ? { e164Phone: parsed.number, countryCode: parsed.country } : {};
  return [omitUndefined({ id, tag, primary, phone, ...parsedFields })];
}

/** Different spellings of a number have the same key. */
export const phoneKeyOf = ({ e164Phone, phone }: Items<'phones'>[number]): string =>
  e164Phone ?? phone.replace(/[^\d+]/g, '');

export const addressKeyOf = ({ address }: Items<'addresses'>[number]): string => {
  const { country, subdivision, city, postalCode, addressLine, addressLine2, streetAddress } = address;
  const { name, number } = streetAddress ?? {};
  const parts = [country, subdivision, city, postalCode, addressLine, addressLine2, name, number];
  return JSON.stringify(parts.map((part) => part?.trim().toLowerCase() ?? ''));
};

/** Returns the first entry for each key, up to the maximum number of entries, and adds missing ids. */
export function deduplicate<Item extends { id?: string }>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Item[] {
  const itemsByKey = new Map<string, Item>();
  for (const item of items)
    if (!itemsByKey.has(keyOf(item))) itemsByKey.set(keyOf(item), { ...item, id: item.id ?? newId() });
  return [...itemsByKey.values()].slice(0, contactLimits.entries);
}

function withPrimary<Item extends { primary?: boolean }>(items: readonly Item[]): Item[] {
  const first = Math.max(
    0,
    items.findIndex(({ primary }) => primary),
  );
  return items.map((item, index) => ({ ...item, primary: index === first }));
}
