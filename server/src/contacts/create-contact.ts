import { transaction } from '../db/index.ts';
import { AppError, ViolationError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';
import { type ContactInfo, emailsOf, normalizeInfo, phonesOf } from './info.ts';
import { createMissingLabels } from './labels.ts';
import { listSingleValues } from './merge.ts';
import { requireContactsManager } from './permissions.ts';
import { insertContact, lockContactByEmail, lockKeys } from './store.ts';
import type { ContactRow } from './wire.ts';

/**
 * Creates a contact for the vendor's calls, which never change an existing contact.
 * @throws AppError DUPLICATE_CONTACT_EXISTS if another contact has the e-mail, unless `allowDuplicates` is true
 * @throws ViolationError for a contact that has neither name, e-mail nor phone, because nobody could find it again
 */
export function createNewContact(
  ctx: SiteCtx,
  { info, allowDuplicates = false }: { readonly info: ContactInfo; readonly allowDuplicates?: boolean | undefined },
): Promise<ContactRow> {
  requireContactsManager(ctx.caller);
  const receivedInfo = normalizeInfo(info, ctx.site.settings.forms.country);
  const emails = emailsOf(receivedInfo).map(({ email }) => email);
  if (!receivedInfo.name && emails.length === 0 && phonesOf(receivedInfo).length === 0) throw MISSING_IDENTITY;
  return transaction(ctx, async (ctx) => {
    const { db, site } = ctx;
    // Parallel calls for the same contact wait for this lock. They then find the contact that the first call created.
    await lockKeys(db, site.id, emails);
    const existing =
      emails.length > 0 && !allowDuplicates ? await lockContactByEmail(db, site.id, emails, null) : undefined;
    if (existing) {
      const duplicateEmail = emailsOf(existing.info).find(({ email }) => emails.includes(email))?.email;
      throw new AppError('DUPLICATE_CONTACT_EXISTS', { duplicateContactId: existing.id, duplicateEmail });
    }
    await createMissingLabels(ctx, receivedInfo);
    const confirmedFields = listSingleValues(receivedInfo).map(([name]) => name);
    const values = { info: receivedInfo, confirmedEmails: [], confirmedFields, memberId: null };
    return insertContact(db, site, { ...values, id: newId(), source: 'ADMIN' }, ctx.now);
  });
}

const MISSING_IDENTITY = new ViolationError([
  { field: 'info', description: 'must have a name, an e-mail or a phone', violatedRule: 'REQUIRED_FIELD', data: {} },
]);
