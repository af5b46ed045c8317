/** What a submission tells of a person, by each field's `contactMapping` (forms contract section 4.3). Pure. */

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

/** That the person wants the site's mails or messages. */
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

/** Under these keys of the vendor's contacts its other parts look for them. */
const VAT_ID = 'invoices.vatId';
const SUBSCRIPTION_STATUS = 'emailSubscriptions.subscriptionStatus';

/**
 * The person, or null where the values say neither name nor e-mail nor phone: there would be nobody to find again. Labels
 * come from the form's `postSubmissionTriggers`.
 */
export function readContact(form: FormSchema, answers: Readonly<Record<string, unknown>>): MappedContact | null {
  const parts = partsOf(form, answers, formLimits.nesting);
  const info = Object.assign({}, ...parts.map(({ single }) => single ?? {})) as ContactInfo;
  const names = Object.assign({}, ...parts.map(({ name }) => name ?? {})) as { first?: string; last?: string };
  const emails = parts.flatMap(({ email }) => (email ? [email] : []));
  const phones = parts.flatMap(({ phone }) => (phone ? [phone] : []));
  const addresses = parts.flatMap(({ address }) => (address ? [address] : []));
  if (!names.first && !names.last && emails.length === 0 && phones.length === 0) return null;
  const subscription = subscriptionOf(parts);
  const wantsMails = subscription?.emailLevel && emails.length > 0;
  const extended = {
    ...(Object.assign({}, ...parts.map(({ extended }) => extended ?? {})) as Record<string, string | number | boolean>),
    // Who confirms twice is a subscriber only after the second time.
    ...(wantsMails
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

type List<Key extends 'emails' | 'phones' | 'addresses'> = NonNullable<NonNullable<ContactInfo[Key]>['items']>[number];

/** What one field tells. */
interface Part {
  single?: Pick<ContactInfo, 'company' | 'jobTitle' | 'birthdate'>;
  name?: { first?: string; last?: string };
  email?: List<'emails'>;
  phone?: List<'phones'>;
  address?: List<'addresses'>;
  extended?: Record<string, string | number | boolean>;
  subscription?: Mapping['subscriptionInfo'];
}

function partsOf(form: FormSchema, answers: Readonly<Record<string, unknown>>, levels: number): Part[] {
  if (levels < 0) return [];
  const own = (form.formFields ?? []).flatMap((field): Part[] => {
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
  return [...own, ...inner];
}

function partOf(mapping: Mapping, value: unknown, field: Field): Part {
  const text = textOf(value, LINE);
  switch (mapping.contactField) {
    case 'FIRST_NAME':
      return text ? { name: { first: text.slice(0, NAME) } } : {};
    case 'LAST_NAME':
      return text ? { name: { last: text.slice(0, NAME) } } : {};
    case 'COMPANY':
      return text ? { single: { company: text } } : {};
    case 'POSITION':
      return text ? { single: { jobTitle: text } } : {};
    case 'BIRTHDATE':
      return /^\d{4}-\d{2}-\d{2}/.test(text) ? { single: { birthdate: text.slice(0, 10) } } : {};
    case 'EMAIL':
      return text.length <= 254 && text ? { email: { tag: mapping.emailInfo?.tag ?? 'UNTAGGED', email: text } } : {};
    case 'PHONE':
      return text.length <= 100 && text ? { phone: { tag: mapping.phoneInfo?.tag ?? 'UNTAGGED', phone: text } } : {};
    case 'ADDRESS':
      return addressPart(value, mapping.addressInfo?.tag ?? 'UNTAGGED');
    case 'VAT_ID': {
      const id = isObject(value) ? textOf(value.id, LINE) : text;
      return id ? { extended: { [VAT_ID]: id } } : {};
    }
    case 'CUSTOM_FIELD':
      return customPart(mapping.customFieldInfo?.key, value, field);
    case 'SUBSCRIPTION':
      return value === true ? { subscription: mapping.subscriptionInfo ?? {} } : {};
    default:
      return {};
  }
}

const LINE = 500;
const NAME = 100;
const TEXT = 20_000;

const textOf = (value: unknown, most: number): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '').trim().slice(0, most).toWellFormed();

/** Several choices are one text; a file or another thing of several parts is nothing that a contact keeps. */
function customPart(key: string | undefined, value: unknown, field: Field): Part {
  if (!key) return {};
  if (typeof value === 'number' || typeof value === 'boolean') return { extended: { [key]: value } };
  const isList = Array.isArray(value) && field.inputOptions?.inputType === 'ARRAY';
  const text = isList
    ? value
        .map((one) => textOf(one, LINE))
        .join(', ')
        .slice(0, TEXT)
    : textOf(value, TEXT);
  return text ? { extended: { [key]: text } } : {};
}

function addressPart(value: unknown, tag: string): Part {
  if (!isObject(value)) {
    const addressLine = textOf(value, LINE);
    return addressLine ? { address: { tag, address: { addressLine } } } : {};
  }
  const part = (key: string, most = LINE) => textOf(value[key], most) || undefined;
  const country = part('country', 2)?.toUpperCase();
  const [name, number] = [part('streetName'), part('streetNumber', 50)];
  const address = {
    country,
    subdivision: subdivision(country, part('subdivision')),
    city: part('city'),
    postalCode: part('postalCode', 50),
    addressLine: part('addressLine'),
    addressLine2: part('addressLine2'),
    streetAddress: name || number ? { ...(name ? { name } : {}), ...(number ? { number } : {}) } : undefined,
  };
  const known = Object.fromEntries(Object.entries(address).filter(([, one]) => one !== undefined));
  return Object.keys(known).length > 0 ? { address: { tag, address: known } } : {};
}

/** As ISO 3166-2: forms send `NY` and `US-NY`. What is no subdivision of the country is left out. */
function subdivision(country: string | undefined, code: string | undefined): string | undefined {
  if (!country || !code) return undefined;
  const bare = code.toUpperCase().replace(new RegExp(`^${country.replace(/\W/g, '')}-`), '');
  const listed = subdivisionsOf(country);
  const isOne = listed ? listed.includes(bare) : /^[A-Z0-9]{1,3}$/.test(bare);
  return isOne ? `${country}-${bare}` : undefined;
}

function subscriptionOf(parts: readonly Part[]): Subscription | null {
  const wanted = parts.flatMap(({ subscription }) => (subscription ? [subscription] : []));
  if (wanted.length === 0) return null;
  // The stricter of two ways to agree to the same channel counts.
  const levelOf = (channel: string): OptInLevel | undefined => {
    const levels = wanted
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
