import { transaction } from '../db/index.ts';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { labelsOf } from './info.ts';
import { findLabel } from './label-store.ts';
import { requireContactsManager } from './permissions.ts';
import { lockContact, updateContact } from './store.ts';
import type { ContactRow } from './wire.ts';

/**
 * Assigns and unassigns labels of a contact.
 * @throws AppError CONTACT_NOT_FOUND; CONTACT_LABEL_NOT_FOUND if a label to assign does not exist on the site
 */
export function labelContact(
  ctx: SiteCtx,
  contactId: string,
  { assign = [], unassign = [] }: { readonly assign?: readonly string[]; readonly unassign?: readonly string[] },
): Promise<ContactRow> {
  requireContactsManager(ctx.caller);
  return transaction(ctx, async (ctx) => {
    const { db, site } = ctx;
    const existing = await lockContact(db, site.id, contactId);
    if (!existing) throw new AppError('CONTACT_NOT_FOUND', { contactId });
    for (const key of assign) {
      if (!(await findLabel(db, site.id, key))) throw new AppError('CONTACT_LABEL_NOT_FOUND', { key });
    }
    const items = [...new Set([...labelsOf(existing.info), ...assign])].filter((key) => !unassign.includes(key));
    const { labelKeys: _, ...rest } = existing.info;
    const values = {
      info: items.length > 0 ? { ...rest, labelKeys: { items } } : rest,
      confirmedEmails: existing.confirmed_emails,
      confirmedFields: existing.confirmed_fields,
      memberId: existing.member_id,
    };
    return (await updateContact(db, site, existing, values, ctx.now)) ?? existing;
  });
}
