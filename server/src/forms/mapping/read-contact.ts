/** Reads a contact from a submission by each field's `contactMapping` (forms contract section 4.3). */
import {
  type ContactField,
  type Field,
  type FormSchema,
  formLimits,
  isObject,
  subdivisionsOf,
  targetOf,
} from '@portico/domain';
import type { ContactInfo } from '../../contacts/index.ts';
import type { OptInLevel } from '../../events/index.ts';

/** The person's subscription to mails or messages of the site. */
export interface Subscription {
  readonly emailLevel?: OptInLevel;
  readonly phoneLevel?: OptInLevel;
}

export interface MappedContact {
  readonly info: ContactInfo;
  readonly subscription: Subscription | null;
}

interface Mapping {
  contactField?: ContactField;
  emailInfo?: { tag?: string };
  phoneInfo?: { tag?: string };
  addressInfo?: { tag?: string };
  customFieldInfo?: { key?: string };
  subscriptionInfo?: { confirmationLevel?: string; subscriptionChannels?: readonly string[] };
}

/** Keys of extended fields that other parts of the vendor's API read. */
const VAT_ID = 'invoices.vatId';
const SUBSCRIPTION_STATUS = 'emailSubscriptions.subscriptionStatus';

/**
 * Returns the contact, or null if the values contain no name, e-mail address or phone number, because nobody could find
 * such a contact again. Labels come from the form's `postSubmissionTriggers`.
 */
export function readContact(form: FormSchema, answers: Readonly<Record<string, unknown>>): MappedContact | null {
  const parts = partsOf(form, answers, formLimits.nesting);
  const info = Object.assign({}, ...parts.map(({ singleValues }) => singleValues ?? {})) as ContactInfo;
  const names = Object.assign({}, ...parts.map(({ name }) => name ?? {})) as { first?: string; last?: string };
  const emails = parts.flatMap(({ email }) => (email ? [email] : []));
  const phones = parts.flatMap(({ phone }) => (phone ? [phone] : []));
  const addresses = parts.flatMap(({ address }) => (address ? [address] : []));
  if (!names.first && !names.last && emails.length === 0 && phones.length === 0) return null;
  const subscription = subscriptionOf(parts);
  const subscribesByEmail = subscription?.emailLevel && emails.length > 0;
  const extended = {
    ...(Object.assign({}, ...parts.map(({ extended }) => extended ?? {})) as Record<string, string | number | boolean>),
    // With double opt-in, the subscription is pending until the person confirms it a second time.
    ...(subscribesByEmail
      ? { [SUBSCRIPTION_STATUS]: subscription.emailLevel === 'DOUBLE_CONFIRMATION' ? 'PENDING' : 'SUBSCRIBED' }
      : {}),
  };
  const labels = labelsOf(form);
  return {
    info: {
      ...info,
      name: names,
      emails: { items: emails },
      phones: { items: phones },
      addresses: { items: addresses },
      extendedFields: { items: extended },
      ...(labels.length > 0 ? { labelKeys: { items: labels } } : {}),
    },
    subscription,
  };
}

type ListEntry<Key extends 'emails' | 'phones' | 'addresses'> = NonNullable<
  NonNullable<ContactInfo[Key]>['items']
>[number];

/** The part of a contact that comes from one field. */
interface Part {
  singleValues?: Pick<ContactInfo, 'company' | 'jobTitle' | 'birthdate'>;
  name?: { first?: string; last?: string };
  email?: ListEntry<'emails'>;
  phone?: ListEntry<'phones'>;
  address?: ListEntry<'addresses'>;
  extended?: Record<string, string | number | boolean>;
  subscription?: Mapping['subscriptionInfo'];
}

function partsOf(form: FormSchema, answers: Readonly<Record<string, unknown>>, levels: number): Part[] {
  if (levels < 0) return [];
  const formParts = (form.formFields ?? []).flatMap((field): Part[] => {
    const target = targetOf(field);
    const value = target !== undefined && Object.hasOwn(answers, target) ? answers[target] : undefined;
    const mapping = field.inputOptions?.contactMapping as Mapping | undefined;
    return mapping && value !== undefined && value !== null ? [partOf(mapping, value, field)] : [];
  });
  const inner = (form.nestedForms ?? []).flatMap(({ targets = [], form: nested }) =>
    targets.flatMap((target) => {
      const value = Object.hasOwn(answers, target) ? answers[target] : undefined;
      return nested && isObject(value) ? partsOf(nested, value, levels - 1) : [];
    }),
  );
  return [...formParts, ...inner];
}

