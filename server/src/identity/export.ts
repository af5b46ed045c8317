import type { Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { listRoles } from './members/role-store.ts';
import { findMember, findVisitorOf } from './members/store.ts';
import { identityToWire, memberToWire } from './members/wire.ts';
import { ownId } from './permissions.ts';
import { listMySessions } from './sessions/own-sessions.ts';

type Kind = 'items' | 'submissions' | 'contacts';

/** Bounds of one document, for each kind of content. */
const MOST = { rows: 10_000, bytes: 20_000_000 };

/** What a slice keeps of some people, by their ids as members and visitors; `cut` where there is more. */
export type ContentSource = (
  ctx: SiteCtx,
  ids: readonly string[],
  most: typeof MOST,
) => Promise<{ entries: unknown[]; cut: boolean }>;

const sources = new Map<Kind, ContentSource>();

/** Tells where the content of members is; app.ts does this once, at start, because this slice may not look there. */
export function contributeToExport(kind: Kind, source: ContentSource): void {
  sources.set(kind, source);
}

/** Everything that the site keeps about the member who asks, and what was made as the visitor before signing up. */
export async function exportMyData(ctx: SiteCtx): Promise<Output<(typeof identityEndpoints)['exportMyData']>> {
  const id = ownId(ctx.caller);
  const row = await findMember(ctx.db, ctx.site.id, id);
  if (!row) throw new AppError('MEMBER_NOT_FOUND');
  const visitorId = await findVisitorOf(ctx.db, ctx.site.id, row);
  const ids = visitorId ? [id, visitorId] : [id];
  const items = await contentOf(ctx, 'items', ids);
  const submissions = await contentOf(ctx, 'submissions', ids);
  // A visitor has none: the ids that contacts know are members'.
  const contacts = await contentOf(ctx, 'contacts', [id]);
  return {
    exportedDate: ctx.now.toISOString(),
    member: {
      ...memberToWire(row, 'FULL'),
      identity: identityToWire(row),
      visitorId,
      roles: await listRoles(ctx.db, ctx.site.id, id),
    },
    sessions: (await listMySessions(ctx)).sessions,
    items: items.entries,
    submissions: submissions.entries,
    contacts: contacts.entries,
    cut: [...(items.cut ? (['items'] as const) : []), ...(submissions.cut ? (['submissions'] as const) : [])],
  };
}

const contentOf = async (ctx: SiteCtx, kind: Kind, ids: readonly string[]) =>
  (await sources.get(kind)?.(ctx, ids, MOST)) ?? { entries: [], cut: false };
