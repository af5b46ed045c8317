import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { isGuid, newId } from '../kernel/ids.ts';
import { type ContactInfo, emailsOf, phonesOf, tidyInfo } from './info.ts';
import { keepLabels } from './labels.ts';
import { mergeInfo } from './merge.ts';
import {
  insertContact,
  lockContact,
  lockContactByEmail,
  lockContactByPhone,
  lockContactOfMember,
  lockKeys,
  updateContact,
  type Written,
} from './store.ts';
import type { ContactRow } from './wire.ts';

export interface NewsOfContact {
  /** the contact that is meant; else it is found by e-mail, then by phone */
  readonly contactId?: string | undefined;
  readonly info: ContactInfo;
  /** the person has shown to read the first e-mail: what they say of themselves counts from now on */
  readonly emailVerified: boolean;
  /** the site's own people say it: strangers cannot change it afterwards */
  readonly byStaff?: boolean;
  /** the member who is signed in and whose e-mail it is */
  readonly memberId?: string | null;
  /** WIX_FORMS, ADMIN … */
  readonly source: string;
}

/**
 * Makes the contact, or adds to it what is new. Call it in the transaction of what tells of the person. Two that tell of
 * one new person at once make one contact: the second waits for the first.
 * @throws AppError CONTACT_NOT_FOUND for a `contactId` that the site does not have
 */
export async function upsertContact(
  ctx: SiteCtx,
  { contactId, info, emailVerified, byStaff = false, memberId = null, source }: NewsOfContact,
): Promise<{ contactId: string; newContact: boolean; contact: ContactRow }> {
  const said = tidyInfo(info, ctx.site.settings.forms.country);
  const emails = emailsOf(said).map(({ email }) => email);
  const phones = phonesOf(said).flatMap(({ e164Phone }) => (e164Phone ? [e164Phone] : []));
  await lockKeys(ctx.db, ctx.site.id, [...emails, ...phones, ...(memberId ? [memberId] : [])]);
  await keepLabels(ctx, said);
  const known = await findKnown(ctx, { contactId, memberId, emails, phones });
  const confirms = emailVerified || byStaff;
  const merged = mergeInfo({ info: known?.info ?? {}, confirmedFields: known?.confirmed_fields ?? [] }, said, confirms);
  const proven = emailVerified ? emails.slice(0, 1) : [];
  const written: Written = {
    ...merged,
    confirmedEmails: [...new Set([...(known?.confirmed_emails ?? []), ...proven])],
    memberId: known?.member_id ?? memberId,
  };
  if (!known) {
    // A member's contact has the member's id: that is the contactId which members are told of.
    const id = memberId ?? newId();
    const contact = await insertContact(ctx.db, ctx.site, { ...written, id, source }, ctx.now);
    return { contactId: contact.id, newContact: true, contact };
  }
  const contact = isSame(known, written) ? known : await updateContact(ctx.db, ctx.site, known, written, ctx.now);
  if (!contact) throw new AppError('CONTACT_NOT_FOUND', { contactId: known.id });
  return { contactId: contact.id, newContact: false, contact };
}

interface Found {
  readonly contactId: string | undefined;
  readonly memberId: string | null;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
}

async function findKnown(
  { db, site }: SiteCtx,
  { contactId, memberId, emails, phones }: Found,
): Promise<ContactRow | undefined> {
  if (contactId !== undefined) {
    const meant = isGuid(contactId) ? await lockContact(db, site.id, contactId) : undefined;
    if (!meant) throw new AppError('CONTACT_NOT_FOUND', { contactId });
    return meant;
  }
  const own = memberId ? await lockContactOfMember(db, site.id, memberId) : undefined;
  if (own) return own;
  const byEmail = emails.length > 0 ? await lockContactByEmail(db, site.id, emails, memberId) : undefined;
  if (byEmail || phones.length === 0) return byEmail;
  // A number is shared by families and known to others. Threat: who sends another's number with an e-mail of their own
  // would put that e-mail into the other's contact.
  return lockContactByPhone(db, site.id, phones, emails.length > 0);
}

const isSame = (known: ContactRow, written: Written): boolean =>
  printed(known.info) === printed(written.info) &&
  printed(known.confirmed_emails) === printed(written.confirmedEmails) &&
  printed(known.confirmed_fields) === printed(written.confirmedFields) &&
  known.member_id === written.memberId;

/** JSON with the keys in one order: the database keeps another than we write. */
const printed = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
