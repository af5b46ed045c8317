/**
 * Connects members to their content in other slices: deletes or reassigns the content with the member, and exports it.
 */
import { exportContacts, forgetMember } from './contacts/index.ts';
import { exportItems, forgetOwner } from './data/index.ts';
import { listen } from './events/index.ts';
import { exportSubmissions, forgetSubmitter } from './forms/index.ts';
import { contributeToExport, findMember, MEMBER_DELETED, type MemberDeletedPayload } from './identity/index.ts';
import type { Ctx } from './kernel/ctx.ts';

/**
 * Handles the content of each deleted member as the event requests: reassigns it to another member, leaves it without
 * an owner, or deletes it. Works in batches outside of the event's transaction, because that may take long. Handling an
 * event twice has the same effect as once. Returns the unsubscribe function.
 */
export function connectMemberContent(createContext: () => Ctx): () => void {
  contributeToExport('items', exportItems);
  contributeToExport('submissions', exportSubmissions);
  contributeToExport('contacts', exportContacts);
  return listen([MEMBER_DELETED], async (_db, event) => {
    const base = createContext();
    const site = await base.env.site(event.siteId);
    if (!site) return;
    const ctx = { ...base, site };
    const { memberId, visitorId, content, contentAssigneeId } = event.payload as MemberDeletedPayload;
    const ids = visitorId ? [memberId, visitorId] : [memberId];
    // If the assignee has been deleted in the meantime, the content is not reassigned.
    const assignee = contentAssigneeId ? await findMember(ctx.db, site.id, contentAssigneeId) : undefined;
    const contentAction = assignee ? { act: 'REASSIGN' as const, to: assignee.id } : { act: content };
    await forgetOwner(ctx, ids, contentAction);
    await forgetSubmitter(ctx, ids, contentAction);
    await forgetMember(ctx, memberId, { removesContact: contentAction.act === 'DELETE' });
  });
}
