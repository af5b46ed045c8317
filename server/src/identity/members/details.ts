/**
 * What a member says about themself, as stored in `members.details`. Two calls write it in two shapes (an identity
 * profile, a member's contact and profile); both are read into this one.
 */
import type { IdentityProfile } from '@portico/contract/identity';
import type { MemberChanges } from '@portico/contract/members';
import type { Static } from 'typebox';
import { newId } from '../../kernel/ids.ts';
import {
  type CustomField,
  checkedCustomFields,
  isNothing,
  type MemberField,
  mergedCustomFields,
} from './custom-fields.ts';

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
  /** by the key that the site's settings define */
  customFields?: Record<string, CustomField>;
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

/** Which custom fields the site has, and whether staff write: some fields are theirs alone. */
export interface Writing {
  readonly fields: readonly MemberField[];
  readonly byStaff: boolean;
}

/**
 * Details from the profile that a registration brings. Names each field: nothing else can be assigned by it.
 * @throws ViolationError for a custom field of the wrong type, under `profile.customFields`
 */
export function detailsOfProfile(profile: Profile, writing: Writing): MemberDetails {
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
    customFields: customFieldsOfProfile(profile.customFields, writing),
  });
}

/**
 * The details after an update: fields that are present replace, null and empty clear, absent ones stay; so does each
 * custom field for itself.
 * @throws ViolationError for a custom field of the wrong type, under `member.contact.customFields`
 */
export function changedDetails(
  details: MemberDetails,
  { contact, profile }: Changes,
  { fields, byStaff }: Writing,
): MemberDetails {
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
  if (contact?.customFields) {
    const given = Object.fromEntries(Object.entries(contact.customFields).map(([key, { value }]) => [key, value]));
    const checked = checkedCustomFields(fields, given, { byStaff, at: 'member.contact.customFields' });
    changes.customFields = mergedCustomFields(details.customFields, checked);
  }
  return compact({ ...details, ...changes });
}

/** First and last name, for a member who gave no nickname. */
export const fullName = (details: MemberDetails): string | undefined =>
  [details.firstName, details.lastName].filter(Boolean).join(' ') || undefined;

function customFieldsOfProfile(
  given: Profile['customFields'],
  { fields, byStaff }: Writing,
): MemberDetails['customFields'] {
  if (!given) return undefined;
  const values = Array.isArray(given) ? given.map(({ name, value }) => [name, unwrap(value)]) : Object.entries(given);
  const checked = checkedCustomFields(fields, Object.fromEntries(values), { byStaff, at: 'profile.customFields' });
  return mergedCustomFields(undefined, checked);
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

/** Returns the fields that the site requires (setting `signIn.requiredFields`) and that the member left empty. */
export function missingRequiredFields(details: MemberDetails, requiredFields: readonly string[]): string[] {
  return requiredFields.filter((key) => isNothing(detailAt(details, key)));
}

function detailAt(details: MemberDetails, key: string): unknown {
  switch (key) {
    case 'firstName':
    case 'lastName':
    case 'nickname':
    case 'company':
    case 'birthdate':
      return details[key];
    case 'phone':
      return details.phones?.filter(({ phone }) => phone.trim() !== '');
    default:
      return details.customFields && Object.hasOwn(details.customFields, key)
        ? details.customFields[key]?.value
        : undefined;
  }
}
