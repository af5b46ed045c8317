/** A member's contact: when the member leaves, and when they ask what is kept of them. */
import { transaction } from '../db/index.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { removeContact } from './contacts.ts';
import { listContactsOfMembers, lockContactOfMember, unlinkMember } from './store.ts';
import { toWire } from './wire.ts';

/** Removes the contact of a member who is gone, or keeps it as that of somebody who is no member. Twice does no more than once. */
export const forgetMember = (ctx: SiteCtx, memberId: string, what: { readonly remove: boolean }): Promise<void> =>
  transaction(ctx, async (ctx) => {
    const contact = await lockContactOfMember(ctx.db, ctx.site.id, memberId);
    if (contact && what.remove) await removeContact(ctx, contact.id);
    else if (contact) await unlinkMember(ctx.db, ctx.site.id, memberId);
  });

/** What the site keeps of these people as contacts. */
export async function exportContacts(
  ctx: SiteCtx,
  memberIds: readonly string[],
): Promise<{ entries: unknown[]; cut: boolean }> {
  const rows = await listContactsOfMembers(ctx.db, ctx.site.id, memberIds);
  return { entries: rows.map(toWire), cut: false };
}
