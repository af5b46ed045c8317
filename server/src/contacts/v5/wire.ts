/** The fifth version's contact is the same person with one main e-mail and phone, and labels as private tags. */
import type { contactsEndpoints } from '@portico/contract/contacts';
import type { Input, Output } from '@portico/contract/endpoint';
import { addressesOf, type ContactInfo, compact, emailsOf, labelsOf, phonesOf, primaryOf } from '../info.ts';
import type { ContactRow } from '../wire.ts';

type WireV5 = Output<(typeof contactsEndpoints)['getContactV5']>['contact'];
type InputV5 = Input<(typeof contactsEndpoints)['createContactV5']>['body']['contact'];

export function toWireV5({ id, revision, created_at, updated_at, info, member_id }: ContactRow): WireV5 {
  const [email, phone] = [primaryOf(emailsOf(info)), primaryOf(phonesOf(info))];
  const { company, jobTitle } = info;
  return compact({
    id,
    revision,
    createdDate: created_at.toISOString(),
    updatedDate: updated_at.toISOString(),
    name: info.name,
    email: email && { email: email.email },
    additionalEmails: rest(emailsOf(info), email, ({ email }) => ({ email })),
    phone: phone && phoneOf(phone),
    additionalPhones: rest(phonesOf(info), phone, phoneOf),
    addresses: rest(addressesOf(info), undefined, addressOf),
    company: company || jobTitle ? compact({ name: company, jobTitle }) : undefined,
    birthdate: info.birthdate,
    tags: labelsOf(info).length > 0 ? { privateTags: { tagIds: labelsOf(info) } } : undefined,
    memberInfo: member_id ? { memberId: member_id } : undefined,
  }) as WireV5;
}

function rest<Item, Made>(items: readonly Item[], main: Item | undefined, make: (item: Item) => Made) {
  const others = items.filter((item) => item !== main).map(make);
  return others.length > 0 ? others : undefined;
}

const phoneOf = ({ tag, phone, e164Phone }: ReturnType<typeof phonesOf>[number]) =>
  compact({ tag, phone, e164: e164Phone });

function addressOf({ id, tag, address }: ReturnType<typeof addressesOf>[number]) {
  const { addressLine, ...parts } = address;
  return compact({ id, tag, address: compact({ ...parts, addressLine1: addressLine }) });
}

export function infoOfV5(contact: InputV5): ContactInfo {
  const {
    name,
    email,
    additionalEmails = [],
    phone,
    additionalPhones = [],
    addresses = [],
    company,
    birthdate,
  } = contact;
  const emails = [...(email ? [{ ...email, primary: true }] : []), ...additionalEmails];
  const phones = [...(phone ? [{ ...phone, primary: true }] : []), ...additionalPhones];
  const labels = contact.tags?.privateTags?.tagIds ?? [];
  return compact({
    name,
    emails: { items: emails },
    phones: { items: phones.map(({ e164: _, ...one }) => one) },
    addresses: {
      items: addresses.map(({ address: { addressLine1, ...parts }, ...one }) => ({
        ...one,
        address: compact({ ...parts, addressLine: addressLine1 }),
      })),
    },
    company: company?.name,
    jobTitle: company?.jobTitle,
    birthdate,
    labelKeys: { items: labels },
  });
}
