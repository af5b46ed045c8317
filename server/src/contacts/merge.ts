/** How what is newly said of a person meets what is known. Pure. */
import { contactLimits } from '@portico/domain';
import {
  addressesOf,
  addressKey,
  type ContactInfo,
  compact,
  distinct,
  emailsOf,
  labelsOf,
  phoneKey,
  phonesOf,
} from './info.ts';

export interface Known {
  readonly info: ContactInfo;
  /** names of single values (`name.first`, `company`, an extended field's key) that are not to be changed by strangers */
  readonly confirmedFields: readonly string[];
}

type Value = string | number | boolean;

/**
 * Lists gain entries, and lose none. Single values are replaced, but those that are confirmed only by one who may
 * confirm: whoever knows an e-mail address could else rename the person behind it.
 * @param confirms the person is known to be the one who says it
 */
export function mergeInfo(known: Known, said: ContactInfo, confirms: boolean): Known {
  const { info } = known;
  const values = new Map(singleValues(info));
  const confirmed = new Set(known.confirmedFields);
  for (const [name, value] of singleValues(said)) {
    if (confirmed.has(name) && !confirms) continue;
    values.set(name, value);
    if (confirms) confirmed.add(name);
  }
  const emails = distinct([...emailsOf(info), ...emailsOf(said).map(secondary(emailsOf(info)))], ({ email }) => email);
  const phones = distinct([...phonesOf(info), ...phonesOf(said).map(secondary(phonesOf(info)))], phoneKey);
  const addresses = distinct([...addressesOf(info), ...addressesOf(said)], addressKey);
  const labels = [...new Set([...labelsOf(info), ...labelsOf(said)])].slice(0, contactLimits.labels);
  return {
    info: compact({
      ...fromSingleValues(values),
      emails: emails.length > 0 ? { items: emails } : undefined,
      phones: phones.length > 0 ? { items: phones } : undefined,
      addresses: addresses.length > 0 ? { items: addresses } : undefined,
      labelKeys: labels.length > 0 ? { items: labels } : undefined,
    }),
    confirmedFields: [...confirmed],
  };
}

/** What is primary stays it. */
const secondary =
  <Item extends { primary?: boolean }>(before: readonly Item[]) =>
  (item: Item): Item =>
    before.length > 0 ? { ...item, primary: false } : item;

const NAMES = ['name.first', 'name.last', 'company', 'jobTitle', 'birthdate'] as const;

/** The single values by name. */
export function singleValues({ name, company, jobTitle, birthdate, extendedFields }: ContactInfo): [string, Value][] {
  const plain = [name?.first, name?.last, company, jobTitle, birthdate];
  return [
    ...NAMES.flatMap((key, index): [string, Value][] => {
      const value = plain[index];
      return value === undefined ? [] : [[key, value]];
    }),
    ...Object.entries(extendedFields?.items ?? {}).map(([key, value]): [string, Value] => [`${EXTENDED}${key}`, value]),
  ];
}

const EXTENDED = 'extendedFields.';

function fromSingleValues(values: ReadonlyMap<string, Value>): ContactInfo {
  const text = (key: (typeof NAMES)[number]) => values.get(key) as string | undefined;
  const name = compact({ first: text('name.first'), last: text('name.last') });
  const extended = [...values]
    .filter(([key]) => key.startsWith(EXTENDED))
    .map(([key, value]) => [key.slice(EXTENDED.length), value] as const)
    .slice(0, contactLimits.extendedFields);
  return compact({
    name: Object.keys(name).length > 0 ? name : undefined,
    company: text('company'),
    jobTitle: text('jobTitle'),
    birthdate: text('birthdate'),
    extendedFields: extended.length > 0 ? { items: Object.fromEntries(extended) } : undefined,
  });
}
