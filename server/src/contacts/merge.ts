/** Merges received data about a person into the data of their contact. */
import { contactLimits } from '@portico/domain';
import {
  addressesOf,
  addressKeyOf,
  type ContactInfo,
  deduplicate,
  emailsOf,
  labelsOf,
  omitUndefined,
  phoneKeyOf,
  phonesOf,
} from './info.ts';

export interface ConfirmedInfo {
  readonly info: ContactInfo;
  /** Names of single values (`name.first`, `company`, the key of an extended field) that visitors must not change. */
  readonly confirmedFields: readonly string[];
}

type Value = string | number | boolean;

/**
 * Adds entries to lists and removes none. Replaces single values, but a confirmed value only with another confirmed
 * value. Threat: anyone who knows an e-mail address could otherwise rename the person.
 * @param isConfirmed true if the received data comes from the person or from a dashboard user
 */
export function mergeInfo(stored: ConfirmedInfo, received: ContactInfo, isConfirmed: boolean): ConfirmedInfo {
  const { info } = stored;
  const values = new Map(listSingleValues(info));
  const confirmed = new Set(stored.confirmedFields);
  for (const [name, value] of listSingleValues(received)) {
    if (confirmed.has(name) && !isConfirmed) continue;
    values.set(name, value);
    if (isConfirmed) confirmed.add(name);
  }
  const emails = deduplicate(
    [...emailsOf(info), ...emailsOf(received).map(demotePrimary(emailsOf(info)))],
    ({ email }) => email,
  );
  const phones = deduplicate([...phonesOf(info), ...phonesOf(received).map(demotePrimary(phonesOf(info)))], phoneKeyOf);
  const addresses = deduplicate([...addressesOf(info), ...addressesOf(received)], addressKeyOf);
  const labels = [...new Set([...labelsOf(info), ...labelsOf(received)])].slice(0, contactLimits.labels);
  return {
    info: omitUndefined({
      ...fromSingleValues(values),
      emails: emails.length > 0 ? { items: emails } : undefined,
      phones: phones.length > 0 ? { items: phones } : undefined,
      addresses: addresses.length > 0 ? { items: addresses } : undefined,
      labelKeys: labels.length > 0 ? { items: labels } : undefined,
    }),
    confirmedFields: [...confirmed],
  };
}

/** New entries are not primary if the list has entries already. */
const demotePrimary =
  <Item extends { primary?: boolean }>(existing: readonly Item[]) =>
  (item: Item): Item =>
    existing.length > 0 ? { ...item, primary: false } : item;

const NAMES = ['name.first', 'name.last', 'company', 'jobTitle', 'birthdate'] as const;

/** Returns the values that are not in lists, with their names. */
export function listSingleValues({
  name,
  company,
  jobTitle,
  birthdate,
  extendedFields,
}: ContactInfo): [string, Value][] {
  const namedValues = [name?.first, name?.last, company, jobTitle, birthdate];
  return [
    ...NAMES.flatMap((key, index): [string, Value][] => {
      const value = namedValues[index];
      return value === undefined ? [] : [[key, value]];
    }),
    ...Object.entries(extendedFields?.items ?? {}).map(([key, value]): [string, Value] => [
      `${EXTENDED_PREFIX}${key}`,
      value,
    ]),
  ];
}

const EXTENDED_PREFIX = 'extendedFields.';

function fromSingleValues(values: ReadonlyMap<string, Value>): ContactInfo {
  const text = (key: (typeof NAMES)[number]) => values.get(key) as string | undefined;
  const name = omitUndefined({ first: text('name.first'), last: text('name.last') });
  const extendedFields = [...values]
    .filter(([key]) => key.startsWith(EXTENDED_PREFIX))
    .map(([key, value]) => [key.slice(EXTENDED_PREFIX.length), value] as const)
    .slice(0, contactLimits.extendedFields);
  return omitUndefined({
    name: Object.keys(name).length > 0 ? name : undefined,
    company: text('company'),
    jobTitle: text('jobTitle'),
    birthdate: text('birthdate'),
    extendedFields: extendedFields.length > 0 ? { items: Object.fromEntries(extendedFields) } : undefined,
  });
}
