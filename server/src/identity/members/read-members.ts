import type { Input, Output } from '@portico/contract/endpoint';
import type { membersEndpoints } from '@portico/contract/members';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { maySeeAllMembers, maySeeMember } from '../permissions.ts';
import { listMembers, selectionToSql, sortToSql } from './query-store.ts';
import { findMember } from './store.ts';
import { type Fieldset, type MemberRow, memberToWire } from './wire.ts';

type Endpoints = typeof membersEndpoints;
type Page = Output<Endpoints['listMembers']>;

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;

/** Returns the signed-in member. Clients read the 403 for other callers as "nobody is signed in". */
export async function getCurrentMember(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getCurrentMember']>,
): Promise<Output<Endpoints['getCurrentMember']>> {
  return { member: memberToWire(await loadCallingMember(ctx), widestFieldset(query.fieldsets ?? query.fieldSet)) };
}

/**
 * Returns the signed-in member's row.
 * @throws AppError PERMISSION_DENIED, MEMBER_NOT_FOUND if the member was deleted
 */
export async function loadCallingMember(ctx: SiteCtx) {
  if (ctx.caller.kind !== 'member') throw new AppError('PERMISSION_DENIED');
  const row = await findMember(ctx.db, ctx.site.id, ctx.caller.id);
  if (!row) throw new AppError('MEMBER_NOT_FOUND');
  return row;
}

/** Returns a member by id. Callers other than staff and the member see only public profiles, with PUBLIC fields. */
export async function getMember(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getMember']>,
): Promise<Output<Endpoints['getMember']>> {
  const row = await findMember(ctx.db, ctx.site.id, query.id);
  const seesAll = maySeeMember(ctx.caller, query.id);
  // Returns the same error for a private member as for a missing one, so that ids cannot be probed.
  if (!row || !(seesAll || isPublic(row))) throw new AppError('MEMBER_NOT_FOUND');
  return { member: memberToWire(row, seesAll ? widestFieldset(query.fieldsets ?? query.fieldSet) : 'PUBLIC') };
}

export function listAllMembers(ctx: SiteCtx, { query }: Input<Endpoints['listMembers']>): Promise<Page> {
  const fieldsets = query.fieldsets ?? query.fieldSet;
  return findPage(ctx, { query: { paging: query.paging, sort: query.sorting }, fieldsets });
}

export const queryMembers = (ctx: SiteCtx, { body }: Input<Endpoints['queryMembers']>): Promise<Page> =>
  findPage(ctx, body);

async function findPage(
  ctx: SiteCtx,
  { query, search, fieldsets }: Input<Endpoints['queryMembers']>['body'],
): Promise<Page> {
  const seesAll = maySeeAllMembers(ctx.caller);
  const limit = Math.min(query?.paging?.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
  const offset = query?.paging?.offset ?? 0;
  const { rows, total } = await listMembers(
    ctx.db,
    ctx.site.id,
    selectionToSql({ filter: query?.filter, search }, seesAll),
    sortToSql(query?.sort ?? query?.sorting, seesAll),
    { limit, offset },
  );
  return {
    members: rows.map((row) =>
      memberToWire(row, maySeeMember(ctx.caller, row.id) ? widestFieldset(fieldsets) : 'PUBLIC'),
    ),
    metadata: { count: rows.length, offset, total, tooManyToCount: false },
  };
}

const isPublic = (row: MemberRow): boolean => row.privacy_status === 'PUBLIC' && row.status === 'ACTIVE';

/** Returns the fieldset that contains all requested ones; PUBLIC if none is requested. */
function widestFieldset(fieldsets: Fieldset | Fieldset[] | undefined): Fieldset {
  const requested = [fieldsets ?? []].flat();
  return requested.includes('FULL') ? 'FULL' : requested.includes('EXTENDED') ? 'EXTENDED' : 'PUBLIC';
}
