/** Converts a contact to the values of its form, and the values to the changed parts that a save sends. */
import type { Contact, ContactInfo } from './queries.ts';

interface Entry {
  /** Id of a stored entry; absent for a new one. */
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

export function valuesOf(info: ContactInfo): ContactValues {
  const address = info.addresses?.items?.[0]?.address;
  return {
    first: info.name?.first ?? '',
    last: info.name?.last ?? '',
    company: info.company ?? '',
    jobTitle: info.jobTitle ?? '',
    birthdate: info.birthdate ?? '',
    emails: (info.emails?.items ?? []).map(({ id, email, tag }) => toEntry(id, email, tag)),
    phones: (info.phones?.items ?? []).map(({ id, phone, tag }) => toEntry(id, phone, tag)),
    street:
      address?.addressLine ?? [address?.streetAddress?.name, address?.streetAddress?.number].filter(Boolean).join(' '),
    city: address?.city ?? '',
    postalCode: address?.postalCode ?? '',
    country: address?.country ?? '',
    labels: [...(info.labelKeys?.items ?? [])],
  };
}

const toEntry = (id: string | undefined, value: string, tag: string | undefined): Entry => ({
  ...(id ? { id } : {}),
  value,
  tag: tag ?? 'UNTAGGED',
});

export const newEntry = (): Entry => ({ value: '', tag: 'UNTAGGED' });

/** Returns the changed parts. Each is complete, because it replaces the stored part. */
export function changesOf(info: ContactInfo, values: ContactValues): ContactInfo {
  const before = valuesOf(info);
  const hasChanged = (...keys: (keyof ContactValues)[]): boolean =>
    keys.some((key) => JSON.stringify(before[key]) !== JSON.stringify(values[key]));
  const { first, last, company, jobTitle, birthdate, street, city, postalCode, country } = values;
  const withoutEmpty = (entries: readonly Entry[]) => entries.filter(({ value }) => value.trim() !== '');
  const [oldAddress, ...otherAddresses] = info.addresses?.items ?? [];
  const { streetAddress: _streetAddress, addressLine: _addressLine, ...restOfAddress } = oldAddress?.address ?? {};
  return {
    ...(hasChanged('first', 'last') ? { name: { first: first.trim(), last: last.trim() } } : {}),
    ...(hasChanged('company') ? { company: company.trim() } : {}),
    ...(hasChanged('jobTitle') ? { jobTitle: jobTitle.trim() } : {}),
    ...(hasChanged('birthdate') && birthdate ? { birthdate } : {}),
    ...(hasChanged('emails')
      ? {
          emails: {
            items: withoutEmpty(values.emails).map(({ id, value, tag }, index) => ({
              ...(info.emails?.items?.find((stored) => stored.id === id) ?? {}),
              tag,
              email: value.trim(),
              primary: index === 0,
            })),
          },
        }
      : {}),
    ...(hasChanged('phones')
      ? {
          phones: {
            items: withoutEmpty(values.phones).map(({ id, value, tag }, index) => {
              const { e164Phone: _e164Phone, ...known } = info.phones?.items?.find((stored) => stored.id === id) ?? {};
              return { ...known, tag, phone: value.trim(), primary: index === 0 };
            }),
          },
        }
      : {}),
    ...(hasChanged('street', 'city', 'postalCode', 'country')
      ? {
          addresses: {
            items: [
              {
                ...oldAddress,
                address: {
                  ...restOfAddress,
                  ...(hasChanged('street') ? { addressLine: street.trim() } : linesOf(oldAddress?.address)),
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
    ...(hasChanged('labels') ? { labelKeys: { items: values.labels } } : {}),
  };
}

type Address = NonNullable<NonNullable<ContactInfo['addresses']>['items']>[number]['address'];

const linesOf = (address: Address | undefined): Pick<Address, 'streetAddress' | 'addressLine'> => ({
  ...(address?.streetAddress ? { streetAddress: address.streetAddress } : {}),
  ...(address?.addressLine ? { addressLine: address.addressLine } : {}),
});

/** Returns the name of a contact as lists show it. */
export function nameOfContact({ info, primaryInfo }: Pick<Contact, 'info' | 'primaryInfo'>): string {
  const name = [info.name?.first, info.name?.last].filter(Boolean).join(' ');
  return name || primaryInfo.email || primaryInfo.phone || info.company || 'Without a name';
}

/** Returns the name of the form field for the path of a violation. */
export function nameOfContactField(path: string): string | undefined {
  const [, list, index] = /(emails|phones)\.items\.(\d+)/.exec(path) ?? [];
  if (list) return `${list}.${index}.value`;
  const namePart = /name\.(first|last)$/.exec(path)?.[1];
  if (namePart) return namePart;
  if (/labelKeys/.test(path)) return 'labels';
  const last = path.split('.').at(-1) ?? '';
  if (last === 'addressLine') return 'street';
  return ['company', 'jobTitle', 'birthdate', 'city', 'postalCode', 'country'].find((key) => key === last);
}
