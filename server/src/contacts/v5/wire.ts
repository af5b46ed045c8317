/**
 * In version 5 of the vendor's API, a contact has one main e-mail and phone with additional ones, and private tags
 * instead of labels.
 */
import type { contactsEndpoints } from '@portico/contract/contacts';
import type { Input, Output } from '@portico/contract/endpoint';
import { addressesOf, type ContactInfo, emailsOf, labelsOf, omitUndefined, phonesOf, primaryOf } from '../info.ts';
import type { ContactRow } from '../wire.ts';

type WireV5 = Output<(typeof contactsEndpoints)['getContactV5']>['contact'];
type InputV5 = Input<(typeof contactsEndpoints)['createContactV5']>['body']['contact'];

export function toWireV5({ id, revision, created_at, updated_at, info, member_id }: ContactRow): WireV5 {
  const [email, phone] = [primaryOf(emailsOf(info)), primaryOf(phonesOf(info))];
  const { company, jobTitle } = info;
  return omitUndefined({
    id,
    revision,
    createdDate: created_at.toISOString(),
    updatedDate: updated_at.toISOString(),
    name: info.name,
    email: email && { email: email.email },
    additionalEmails: convertAdditionalItems(emailsOf(info), email, ({ email }) => ({ email })),
    phone: phone && phoneOf(phone),
    additionalPhones: convertAdditionalItems(phonesOf(info), phone, phoneOf),
    addresses: convertAdditionalItems(addressesOf(info), undefined, addressOf),
    company: company || jobTitle ? omitUndefined({ name: company, jobTitle }) : undefined,
    birthdate: info.birthdate,
    tags: labelsOf(info).length > 0 ? { privateTags: { tagIds: labelsOf(info) } } : undefined,
    memberInfo: member_id ? { memberId: member_id } : undefined,
  }) as WireV5;
}

function convertAdditionalItems<Item, Converted>(
  items: readonly Item[],
  main: Item | undefined,
  convert: (item: Item) => Converted,
) {
  const others = items.filter((item) => item !== main).map(convert);
  return others.length > 0 ? others : undefined;
}

const phoneOf = ({ tag, phone, e164Phone }: ReturnType<typeof phonesOf>[number]) =>
  omitUndefined({ tag, phone, e164: e164Phone });

function addressOf({ id, tag, address }: ReturnType<typeof addressesOf>[number]) {
  const { addressLine, ...parts } = address;
  return omitUndefined({ id, tag, address: omitUndefined({ ...parts, addressLine1: addressLine }) });
}

export function readInfo(contact: InputV5): ContactInfo {
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
  return omitUndefined({
    name,
    emails: { items: emails },
    phones: { items: phones.map(({ e164: _, ...one }) => one) },
    addresses: {
      items: addresses.map(({ address: { addressLine1, ...parts }, ...one }) => ({
        ...one,
        address: omitUndefined({ ...parts, addressLine: addressLine1 }),
      })),
    },
    company: company?.name,
    jobTitle: company?.jobTitle,
    birthdate,
    labelKeys: { items: labels },
  });
}
