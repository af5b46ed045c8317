import { type ContactInfo, upsertContact } from '../../contacts/index.ts';
import { emit, type IdentityType } from '../../events/index.ts';
import { findMember, findMemberByEmail } from '../../identity/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { FormRow } from '../forms/wire.ts';
import type { SubmissionRow } from '../records/wire.ts';
import { type MappedContact, readContact } from './read-contact.ts';
import { setContact } from './store.ts';

export interface MappingResult {
  readonly contactId: string;
  readonly identityType: IdentityType;
  readonly newContact: boolean;
}

/**
 * Creates or completes the contact of a submission by the mapping of the form's fields, and stores the contact's id in
 * the submission, in the transaction of `ctx`. Emits an event: the contact was mapped, or the mapping was skipped.
 * @param emailVerified True if it has been verified that the e-mail address is the sender's.
 * @param contactId Id of the contact to complete. Without it, the contact is looked up by the values.
 * @returns null if the values identify no person
 * @throws AppError CONTACT_NOT_FOUND for a `contactId` that the site does not have
 */
export async function mapContact(
  ctx: SiteCtx,
  {
    form,
    row,
    emailVerified = false,
    contactId,
  }: {
    readonly form: Pick<FormRow, 'document'>;
    readonly row: SubmissionRow;
    readonly emailVerified?: boolean;
    readonly contactId?: string | undefined;
  },
): Promise<MappingResult | null> {
  const mapped = readContact(form.document, row.answers);
  if (!mapped) {
    await emitSkipped(ctx, row);
    return null;
  }
  const email = mapped.info.emails?.items?.[0]?.email;
  const { identityType, memberId, isProven } = await identityOf(ctx, row, email);
  const upsertedContact = await upsertContact(ctx, {
    contactId,
    info: mapped.info,
    emailVerified: emailVerified || isProven,
    memberId,
    source: 'WIX_FORMS',
  });
  if (row.contact_id !== upsertedContact.contactId)
    await setContact(ctx.db, ctx.site.id, row.id, upsertedContact.contactId);
  await emit(ctx, {
    type: 'wix.forms.v4.submission_submission_contact_mapped',
    entityId: row.id,
    payload: {
      contactId: upsertedContact.contactId,
      namespace: row.namespace,
      ...(mapped.subscription ? { marketingSubscriptionDetails: subscriptionDetailsOf(row, mapped) } : {}),
      contactIdentityType: identityType,
    },
  });
  return { contactId: upsertedContact.contactId, identityType, newContact: upsertedContact.newContact };
}

const emitSkipped = (ctx: SiteCtx, row: SubmissionRow): Promise<void> =>
  emit(ctx, {
    type: 'wix.forms.v4.submission_submission_contact_mapping_skipped',
    entityId: row.id,
    payload: { formId: row.form_id, namespace: row.namespace, contactId: row.contact_id },
  });

/**
 * Determines who sent the submission (forms contract section 11): MEMBER if a signed-in member sent their own e-mail
 * address, NOT_AUTHENTICATED_MEMBER if somebody else sent a member's address, and otherwise CONTACT. Only a MEMBER with
 * a verified address may change confirmed values, because anyone can register with the address of another person.
 */
async function identityOf(
  { db, site }: SiteCtx,
  row: SubmissionRow,
  email: string | undefined,
): Promise<{ identityType: IdentityType; memberId: string | null; isProven: boolean }> {
  const address = email?.trim().toLowerCase();
  const member = address ? await findMemberByEmail(db, site.id, address) : undefined;
  if (!member) return { identityType: 'CONTACT', memberId: null, isProven: false };
  const sender = row.submitter_kind === 'member' ? await findMember(db, site.id, row.submitter_id) : undefined;
  if (sender?.id !== member.id) return { identityType: 'NOT_AUTHENTICATED_MEMBER', memberId: null, isProven: false };
  return { identityType: 'MEMBER', memberId: member.id, isProven: member.login_email_verified };
}

function subscriptionDetailsOf(row: SubmissionRow, { info, subscription }: MappedContact) {
  const { emailLevel, phoneLevel } = subscription ?? {};
  return {
    formId: row.form_id,
    emails: emailLevel ? addressesOf(info) : [],
    submittedDate: row.created_at.toISOString(),
    ...(emailLevel ? { optInLevel: emailLevel } : {}),
    phones: phoneLevel ? numbersOf(info) : [],
    ...(phoneLevel ? { phoneOptInLevel: phoneLevel } : {}),
  };
}

const addressesOf = (info: ContactInfo): string[] => (info.emails?.items ?? []).map(({ email }) => email.toLowerCase());
const numbersOf = (info: ContactInfo): string[] => (info.phones?.items ?? []).map(({ phone }) => phone);
