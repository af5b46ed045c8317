/**
 * What a member says about themself, as stored in `members.details`. Two calls write it in two shapes (an identity
 * profile, a member's contact and profile); both are read into this one.
 */
import type { IdentityProfile } from '@portico/contract/identity';
import type { MemberChanges } from '@portico/contract/members';
import type { Static } from 'typebox';
import { newId } from '../../kernel/ids.ts';

export interface MemberDetails {
  firstName?: string;
  lastName?: string;
  nickname?: string;
  title?: string;
  photo?: Image;
  cover?: Image;
  emails?: { email: string; tag: string }[];
  phones?: { countryCode?: string; phone: string; tag: string }[];
  addresses?: Address[];
  company?: string;
  position?: string;
  birthdate?: string;
  language?: string;
  vatId?: string;
  labels?: string[];
  customFields?: Record<string, { name: string; value: unknown }>;
}

interface Image {
  id?: string;
  url?: string;
  height?: number;
  width?: number;
  offsetX?: number;
  offsetY?: number;
}

interface Address {
  id: string;
  tag: string;
  country?: string;
  subdivision?: string;
  city?: string;
  postalCode?: string;
  addressLine?: string;
  addressLine2?: string;
}

type Profile = Static<typeof IdentityProfile>;
type Changes = Static<typeof MemberChanges>;

/** Details from the profile that a registration brings. Names each field: nothing else can be assigned by it. */
export function detailsOfProfile(profile: Profile): MemberDetails {
  return compact({
    firstName: profile.firstName,
    lastName: profile.lastName,
    nickname: profile.nickname,
    photo: profile.picture ? { url: profile.picture } : undefined,
    emails:
      profile.secondaryEmails?.map(({ email, tag }) => ({ email, tag: tag ?? 'UNTAGGED' })) ??
      profile.emails?.map((email) => ({ email, tag: 'UNTAGGED' })),
    phones:
      profile.phonesV2?.map(({ countryCode, phone, tag }) => ({ countryCode, phone, tag: tag ?? 'UNTAGGED' })) ??
      profile.phones?.map((phone) => ({ phone, tag: 'UNTAGGED' })),
    addresses: profile.addresses?.map(({ address, tag }) => ({
      ...addressFields(address),
      id: newId(),
      tag: tag ?? 'UNTAGGED',
    })),
    company: profile.company,
    position: profile.position,
    birthdate: profile.birthdate,
    language: profile.language,
    vatId: profile.vatId,
    labels: profile.labels,
    customFields: customFieldsOfProfile(profile.customFields),
  });
}

/** The details after an update: fields that are present replace, null and empty clear, absent ones stay. */
export function changedDetails(details: MemberDetails, { contact, profile }: Changes): MemberDetails {
  const changes: Record<string, unknown> = {};
  const take = (to: keyof MemberDetails, value: unknown): void => {
    if (value !== undefined) changes[to] = value === null ? undefined : value;
  };
  take('nickname', profile?.nickname);
  take('title', profile?.title);
  take('photo', profile?.photo && compact(imageFields(profile.photo)));
  take('cover', profile?.cover && compact(imageFields(profile.cover)));
  take('firstName', contact?.firstName);
  take('lastName', contact?.lastName);
  take('company', contact?.company);
  take('position', contact?.jobTitle);
  take('birthdate', contact?.birthdate);
  take('emails', contact?.emails?.map((email) => ({ email, tag: 'UNTAGGED' })) ?? contact?.emails);
  take('phones', contact?.phones?.map((phone) => ({ phone, tag: 'UNTAGGED' })) ?? contact?.phones);
  take(
    'addresses',
    contact?.addresses?.map((address) => ({
      ...addressFields(withFreeLine(address)),
      id: address.id ?? newId(),
      tag: 'UNTAGGED',
    })) ?? contact?.addresses,
  );
  take('customFields', contact?.customFields && customFieldsOfContact(contact.customFields));
  return compact({ ...details, ...changes });
}

/** First and last name, for a member who gave no nickname. */
export const fullName = (details: MemberDetails): string | undefined =>
  [details.firstName, details.lastName].filter(Boolean).join(' ') || undefined;

function customFieldsOfProfile(fields: Profile['customFields']): MemberDetails['customFields'] {
  if (!fields) return undefined;
  const entries = Array.isArray(fields)
    ? fields.map(({ name, value }) => [name, unwrap(value)] as const)
    : Object.entries(fields);
  return Object.fromEntries(entries.map(([name, value]) => [name, { name, value }]));
}

function customFieldsOfContact(
  fields: NonNullable<NonNullable<Changes['contact']>['customFields']>,
): MemberDetails['customFields'] {
  return Object.fromEntries(
    Object.entries(fields).map(([key, { name, value }]) => [key, { name: name ?? key, value }]),
  );
}

/** `{strValue: 'a'}` → `'a'`; of the one-of, whichever is there. */
function unwrap(value: object): unknown {
  const inner = Object.values(value)[0];
  return typeof inner === 'object' && inner !== null && 'value' in inner ? inner.value : inner;
}

type Nullable<T> = { [K in keyof T]?: T[K] | null };

const addressFields = (from: Nullable<Omit<Address, 'id' | 'tag'>>) => ({
  country: from.country ?? undefined,
  subdivision: from.subdivision ?? undefined,
  city: from.city ?? undefined,
  postalCode: from.postalCode ?? undefined,
  addressLine: from.addressLine ?? undefined,
  addressLine2: from.addressLine2 ?? undefined,
});

/** A street in two fields becomes the one free line that is stored. */
function withFreeLine<
  A extends { addressLine?: string | null; streetAddress?: Nullable<{ number: string; name: string }> | null },
>(address: A): A {
  const { streetAddress } = address;
  if (address.addressLine || !streetAddress) return address;
  return { ...address, addressLine: [streetAddress.number, streetAddress.name].filter(Boolean).join(' ') };
}

const imageFields = (from: Nullable<Image>) => ({
  id: from.id ?? undefined,
  url: from.url ?? undefined,
  height: from.height ?? undefined,
  width: from.width ?? undefined,
  offsetX: from.offsetX ?? undefined,
  offsetY: from.offsetY ?? undefined,
});

const compact = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
