import { type ContactInfo, upsertContact } from '../../contacts/index.ts';
import { emit, type IdentityType } from '../../events/index.ts';
import { findMember, findMemberByEmail } from '../../identity/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { FormRow } from '../forms/wire.ts';
import type { SubmissionRow } from '../records/wire.ts';
import { type MappedContact, readContact } from './read-contact.ts';
import { setContact } from './store.ts';

export interface MappedResult {
  readonly contactId: string;
  readonly identityType: IdentityType;
  readonly newContact: boolean;
}

/**
 * Makes or completes the contact of who sent the submission, by its fields' mapping, and notes it in the submission. In
 * the caller's transaction. Null where the submission tells of nobody. Either way an event says so.
 * @param emailVerified that the e-mail is the sender's is known from elsewhere
 * @param contactId the contact that is meant, whatever the values say
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
): Promise<MappedResult | null> {
  const mapped = readContact(form.document, row.answers);
  if (!mapped) {
    await skipped(ctx, row);
    return null;
  }
  const email = mapped.info.emails?.items?.[0]?.email;
  const { identityType, memberId, isProven } = await identityOf(ctx, row, email);
  const done = await upsertContact(ctx, {
    contactId,
    info: mapped.info,
    emailVerified: emailVerified || isProven,
    memberId,
    source: 'WIX_FORMS',
  });
  if (row.contact_id !== done.contactId) await setContact(ctx.db, ctx.site.id, row.id, done.contactId);
  await emit(ctx, {
    type: 'wix.forms.v4.submission_submission_contact_mapped',
    entityId: row.id,
    payload: {
      contactId: done.contactId,
      namespace: row.namespace,
      ...(mapped.subscription ? { marketingSubscriptionDetails: subscriptionDetails(row, mapped) } : {}),
      contactIdentityType: identityType,
    },
  });
  return { contactId: done.contactId, identityType, newContact: done.newContact };
}

const skipped = (ctx: SiteCtx, row: SubmissionRow): Promise<void> =>
  emit(ctx, {
    type: 'wix.forms.v4.submission_submission_contact_mapping_skipped',
    entityId: row.id,
    payload: { formId: row.form_id, namespace: row.namespace, contactId: row.contact_id },
  });

/**
 * Who sent it (forms contract section 11): a member with that e-mail who was signed in, somebody who knows a member's
 * e-mail, or neither. Only the first changes what a member has confirmed, and only with an e-mail that is verified:
 * anybody can register with another's.
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

function subscriptionDetails(row: SubmissionRow, { info, subscription }: MappedContact) {
  const { emailLevel, phoneLevel } = subscription ?? {};
  return {
    formId: row.form_id,
    emails: emailLevel ? addresses(info) : [],
    submittedDate: row.created_at.toISOString(),
    ...(emailLevel ? { optInLevel: emailLevel } : {}),
    phones: phoneLevel ? numbers(info) : [],
    ...(phoneLevel ? { phoneOptInLevel: phoneLevel } : {}),
  };
}

const addresses = (info: ContactInfo): string[] => (info.emails?.items ?? []).map(({ email }) => email.toLowerCase());
const numbers = (info: ContactInfo): string[] => (info.phones?.items ?? []).map(({ phone }) => phone);