function partOf(mapping: Mapping, value: unknown, field: Field): Part {
  const text = textOf(value, MAX_LINE_LENGTH);
  switch (mapping.contactField) {
    case 'FIRST_NAME':
      return text ? { name: { first: text.slice(0, MAX_NAME_LENGTH) } } : {};
    case 'LAST_NAME':
      return text ? { name: { last: text.slice(0, MAX_NAME_LENGTH) } } : {};
    case 'COMPANY':
      return text ? { singleValues: { company: text } } : {};
    case 'POSITION':
      return text ? { singleValues: { jobTitle: text } } : {};
    case 'BIRTHDATE':
      return /^\d{4}-\d{2}-\d{2}/.test(text) ? { singleValues: { birthdate: text.slice(0, 10) } } : {};
    case 'EMAIL':
      return text.length <= 254 && text ? { email: { tag: mapping.emailInfo?.tag ?? 'UNTAGGED', email: text } } : {};
    case 'PHONE':
      return text.length <= 100 && text ? { phone: { tag: mapping.phoneInfo?.tag ?? 'UNTAGGED', phone: text } } : {};
    case 'ADDRESS':
      return readAddressPart(value, mapping.addressInfo?.tag ?? 'UNTAGGED');
    case 'VAT_ID': {
      const id = isObject(value) ? textOf(value.id, MAX_LINE_LENGTH) : text;
      return id ? { extended: { [VAT_ID]: id } } : {};
    }
    case 'CUSTOM_FIELD':
      return readCustomPart(mapping.customFieldInfo?.key, value, field);
    case 'SUBSCRIPTION':
      return value === true ? { subscription: mapping.subscriptionInfo ?? {} } : {};
    default:
      return {};
  }
}

const MAX_LINE_LENGTH = 500;
const MAX_NAME_LENGTH = 100;
const MAX_TEXT_LENGTH = 20_000;

const textOf = (value: unknown, maxLength: number): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();

/** Stores several choices as one text. Files and other objects do not fit into a contact. */
function readCustomPart(key: string | undefined, value: unknown, field: Field): Part {
  if (!key) return {};
  if (typeof value === 'number' || typeof value === 'boolean') return { extended: { [key]: value } };
  const isList = Array.isArray(value) && field.inputOptions?.inputType === 'ARRAY';
  const text = isList
    ? value
        .map((one) => textOf(one, MAX_LINE_LENGTH))
        .join(', ')
        .slice(0, MAX_TEXT_LENGTH)
    : textOf(value, MAX_TEXT_LENGTH);
  return text ? { extended: { [key]: text } } : {};
}

function readAddressPart(value: unknown, tag: string): Part {
  if (!isObject(value)) {
    const addressLine = textOf(value, MAX_LINE_LENGTH);
    return addressLine ? { address: { tag, address: { addressLine } } } : {};
  }
  const part = (key: string, maxLength = MAX_LINE_LENGTH) => textOf(value[key], maxLength) || undefined;
  const country = part('country', 2)?.toUpperCase();
  const [name, number] = [part('streetName'), part('streetNumber', 50)];
  const address = {
    country,
    subdivision: subdivisionCodeOf(country, part('subdivision')),
    city: part('city'),
    postalCode: part('postalCode', 50),
    addressLine: part('addressLine'),
    addressLine2: part('addressLine2'),
    streetAddress: name || number ? { ...(name ? { name } : {}), ...(number ? { number } : {}) } : undefined,
  };
  const known = Object.fromEntries(Object.entries(address).filter(([, one]) => one !== undefined));
  return Object.keys(known).length > 0 ? { address: { tag, address: known } } : {};
}

/** Returns the ISO 3166-2 code. Forms send `NY` and `US-NY`. Unknown subdivisions are omitted. */
function subdivisionCodeOf(country: string | undefined, code: string | undefined): string | undefined {
  if (!country || !code) return undefined;
  const localCode = code.toUpperCase().replace(new RegExp(`^${country.replace(/\W/g, '')}-`), '');
  const listed = subdivisionsOf(country);
  const isValid = listed ? listed.includes(localCode) : /^[A-Z0-9]{1,3}$/.test(localCode);
  return isValid ? `${country}-${localCode}` : undefined;
}

function subscriptionOf(parts: readonly Part[]): Subscription | null {
  const subscriptions = parts.flatMap(({ subscription }) => (subscription ? [subscription] : []));
  if (subscriptions.length === 0) return null;
  // If two fields subscribe to the same channel, the stricter confirmation applies.
  const levelOf = (channel: string): OptInLevel | undefined => {
    const levels = subscriptions
      .filter(({ subscriptionChannels }) =>
        (subscriptionChannels?.length ? subscriptionChannels : ['EMAIL']).includes(channel),
      )
      .map(({ confirmationLevel }) => confirmationLevel);
    if (levels.length === 0) return undefined;
    return levels.includes('DOUBLE_CONFIRMATION') ? 'DOUBLE_CONFIRMATION' : 'SINGLE_CONFIRMATION';
  };
  const [emailLevel, phoneLevel] = [levelOf('EMAIL'), levelOf('SMS')];
  return { ...(emailLevel ? { emailLevel } : {}), ...(phoneLevel ? { phoneLevel } : {}) };
}

function labelsOf(form: FormSchema): string[] {
  const { postSubmissionTriggers } = form as { postSubmissionTriggers?: unknown };
  const upsert = isObject(postSubmissionTriggers) ? postSubmissionTriggers.upsertContact : undefined;
  const labels = isObject(upsert) && Array.isArray(upsert.labels) ? upsert.labels : [];
  return labels.filter((label): label is string => typeof label === 'string' && label !== '' && label.length <= 100);
}
