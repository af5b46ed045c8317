import { transaction } from '../db/index.ts';
import { AppError, ViolationError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';
import { type ContactInfo, emailsOf, phonesOf, tidyInfo } from './info.ts';
import { keepLabels } from './labels.ts';
import { singleValues } from './merge.ts';
import { requireContactsManager } from './permissions.ts';
import { insertContact, lockContactByEmail, lockKeys } from './store.ts';
import type { ContactRow } from './wire.ts';

/**
 * Makes a contact as the vendor's calls do, which never change one that is there.
 * @throws AppError DUPLICATE_CONTACT_EXISTS if a contact has the e-mail already, unless `allowDuplicates`
 * @throws ViolationError for a contact without name, e-mail and phone: nobody could find it again
 */
export function createNewContact(
  ctx: SiteCtx,
  { info, allowDuplicates = false }: { readonly info: ContactInfo; readonly allowDuplicates?: boolean | undefined },
): Promise<ContactRow> {
  requireContactsManager(ctx.caller);
  const said = tidyInfo(info, ctx.site.settings.forms.country);
  const emails = emailsOf(said).map(({ email }) => email);
  if (!said.name && emails.length === 0 && phonesOf(said).length === 0) throw nobody;
  return transaction(ctx, async (ctx) => {
    const { db, site } = ctx;
    // Of two calls that make the same contact at once, the second finds the first one's.
    await lockKeys(db, site.id, emails);
    const known =
      emails.length > 0 && !allowDuplicates ? await lockContactByEmail(db, site.id, emails, null) : undefined;
    if (known) {
      const duplicateEmail = emailsOf(known.info).find(({ email }) => emails.includes(email))?.email;
      throw new AppError('DUPLICATE_CONTACT_EXISTS', { duplicateContactId: known.id, duplicateEmail });
    }
    await keepLabels(ctx, said);
    const confirmedFields = singleValues(said).map(([name]) => name);
    const contact = { id: newId(), source: 'ADMIN', info: said, confirmedEmails: [], confirmedFields, memberId: null };
    return insertContact(db, site, contact, ctx.now);
  });
}

const nobody = new ViolationError([
  { field: 'info', description: 'must have a name, an e-mail or a phone', violatedRule: 'REQUIRED_FIELD', data: {} },
]);
