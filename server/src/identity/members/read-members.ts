import type { Input, Output } from '@portico/contract/endpoint';
import type { membersEndpoints } from '@portico/contract/members';
import { sql } from 'kysely';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { maySeeAllMembers, maySeeMember } from '../permissions.ts';
import { membersFilter, membersSearch, membersSort } from './filter.ts';
import { findMember, listMembers } from './store.ts';
import { type Fieldset, type MemberRow, memberToWire } from './wire.ts';

type Endpoints = typeof membersEndpoints;
type Page = Output<Endpoints['listMembers']>;

const DEFAULT_LIMIT = 50;
const MOST_LIMIT = 1000;

/** The member whose token it is. 403 for anybody else: clients read that as "nobody is signed in". */
export async function getCurrentMember(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getCurrentMember']>,
): Promise<Output<Endpoints['getCurrentMember']>> {
  return { member: memberToWire(await memberOfToken(ctx), widest(query.fieldsets ?? query.fieldSet)) };
}

/** The row of the member whose token it is. 403 for anybody else, 404 MEMBER_NOT_FOUND for one who is gone. */
export async function memberOfToken(ctx: SiteCtx) {
  if (ctx.caller.kind !== 'member') throw new AppError('PERMISSION_DENIED');
  const row = await findMember(ctx.db, ctx.site.id, ctx.caller.id);
  if (!row) throw new AppError('MEMBER_NOT_FOUND');
  return row;
}

/** A member by id. Others than staff and the member see public profiles, and only their PUBLIC fields. */
export async function getMember(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getMember']>,
): Promise<Output<Endpoints['getMember']>> {
  const row = await findMember(ctx.db, ctx.site.id, query.id);
  const seesAll = maySeeMember(ctx.caller, query.id);
  // A private member looks like none, so that ids cannot be probed.
  if (!row || !(seesAll || isPublic(row))) throw new AppError('MEMBER_NOT_FOUND');
  return { member: memberToWire(row, seesAll ? widest(query.fieldsets ?? query.fieldSet) : 'PUBLIC') };
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
  const filter = membersFilter(query?.filter, seesAll);
  const visible = seesAll ? sql`true` : sql`privacy_status = 'PUBLIC' and status = 'ACTIVE'`;
  const limit = Math.min(query?.paging?.limit ?? DEFAULT_LIMIT, MOST_LIMIT);
  const offset = query?.paging?.offset ?? 0;
  const { rows, total } = await listMembers(
    ctx.db,
    ctx.site.id,
    sql<boolean>`(${visible}) and (${filter}) and (${membersSearch(search, seesAll)})`,
    membersSort(query?.sort ?? query?.sorting, seesAll),
    { limit, offset },
  );
  return {
    members: rows.map((row) => memberToWire(row, maySeeMember(ctx.caller, row.id) ? widest(fieldsets) : 'PUBLIC')),
    metadata: { count: rows.length, offset, total, tooManyToCount: false },
  };
}

const isPublic = (row: MemberRow): boolean => row.privacy_status === 'PUBLIC' && row.status === 'ACTIVE';

/** Of several fieldsets the one that shows most; PUBLIC where none is named. */
function widest(fieldsets: Fieldset | Fieldset[] | undefined): Fieldset {
  const asked = [fieldsets ?? []].flat();
  return asked.includes('FULL') ? 'FULL' : asked.includes('EXTENDED') ? 'EXTENDED' : 'PUBLIC';
}
