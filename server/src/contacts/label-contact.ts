import { transaction } from '../db/index.ts';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { labelsOf } from './info.ts';
import { findLabel } from './label-store.ts';
import { requireContactsManager } from './permissions.ts';
import { lockContact, updateContact } from './store.ts';
import type { ContactRow } from './wire.ts';

/**
 * Puts labels on a contact and takes others from it.
 * @throws AppError CONTACT_NOT_FOUND; CONTACT_LABEL_NOT_FOUND for a label to put on that the site does not have
 */
export function labelContact(
  ctx: SiteCtx,
  contactId: string,
  { assign = [], unassign = [] }: { readonly assign?: readonly string[]; readonly unassign?: readonly string[] },
): Promise<ContactRow> {
  requireContactsManager(ctx.caller);
  return transaction(ctx, async (ctx) => {
    const { db, site } = ctx;
    const known = await lockContact(db, site.id, contactId);
    if (!known) throw new AppError('CONTACT_NOT_FOUND', { contactId });
    for (const key of assign) {
      if (!(await findLabel(db, site.id, key))) throw new AppError('CONTACT_LABEL_NOT_FOUND', { key });
    }
    const items = [...new Set([...labelsOf(known.info), ...assign])].filter((key) => !unassign.includes(key));
    const { labelKeys: _, ...rest } = known.info;
    const written = {
      info: items.length > 0 ? { ...rest, labelKeys: { items } } : rest,
      confirmedEmails: known.confirmed_emails,
      confirmedFields: known.confirmed_fields,
      memberId: known.member_id,
    };
    return (await updateContact(db, site, known, written, ctx.now)) ?? known;
  });
}
