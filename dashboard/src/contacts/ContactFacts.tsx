import { Group, Text } from '@mantine/core';
import { listCountryOptions } from '../ui/countries.ts';
import { formatDate, formatDateTime } from '../ui/format.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import classes from './ContactFacts.module.css';
import type { Contact, ContactInfo, ContactLabel } from './queries.ts';

/** The data of a contact. */
export function ContactFacts({ contact, labels }: { contact: Contact; labels: readonly ContactLabel[] }) {
  const { info, confirmedEmails } = contact;
  const names = new Map(labels.map(({ key, displayName }) => [key, displayName]));
  const rows: [string, string[]][] = [
    [
      'E-mail',
      (info.emails?.items ?? []).map(({ email }) => email + (confirmedEmails.includes(email) ? ' (confirmed)' : '')),
    ],
    ['Phone', (info.phones?.items ?? []).map(({ phone, e164Phone }) => e164Phone ?? phone)],
    ['Company', [info.company ?? '']],
    ['Position', [info.jobTitle ?? '']],
    ['Date of birth', [info.birthdate ? formatDate(info.birthdate) : '']],
    ['Address', (info.addresses?.items ?? []).map(formatAddress)],
    ...Object.entries(info.extendedFields?.items ?? {}).map(([key, value]): [string, string[]] => [
      key,
      [String(value)],
    ]),
    ['Since', [formatDateTime(contact.createdDate)]],
  ];
  const keys = info.labelKeys?.items ?? [];
  return (
    <>
      {keys.length > 0 && (
        <Group gap="xs">
          {keys.map((key) => (
            <StatusBadge key={key} tone="quiet">
              {names.get(key) ?? key}
            </StatusBadge>
          ))}
        </Group>
      )}
      <dl className={classes.facts}>
        {rows
          .map(([term, values]) => [term, values.filter(Boolean)] as const)
          .filter(([, values]) => values.length > 0)
          .map(([term, values]) => (
            <div key={term} className={classes.fact}>
              <dt>{term}</dt>
              <dd>
                {values.map((value) => (
                  <Text key={value} size="sm">
                    {value}
                  </Text>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}

type Addresses = NonNullable<NonNullable<ContactInfo['addresses']>['items']>;

function formatAddress({ address }: Addresses[number]): string {
  const { addressLine: line, addressLine2, streetAddress, postalCode, city, subdivision, country } = address;
  const street = line || [streetAddress?.name, streetAddress?.number].filter(Boolean).join(' ');
  const cityLine = [postalCode, city].filter(Boolean).join(' ');
  const name = listCountryOptions().find(({ value }) => value === country)?.label ?? country;
  return [street, addressLine2, cityLine, subdivision, name].filter(Boolean).join(', ');
}
