/** Converts the fields of a member's profile between the site's settings, the inputs and the API. */
import type { Calls, Member, MemberChanges } from '@portico/sdk';
import type { Texts } from '../texts/index.ts';

/** The part of GET /portico/v1/sign-in-settings that concerns profiles. */
export type ProfileSettings = Pick<Calls['sites.settings.signIn']['response'], 'requiredFields' | 'memberFields'>;
export type IdentityProfile = NonNullable<Calls['identity.session.signUp']['body']['profile']>;

type BuiltinKey = 'nickname' | 'firstName' | 'lastName' | 'phone' | 'company' | 'birthdate';
type FieldType = ProfileSettings['memberFields'][number]['type'] | 'PHONE';

/** What an input needs to render a field. */
export interface ProfileField {
  /** Key of a custom field, or of a built-in one such as `firstName`. Also the name of the input. */
  readonly key: string;
  readonly custom: boolean;
  readonly label: string;
  readonly help?: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** Options of a CHOICE field. */
  readonly choices: readonly string[];
  /** The `autocomplete` attribute (WCAG 1.3.5). */
  readonly autoComplete?: string;
  readonly maxLength?: number;
}

const BUILTIN_FIELDS: Readonly<Record<BuiltinKey, Pick<ProfileField, 'type' | 'autoComplete' | 'maxLength'>>> = {
  nickname: { type: 'TEXT', autoComplete: 'nickname', maxLength: 100 },
  firstName: { type: 'TEXT', autoComplete: 'given-name', maxLength: 100 },
  lastName: { type: 'TEXT', autoComplete: 'family-name', maxLength: 100 },
  phone: { type: 'PHONE', autoComplete: 'tel', maxLength: 50 },
  company: { type: 'TEXT', autoComplete: 'organization', maxLength: 100 },
  birthdate: { type: 'DATE', autoComplete: 'bday' },
};
const BUILTIN_KEYS = Object.keys(BUILTIN_FIELDS) as BuiltinKey[];

/** Returns the fields of the sign-up form: the name, which is optional by default, and all required fields. */
export function profileFields({ requiredFields, memberFields }: ProfileSettings, texts: Texts): ProfileField[] {
  return allProfileFields({ requiredFields, memberFields }, texts).filter(
    ({ key, required }) => required || key === 'nickname',
  );
}

/** Returns the fields that members may edit, without those reserved for dashboard users. */
export function allProfileFields({ requiredFields, memberFields }: ProfileSettings, texts: Texts): ProfileField[] {
  return [
    ...BUILTIN_KEYS.map((key) => ({
      ...BUILTIN_FIELDS[key],
      key,
      custom: false,
      label: texts.fields[key],
      help: key === 'nickname' ? texts.fields.nicknameHelp : undefined,
      required: requiredFields.includes(key),
      choices: [],
    })),
    ...memberFields
      .filter((field) => field.editableByMember)
      .map(({ key, name, type, choices = [] }) => ({
        key,
        custom: true,
        label: name,
        help: type === 'LIST' ? texts.fields.listHelp : undefined,
        type,
        required: requiredFields.includes(key),
        choices,
        maxLength: type === 'TEXT' ? 1_000 : type === 'URL' ? 2_048 : undefined,
      })),
  ];
}

/** Returns the values of a posted form as strings, keyed by the keys of the fields. */
export function readProfile(fields: readonly ProfileField[], form: FormData): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ key, type }) => [
      key,
      type === 'BOOLEAN' ? String(form.has(key)) : String(form.get(key) ?? '').trim(),
    ]),
  );
}

/** Returns one sentence for each invalid field. The server validates again. */
export function profileErrors(
  fields: readonly ProfileField[],
  values: Readonly<Record<string, string>>,
  { validation }: Texts,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { key, type, required, maxLength, choices } of fields) {
    const value = values[key] ?? '';
    if (value === '') {
      if (required) errors[key] = validation.required;
    } else if (maxLength !== undefined && value.length > maxLength) errors[key] = validation.tooLong(maxLength);
    else if (type === 'NUMBER' && !Number.isFinite(Number(value))) errors[key] = validation.number;
    else if (type === 'DATE' && !/^\d{4}-\d{2}-\d{2}$/.test(value)) errors[key] = validation.date;
    else if (type === 'URL' && !/^https?:\/\/./i.test(value)) errors[key] = validation.url;
    else if (type === 'CHOICE' && !choices.includes(value)) errors[key] = validation.choice;
  }
  return errors;
}

/** Converts entered values to the profile of a registration. Empty values are omitted. */
export function toIdentityProfile(
  fields: readonly ProfileField[],
  values: Readonly<Record<string, string>>,
): IdentityProfile {
  const filledFields = fields.filter(({ key }) => values[key]);
  const builtinFields = filledFields.filter(({ custom }) => !custom);
  const custom = filledFields.filter((field) => field.custom);
  return {
    ...Object.fromEntries(
      builtinFields.map(({ key }) => (key === 'phone' ? ['phones', [values[key]]] : [key, values[key]])),
    ),
    ...(custom.length > 0
      ? {
          customFields: Object.fromEntries(custom.map((field) => [field.key, toValue(field, values[field.key] ?? '')])),
        }
      : {}),
  };
}

/** Converts entered values to a change of the member. A field that the member has emptied is cleared. */
export function toMemberChanges(
  fields: readonly ProfileField[],
  values: Readonly<Record<string, string>>,
  member: Member,
): MemberChanges {
  const valueOrNull = (key: BuiltinKey): string | null => values[key] || null;
  const [, ...furtherPhones] = member.contact?.phones ?? [];
  const phone = valueOrNull('phone');
  return {
    profile: { nickname: valueOrNull('nickname') },
    contact: {
      firstName: valueOrNull('firstName'),
      lastName: valueOrNull('lastName'),
      company: valueOrNull('company'),
      birthdate: valueOrNull('birthdate'),
      // The form shows only the first phone number, so the others are preserved.
      phones: phone ? [phone, ...furtherPhones] : furtherPhones,
      customFields: Object.fromEntries(
        fields
          .filter(({ custom }) => custom)
          .map((field) => [field.key, { name: field.label, value: toValue(field, values[field.key] ?? '') }]),
      ),
    },
  };
}

/** Converts a member to the initial values of the inputs. */
export function profileValues(fields: readonly ProfileField[], { profile, contact }: Member): Record<string, string> {
  const builtin: Readonly<Record<string, unknown>> = {
    nickname: profile.nickname,
    firstName: contact?.firstName,
    lastName: contact?.lastName,
    phone: contact?.phones?.[0],
    company: contact?.company,
    birthdate: contact?.birthdate,
  };
  return Object.fromEntries(
    fields.map(({ key, custom }) => {
      const value = custom ? contact?.customFields?.[key]?.value : builtin[key];
      return [key, Array.isArray(value) ? value.join('\n') : String(value ?? '')];
    }),
  );
}

function toValue({ type }: ProfileField, text: string): unknown {
  if (type === 'BOOLEAN') return text === 'true';
  if (type === 'LIST') return entriesOf(text);
  if (text === '') return null;
  return type === 'NUMBER' ? Number(text) : text;
}

const entriesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
