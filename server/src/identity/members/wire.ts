import type { Identity } from '@portico/contract/identity';
import type { Member } from '@portico/contract/members';
import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import type { Members } from '../../db/tables.gen.ts';
import type { CustomField } from './custom-fields.ts';
import { fullNameOf, type MemberDetails } from './details.ts';
import { memberStatusOf } from './status.ts';

export type MemberRow = Omit<Selectable<Members>, 'details'> & { details: MemberDetails };

export type Fieldset = 'PUBLIC' | 'EXTENDED' | 'FULL';

/**
 * Converts a member. The fieldset PUBLIC omits the login address and the contact data, and returns all statuses as
 * UNKNOWN.
 */
export function memberToWire(row: MemberRow, fieldset: Fieldset): Static<typeof Member> {
  const { details } = row;
  const publicFields = {
    id: row.id,
    contactId: row.id,
    profile: {
      nickname: details.nickname ?? fullNameOf(details),
      slug: row.slug,
      photo: details.photo,
      cover: details.cover,
      title: details.title,
    },
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
  };
  if (fieldset === 'PUBLIC') {
    return { ...publicFields, status: 'UNKNOWN', privacyStatus: 'UNKNOWN', activityStatus: 'UNKNOWN' };
  }
  return {
    ...publicFields,
    loginEmail: row.login_email,
    loginEmailVerified: row.login_email_verified,
    status: memberStatusOf(row.status),
    privacyStatus: row.privacy_status as 'PUBLIC' | 'PRIVATE',
    activityStatus: row.activity_status as 'ACTIVE' | 'MUTED',
    lastLoginDate: row.last_login_at?.toISOString(),
    ...(fieldset === 'FULL' ? { contact: contactToWire(details) } : {}),
  };
}

/**
 * Converts a member to an identity. The identity contains empty arrays, because the vendor's types declare them as
 * required.
 */
export function identityToWire(row: MemberRow): Static<typeof Identity> {
  const { details } = row;
  return {
    id: row.id,
    revision: String(row.revision),
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
    connections: [],
    identityProfile: {
      firstName: details.firstName,
      lastName: details.lastName,
      nickname: details.nickname,
      picture: details.photo?.url,
      emails: (details.emails ?? []).map(({ email }) => email),
      phones: (details.phones ?? []).map(({ phone }) => phone),
      labels: details.labels ?? [],
      language: details.language,
      privacyStatus: row.privacy_status as 'PUBLIC' | 'PRIVATE',
      customFields: Object.entries(details.customFields ?? {}).map(([key, field]) => ({
        name: key,
        value: wrap(field),
      })),
      secondaryEmails: details.emails ?? [],
      phonesV2: details.phones ?? [],
      addresses: (details.addresses ?? []).map(({ id: _id, tag, ...address }) => ({ address, tag: tag as 'HOME' })),
      company: details.company,
      position: details.position,
      birthdate: details.birthdate,
      slug: row.slug,
      vatId: details.vatId,
    },
    metadata: { tags: [] },
    email: { address: row.login_email, isVerified: row.login_email_verified },
    status: {
      name: row.status as 'ACTIVE',
      reasons: row.status === 'PENDING' ? row.status_reasons.map(reasonToWire) : [],
    },
    factors: row.password_hash ? [{ factorId: 'password', type: 'PASSWORD', status: 'ACTIVE' }] : [],
  };
}

function contactToWire(details: MemberDetails): Static<typeof Member>['contact'] {
  return {
    firstName: details.firstName,
    lastName: details.lastName,
    phones: (details.phones ?? []).map(({ phone, countryCode }) => (countryCode ? `${countryCode} ${phone}` : phone)),
    emails: (details.emails ?? []).map(({ email }) => email),
    addresses: (details.addresses ?? []).map(({ tag: _tag, ...address }) => address),
    birthdate: details.birthdate,
    company: details.company,
    jobTitle: details.position,
    customFields: Object.fromEntries(
      Object.entries(details.customFields ?? {}).map(([key, { name, value }]) => [key, { name, value }]),
    ),
  };
}

const reasonToWire = (reason: string): Static<typeof Identity>['status']['reasons'][number] =>
  reason === 'EMAIL_VERIFICATION'
    ? 'PENDING_EMAIL_VERIFICATION_REQUIRED'
    : reason === 'MISSING_FIELDS'
      ? 'PENDING_REQUIRED_FIELDS_MISSING'
      : 'PENDING_ADMIN_APPROVAL_REQUIRED';

function wrap({
  type,
  value,
}: CustomField): Static<typeof Identity>['identityProfile']['customFields'][number]['value'] {
  if (type === 'DATE') return { dateValue: value as string };
  if (typeof value === 'string') return { strValue: value };
  if (typeof value === 'number') return { numValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { listValue: { value } };
  return {};
}
