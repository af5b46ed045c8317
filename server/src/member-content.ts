/** What members made lives in other slices than the members: who leaves is forgotten there, who asks is shown it. */
import { exportContacts, forgetMember } from './contacts/index.ts';
import { exportItems, forgetOwner } from './data/index.ts';
import { listen } from './events/index.ts';
import { exportSubmissions, forgetSubmitter } from './forms/index.ts';
import { contributeToExport, findMember, MEMBER_DELETED, type MemberDeleted } from './identity/index.ts';
import type { Ctx } from './kernel/ctx.ts';

/**
 * Deals with the content of each member who was deleted, as the event says: gives it to the member who takes it over,
 * else keeps it without an owner, or deletes it. On connections of its own, in batches that are not undone: no
 * transaction spans the shared tables and a site's schema, and an event that is handled twice does no more than once.
 * Returns how to stop.
 */
export function connectMemberContent(installation: () => Ctx): () => void {
  contributeToExport('items', exportItems);
  contributeToExport('submissions', exportSubmissions);
  contributeToExport('contacts', exportContacts);
  return listen([MEMBER_DELETED], async (_db, event) => {
    const base = installation();
    const site = await base.env.site(event.siteId);
    if (!site) return;
    const ctx = { ...base, site };
    const { memberId, visitorId, content, contentAssigneeId } = event.payload as MemberDeleted;
    const ids = visitorId ? [memberId, visitorId] : [memberId];
    // Who was to take it over may have left since.
    const heir = contentAssigneeId ? await findMember(ctx.db, site.id, contentAssigneeId) : undefined;
    const what = heir ? { act: 'GIVE' as const, to: heir.id } : { act: content };
    await forgetOwner(ctx, ids, what);
    await forgetSubmitter(ctx, ids, what);
    await forgetMember(ctx, memberId, { remove: what.act === 'DELETE' });
  });
}
