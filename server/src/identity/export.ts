import type { Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { listRoles } from './members/role-store.ts';
import { findMember, findVisitorOf } from './members/store.ts';
import { identityToWire, memberToWire } from './members/wire.ts';
import { requireMemberId } from './permissions.ts';
import { listMySessions } from './sessions/own-sessions.ts';

type Kind = 'items' | 'submissions' | 'contacts';

/** Limits of an export, for each kind of content. */
const LIMITS = { rows: 10_000, bytes: 20_000_000 };

/**
 * Returns the content that a slice stores for these member and visitor ids; `isCut` is true if content beyond the limits
 * is missing.
 */
export type ContentSource = (
  ctx: SiteCtx,
  ids: readonly string[],
  limits: typeof LIMITS,
) => Promise<{ entries: unknown[]; isCut: boolean }>;

const sources = new Map<Kind, ContentSource>();

/**
 * Registers the source of a kind of content. Called by app.ts at start, because this slice may not import the slices
 * that hold the content.
 */
export function contributeToExport(kind: Kind, source: ContentSource): void {
  sources.set(kind, source);
}

/** Returns everything that the site stores about the calling member, including what they created as a visitor. */
export async function exportMyData(ctx: SiteCtx): Promise<Output<(typeof identityEndpoints)['exportMyData']>> {
  const id = requireMemberId(ctx.caller);
  const row = await findMember(ctx.db, ctx.site.id, id);
  if (!row) throw new AppError('MEMBER_NOT_FOUND');
  const visitorId = await findVisitorOf(ctx.db, ctx.site.id, row);
  const ids = visitorId ? [id, visitorId] : [id];
  const items = await contentOf(ctx, 'items', ids);
  const submissions = await contentOf(ctx, 'submissions', ids);
  // Contacts refer to members only, not to visitors.
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
    cut: [...(items.isCut ? (['items'] as const) : []), ...(submissions.isCut ? (['submissions'] as const) : [])],
  };
}

const contentOf = async (ctx: SiteCtx, kind: Kind, ids: readonly string[]) =>
  (await sources.get(kind)?.(ctx, ids, LIMITS)) ?? { entries: [], isCut: false };
