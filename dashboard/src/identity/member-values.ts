/** Converts a member to the values of the form and back. */
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
  /** Values of custom fields by key. */
  custom: Record<string, CustomValue>;
};

/** Returns the values of the form for a member. */
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

/**
 * Returns only the changed values. An unchanged value may be invalid if the type of its field has changed since, and the
 * server would reject the whole update.
 */
export function changesOf(before: MemberValues, after: MemberValues): Changes {
  const text = (key: (typeof profileKeys)[number] | (typeof contactKeys)[number]) =>
    after[key] === before[key] ? [] : [[key, after[key].trim() || null] as const];
  const custom = Object.entries(after.custom)
    .filter(([key, value]) => !isEqual(value, before.custom[key]))
    .map(([key, value]) => [key, { value: isEmpty(value) ? null : value }] as const);
  const profile = Object.fromEntries(profileKeys.flatMap(text));
  const contact = {
    ...Object.fromEntries(contactKeys.flatMap(text)),
    ...(isEqual(after.phones, before.phones) ? {} : { phones: after.phones }),
    ...(custom.length > 0 ? { customFields: Object.fromEntries(custom) } : {}),
  };
  return {
    ...(Object.keys(profile).length > 0 ? { profile } : {}),
    ...(Object.keys(contact).length > 0 ? { contact } : {}),
    ...(after.isPublic === before.isPublic ? {} : { privacyStatus: after.isPublic ? 'PUBLIC' : 'PRIVATE' }),
  };
}

/** Returns the name of the input for the path of a violation, or undefined. */
export function nameOfValue(path: string): string | undefined {
  const custom = /customFields\.([\w-]+)/.exec(path)?.[1];
  if (custom) return `custom.${custom}`;
  const key = /(?:profile|contact)\.(\w+)/.exec(path)?.[1];
  return [...profileKeys, ...contactKeys, 'phones'].find((known) => known === key);
}

/** Converts a custom value to an input value. The server parses numbers and booleans from text. */
function customToInput({ type }: MemberField, value: unknown): CustomValue {
  if (type === 'LIST') return Array.isArray(value) ? value.map(String) : [];
  if (value === undefined || value === null) return '';
  if (type === 'DATE') return String(value).slice(0, 10);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isEmpty = (value: CustomValue): boolean => value.length === 0;

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
