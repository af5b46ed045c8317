import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { isGuid, newId } from '../kernel/ids.ts';
import { type ContactInfo, emailsOf, normalizeInfo, phonesOf } from './info.ts';
import { createMissingLabels } from './labels.ts';
import { mergeInfo } from './merge.ts';
import {
  type ContactValues,
  insertContact,
  lockContact,
  lockContactByEmail,
  lockContactByPhone,
  lockContactOfMember,
  lockKeys,
  updateContact,
} from './store.ts';
import type { ContactRow } from './wire.ts';

export interface UpsertInput {
  /** Without it, the contact is found by member id, then by e-mail, then by phone. */
  readonly contactId?: string | undefined;
  readonly info: ContactInfo;
  /** True if the person has verified the first e-mail address. The values of this call are then confirmed. */
  readonly emailVerified: boolean;
  /** True if a staff caller sends the data. The data is then confirmed, so visitors cannot change it afterwards. */
  readonly isByStaff?: boolean;
  /** The signed-in member with the e-mail address. */
  readonly memberId?: string | null;
  /** The origin of the data, such as `WIX_FORMS` or `ADMIN`. */
  readonly source: string;
}

/**
 * Creates a contact or completes an existing one. Call it in a transaction. Of parallel calls for the same new person,
 * the first creates the contact and the others wait for it.
 * @throws AppError CONTACT_NOT_FOUND for a `contactId` that the site does not have
 */
export async function upsertContact(
  ctx: SiteCtx,
  { contactId, info, emailVerified, isByStaff = false, memberId = null, source }: UpsertInput,
): Promise<{ contactId: string; newContact: boolean; contact: ContactRow }> {
  const received = normalizeInfo(info, ctx.site.settings.forms.country);
  const emails = emailsOf(received).map(({ email }) => email);
  const phones = phonesOf(received).flatMap(({ e164Phone }) => (e164Phone ? [e164Phone] : []));
  await lockKeys(ctx.db, ctx.site.id, [...emails, ...phones, ...(memberId ? [memberId] : [])]);
  await createMissingLabels(ctx, received);
  const existing = await findExisting(ctx, { contactId, memberId, emails, phones });
  const stored = { info: existing?.info ?? {}, confirmedFields: existing?.confirmed_fields ?? [] };
  const merged = mergeInfo(stored, received, emailVerified || isByStaff);
  const verifiedEmails = emailVerified ? emails.slice(0, 1) : [];
  const values: ContactValues = {
    ...merged,
    confirmedEmails: [...new Set([...(existing?.confirmed_emails ?? []), ...verifiedEmails])],
    memberId: existing?.member_id ?? memberId,
  };
  if (!existing) {
    // A member's contact has the member's id, which is the `contactId` in responses about members.
    const id = memberId ?? newId();
    const contact = await insertContact(ctx.db, ctx.site, { ...values, id, source }, ctx.now);
    return { contactId: contact.id, newContact: true, contact };
  }
  const contact = isSame(existing, values)
    ? existing
    : await updateContact(ctx.db, ctx.site, existing, values, ctx.now);
  if (!contact) throw new AppError('CONTACT_NOT_FOUND', { contactId: existing.id });
  return { contactId: contact.id, newContact: false, contact };
}

interface ContactKeys {
  readonly contactId: string | undefined;
  readonly memberId: string | null;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
}

async function findExisting(
  { db, site }: SiteCtx,
  { contactId, memberId, emails, phones }: ContactKeys,
): Promise<ContactRow | undefined> {
  if (contactId !== undefined) {
    const contact = isGuid(contactId) ? await lockContact(db, site.id, contactId) : undefined;
    if (!contact) throw new AppError('CONTACT_NOT_FOUND', { contactId });
    return contact;
  }
  const memberContact = memberId ? await lockContactOfMember(db, site.id, memberId) : undefined;
  if (memberContact) return memberContact;
  const byEmail = emails.length > 0 ? await lockContactByEmail(db, site.id, emails, memberId) : undefined;
  if (byEmail || phones.length === 0) return byEmail;
  // Threat: a visitor adds their own e-mail to the contact of a person whose number they know. Families share numbers,
  // too. Therefore, data that contains an e-mail is matched by phone only with contacts that have no e-mail.
  return lockContactByPhone(db, site.id, phones, emails.length > 0);
}

const isSame = (existing: ContactRow, values: ContactValues): boolean =>
  toSortedJson(existing.info) === toSortedJson(values.info) &&
  toSortedJson(existing.confirmed_emails) === toSortedJson(values.confirmedEmails) &&
  toSortedJson(existing.confirmed_fields) === toSortedJson(values.confirmedFields) &&
  existing.member_id === values.memberId;

/** Returns JSON with sorted keys, because jsonb changes their order. */
const toSortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
