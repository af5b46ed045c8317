/**
 * The profile of a member as stored in `members.details`. Endpoints write it in two shapes (an identity profile, or a
 * member's contact and profile); both are converted to this one.
 */
import type { IdentityProfile } from '@portico/contract/identity';
import type { MemberChanges } from '@portico/contract/members';
import type { Static } from 'typebox';
import { newId } from '../../kernel/ids.ts';
import { type CustomField, checkCustomFields, isEmpty, type MemberField, mergeCustomFields } from './custom-fields.ts';

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
  /** Maps the keys of the custom fields that the site defines to their values. */
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

/** The site's custom fields, and whether the caller is staff. Some fields can be edited only by staff. */
export interface EditContext {
  readonly fields: readonly MemberField[];
  readonly isStaff: boolean;
}

/**
 * Converts the profile of a registration. Names each field, so that a request cannot assign others (mass assignment).
 * @throws ViolationError for a custom field of the wrong type, under `profile.customFields`
 */
export function detailsOfProfile(profile: Profile, edit: EditContext): MemberDetails {
  return omitUndefined({
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
      ...pickAddress(address),
      id: newId(),
      tag: tag ?? 'UNTAGGED',
    })),
    company: profile.company,
    position: profile.position,
    birthdate: profile.birthdate,
    language: profile.language,
    vatId: profile.vatId,
    labels: profile.labels,
    customFields: readCustomFields(profile.customFields, edit),
  });
}

/**
 * Returns the details after an update: a present field replaces the stored one, null or empty clears it, an absent one
 * stays. The same rules apply to each custom field.
 * @throws ViolationError for a custom field of the wrong type, under `member.contact.customFields`
 */
export function changeDetails(
  details: MemberDetails,
  { contact, profile }: Changes,
  { fields, isStaff }: EditContext,
): MemberDetails {
  const changes: Record<string, unknown> = {};
  const take = (to: keyof MemberDetails, value: unknown): void => {
    if (value !== undefined) changes[to] = value === null ? undefined : value;
  };
  take('nickname', profile?.nickname);
  take('title', profile?.title);
  take('photo', profile?.photo && omitUndefined(pickImage(profile.photo)));
  take('cover', profile?.cover && omitUndefined(pickImage(profile.cover)));
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
      ...pickAddress(joinStreetAddress(address)),
      id: address.id ?? newId(),
      tag: 'UNTAGGED',
    })) ?? contact?.addresses,
  );
  if (contact?.customFields) {
    const values = Object.fromEntries(Object.entries(contact.customFields).map(([key, { value }]) => [key, value]));
    const checked = checkCustomFields(fields, values, { isStaff, path: 'member.contact.customFields' });
    changes.customFields = mergeCustomFields(details.customFields, checked);
  }
  return omitUndefined({ ...details, ...changes });
}

/** Returns first and last name, for display if there is no nickname. */
export const fullNameOf = (details: MemberDetails): string | undefined =>
  [details.firstName, details.lastName].filter(Boolean).join(' ') || undefined;

function readCustomFields(
  input: Profile['customFields'],
  { fields, isStaff }: EditContext,
): MemberDetails['customFields'] {
  if (!input) return undefined;
  const values = Array.isArray(input) ? input.map(({ name, value }) => [name, unwrap(value)]) : Object.entries(input);
  const checked = checkCustomFields(fields, Object.fromEntries(values), { isStaff, path: 'profile.customFields' });
  return mergeCustomFields(undefined, checked);
}

/** Unwraps a one-of with any of its keys: `{strValue: 'a'}` → `'a'`. */
function unwrap(value: object): unknown {
  const inner = Object.values(value)[0];
  return typeof inner === 'object' && inner !== null && 'value' in inner ? inner.value : inner;
}

type Nullable<T> = { [K in keyof T]?: T[K] | null };

const pickAddress = (from: Nullable<Omit<Address, 'id' | 'tag'>>) => ({
  country: from.country ?? undefined,
  subdivision: from.subdivision ?? undefined,
  city: from.city ?? undefined,
  postalCode: from.postalCode ?? undefined,
  addressLine: from.addressLine ?? undefined,
  addressLine2: from.addressLine2 ?? undefined,
});

/** Joins street name and number, which arrive as two fields, into the one address line that is stored. */
function joinStreetAddress<
  A extends { addressLine?: string | null; streetAddress?: Nullable<{ number: string; name: string }> | null },
>(address: A): A {
  const { streetAddress } = address;
  if (address.addressLine || !streetAddress) return address;
  return { ...address, addressLine: [streetAddress.number, streetAddress.name].filter(Boolean).join(' ') };
}

const pickImage = (from: Nullable<Image>) => ({
  id: from.id ?? undefined,
  url: from.url ?? undefined,
  height: from.height ?? undefined,
  width: from.width ?? undefined,
  offsetX: from.offsetX ?? undefined,
  offsetY: from.offsetY ?? undefined,
});

const omitUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;

/** Returns the fields that the site requires (setting `signIn.requiredFields`) and that the member left empty. */
export function listMissingFields(details: MemberDetails, requiredFields: readonly string[]): string[] {
  return requiredFields.filter((key) => isEmpty(detailOf(details, key)));
}

function detailOf(details: MemberDetails, key: string): unknown {
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
