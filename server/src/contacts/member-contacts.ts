/** Contacts of members who are deleted or who export their data. */
import { transaction } from '../db/index.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { removeContact } from './contacts.ts';
import { listContactsOfMembers, lockContactOfMember, unlinkMember } from './store.ts';
import { toWire } from './wire.ts';

/** Deletes the contact of a deleted member, or unlinks it from the member. A second call has no effect. */
export const forgetMember = (
  ctx: SiteCtx,
  memberId: string,
  options: { readonly removesContact: boolean },
): Promise<void> =>
  transaction(ctx, async (ctx) => {
    const contact = await lockContactOfMember(ctx.db, ctx.site.id, memberId);
    if (contact && options.removesContact) await removeContact(ctx, contact.id);
    else if (contact) await unlinkMember(ctx.db, ctx.site.id, memberId);
  });

/** Exports the contacts of these members. */
export async function exportContacts(
  ctx: SiteCtx,
  memberIds: readonly string[],
): Promise<{ entries: unknown[]; isCut: boolean }> {
  const rows = await listContactsOfMembers(ctx.db, ctx.site.id, memberIds);
  return { entries: rows.map(toWire), isCut: false };
}
