/** A contact as the form of the drawer holds it, and the parts of its info that a save sends. */
import type { Contact, ContactInfo } from './queries.ts';

interface Entry {
  /** the server's, of one that is there already */
  id?: string;
  value: string;
  tag: string;
}

export interface ContactValues {
  first: string;
  last: string;
  company: string;
  jobTitle: string;
  birthdate: string;
  emails: Entry[];
  phones: Entry[];
  street: string;
  city: string;
  postalCode: string;
  country: string;
  labels: string[];
}

export function contactValues(info: ContactInfo): ContactValues {
  const address = info.addresses?.items?.[0]?.address;
  return {
    first: info.name?.first ?? '',
    last: info.name?.last ?? '',
    company: info.company ?? '',
    jobTitle: info.jobTitle ?? '',
    birthdate: info.birthdate ?? '',
    emails: (info.emails?.items ?? []).map(({ id, email, tag }) => entry(id, email, tag)),
    phones: (info.phones?.items ?? []).map(({ id, phone, tag }) => entry(id, phone, tag)),
    street:
      address?.addressLine ?? [address?.streetAddress?.name, address?.streetAddress?.number].filter(Boolean).join(' '),
    city: address?.city ?? '',
    postalCode: address?.postalCode ?? '',
    country: address?.country ?? '',
    labels: [...(info.labelKeys?.items ?? [])],
  };
}

const entry = (id: string | undefined, value: string, tag: string | undefined): Entry => ({
  ...(id ? { id } : {}),
  value,
  tag: tag ?? 'UNTAGGED',
});

export const newEntry = (): Entry => ({ value: '', tag: 'UNTAGGED' });

/** Only the parts that were changed: each replaces what was there, and what the form does not show stays. */
export function changedInfo(info: ContactInfo, values: ContactValues): ContactInfo {
  const before = contactValues(info);
  const changed = (...keys: (keyof ContactValues)[]): boolean =>
    keys.some((key) => JSON.stringify(before[key]) !== JSON.stringify(values[key]));
  const { first, last, company, jobTitle, birthdate, street, city, postalCode, country } = values;
  const filled = (entries: readonly Entry[]) => entries.filter(({ value }) => value.trim() !== '');
  const [oldAddress, ...otherAddresses] = info.addresses?.items ?? [];
  const { streetAddress: _, addressLine: __, ...restOfAddress } = oldAddress?.address ?? {};
  return {
    ...(changed('first', 'last') ? { name: { first: first.trim(), last: last.trim() } } : {}),
    ...(changed('company') ? { company: company.trim() } : {}),
    ...(changed('jobTitle') ? { jobTitle: jobTitle.trim() } : {}),
    ...(changed('birthdate') && birthdate ? { birthdate } : {}),
    ...(changed('emails')
      ? {
          emails: {
            items: filled(values.emails).map(({ id, value, tag }, index) => ({
              ...(info.emails?.items?.find((one) => one.id === id) ?? {}),
              tag,
              email: value.trim(),
              primary: index === 0,
            })),
          },
        }
      : {}),
    ...(changed('phones')
      ? {
          phones: {
            items: filled(values.phones).map(({ id, value, tag }, index) => {
              const { e164Phone: ___, ...known } = info.phones?.items?.find((one) => one.id === id) ?? {};
              return { ...known, tag, phone: value.trim(), primary: index === 0 };
            }),
          },
        }
      : {}),
    ...(changed('street', 'city', 'postalCode', 'country')
      ? {
          addresses: {
            items: [
              {
                ...oldAddress,
                address: {
                  ...restOfAddress,
                  ...(changed('street') ? { addressLine: street.trim() } : linesOf(oldAddress?.address)),
                  city: city.trim(),
                  postalCode: postalCode.trim(),
                  ...(country ? { country } : {}),
                },
              },
              ...otherAddresses,
            ],
          },
        }
      : {}),
    ...(changed('labels') ? { labelKeys: { items: values.labels } } : {}),
  };
}

type Address = NonNullable<NonNullable<ContactInfo['addresses']>['items']>[number]['address'];

const linesOf = (address: Address | undefined): Pick<Address, 'streetAddress' | 'addressLine'> => ({
  ...(address?.streetAddress ? { streetAddress: address.streetAddress } : {}),
  ...(address?.addressLine ? { addressLine: address.addressLine } : {}),
});

/** What a person is called in lists. */
export function nameOfContact({ info, primaryInfo }: Pick<Contact, 'info' | 'primaryInfo'>): string {
  const name = [info.name?.first, info.name?.last].filter(Boolean).join(' ');
  return name || primaryInfo.email || primaryInfo.phone || info.company || 'Without a name';
}

/** The form's field for the path of a violation. */
export function nameOfContactField(path: string): string | undefined {
  const [, list, index] = /(emails|phones)\.items\.(\d+)/.exec(path) ?? [];
  if (list) return `${list}.${index}.value`;
  const inName = /name\.(first|last)$/.exec(path)?.[1];
  if (inName) return inName;
  if (/labelKeys/.test(path)) return 'labels';
  const last = path.split('.').at(-1) ?? '';
  if (last === 'addressLine') return 'street';
  return ['company', 'jobTitle', 'birthdate', 'city', 'postalCode', 'country'].find((key) => key === last);
}
