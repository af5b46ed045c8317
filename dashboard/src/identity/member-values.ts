/** A member as the form of the drawer holds it, and back. */
import type { Calls } from '@portico/contract';
import type { MemberField } from '../sites/settings/member-fields.ts';
import type { Member } from './queries.ts';

type Changes = Calls['identity.members.update']['body']['member'];
type CustomValue = string | string[];

const profileKeys = ['nickname', 'title'] as const;
const contactKeys = ['firstName', 'lastName', 'company', 'jobTitle', 'birthdate'] as const;

export type MemberValues = Record<(typeof profileKeys)[number] | (typeof contactKeys)[number], string> & {
  phones: string[];
  isPublic: boolean;
  /** by key of the field */
  custom: Record<string, CustomValue>;
};

export function valuesOf({ profile, contact, privacyStatus }: Member, fields: readonly MemberField[]): MemberValues {
  return {
    nickname: profile.nickname ?? '',
    title: profile.title ?? '',
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    company: contact?.company ?? '',
    jobTitle: contact?.jobTitle ?? '',
    birthdate: contact?.birthdate ?? '',
    phones: [...(contact?.phones ?? [])],
    isPublic: privacyStatus === 'PUBLIC',
    custom: Object.fromEntries(
      fields.map((field) => [field.key, customToInput(field, contact?.customFields?.[field.key]?.value)]),
    ),
  };
}

/** Only what was changed: a value that an older kind of field left behind would be refused with the rest. */
export function changesOf(before: MemberValues, after: MemberValues): Changes {
  const text = (key: (typeof profileKeys)[number] | (typeof contactKeys)[number]) =>
    after[key] === before[key] ? [] : [[key, after[key].trim() || null] as const];
  const custom = Object.entries(after.custom)
    .filter(([key, value]) => !isSame(value, before.custom[key]))
    .map(([key, value]) => [key, { value: isNothing(value) ? null : value }] as const);
  const profile = Object.fromEntries(profileKeys.flatMap(text));
  const contact = {
    ...Object.fromEntries(contactKeys.flatMap(text)),
    ...(isSame(after.phones, before.phones) ? {} : { phones: after.phones }),
    ...(custom.length > 0 ? { customFields: Object.fromEntries(custom) } : {}),
  };
  return {
    ...(Object.keys(profile).length > 0 ? { profile } : {}),
    ...(Object.keys(contact).length > 0 ? { contact } : {}),
    ...(after.isPublic === before.isPublic ? {} : { privacyStatus: after.isPublic ? 'PUBLIC' : 'PRIVATE' }),
  };
}

/** The form's field for the path of a violation. */
export function nameOfValue(path: string): string | undefined {
  const custom = /customFields\.([\w-]+)/.exec(path)?.[1];
  if (custom) return `custom.${custom}`;
  const key = /(?:profile|contact)\.(\w+)/.exec(path)?.[1];
  return [...profileKeys, ...contactKeys, 'phones'].find((known) => known === key);
}

/** The server reads numbers, and yes or no, from texts. A date may have been stored with a time. */
function customToInput({ type }: MemberField, value: unknown): CustomValue {
  if (type === 'LIST') return Array.isArray(value) ? value.map(String) : [];
  if (value === undefined || value === null) return '';
  if (type === 'DATE') return String(value).slice(0, 10);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isNothing = (value: CustomValue): boolean => value.length === 0;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
