import type { Input, Output } from '@portico/contract/endpoint';
import type { membersEndpoints } from '@portico/contract/members';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { audit } from '../../sites/index.ts';
import { maySeeAllMembers, maySeeMember, requireManager } from '../permissions.ts';
import { withMember } from './administer-member.ts';
import { deleteRole, insertRole, listRoles, listRolesOfMembers } from './role-store.ts';
import { findMember } from './store.ts';

type Endpoints = typeof membersEndpoints;

const MOST_ROLES = 100;
const MOST_VALUES = 1_000;

/** Gives a member a role; one that the member has stays. Roles are names that the owner's own pages make something of. */
export async function assignRole(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['assignRole']>,
): Promise<Output<Endpoints['assignRole']>> {
  requireManager(ctx.caller);
  const { roleKey } = body;
  await withMember(ctx, query.memberId, async (ctx, { id }) => {
    const held = await listRoles(ctx.db, ctx.site.id, id);
    if (held.includes(roleKey)) return;
    if (held.length >= MOST_ROLES) {
      const description = `is one more than the ${MOST_ROLES} roles that a member can have`;
      throw new ViolationError([{ field: 'roleKey', description, violatedRule: 'MAX_SIZE' }]);
    }
    await insertRole(ctx.db, ctx.site.id, id, roleKey, ctx.now);
    await audit(ctx, { siteId: ctx.site.id, action: 'identity.roles.assign', target: id, after: { roleKey } });
  });
  return { roleKey };
}

/** Takes a role away; one that the member does not have was taken away already. */
export async function unassignRole(
  ctx: SiteCtx,
  { query }: Input<Endpoints['unassignRole']>,
): Promise<Output<Endpoints['unassignRole']>> {
  requireManager(ctx.caller);
  const { roleKey } = query;
  await withMember(ctx, query.memberId, async (ctx, { id }) => {
    if (!(await deleteRole(ctx.db, ctx.site.id, id, roleKey))) return;
    await audit(ctx, { siteId: ctx.site.id, action: 'identity.roles.unassign', target: id, before: { roleKey } });
  });
  return { roleKey };
}

/** For staff, and for the member about themself; to anybody else the member looks like none. */
export async function getRoles(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getRoles']>,
): Promise<Output<Endpoints['getRoles']>> {
  const seen = maySeeMember(ctx.caller, query.memberId);
  if (!seen || !(await findMember(ctx.db, ctx.site.id, query.memberId))) throw new AppError('MEMBER_NOT_FOUND');
  return { roles: (await listRoles(ctx.db, ctx.site.id, query.memberId)).map(toWire) };
}

/** Roles by member, of the members and roles that `filter` names: `memberId`, `roleKey`, each with $eq or $in. */
export async function queryRoles(
  ctx: SiteCtx,
  { body }: Input<Endpoints['queryRoles']>,
): Promise<Output<Endpoints['queryRoles']>> {
  if (!maySeeAllMembers(ctx.caller)) throw new AppError('PERMISSION_DENIED');
  const wanted = valuesByField(body.query?.filter ?? {});
  const rows = await listRolesOfMembers(ctx.db, ctx.site.id, wanted, MOST_VALUES);
  const rolesByMemberId: Record<string, { roles: ReturnType<typeof toWire>[] }> = {};
  for (const { member_id, role_key } of rows) {
    rolesByMemberId[member_id] ??= { roles: [] };
    rolesByMemberId[member_id].roles.push(toWire(role_key));
  }
  return { rolesByMemberId };
}

/** The owner gives roles no titles apart from their keys. */
const toWire = (roleKey: string) => ({ roleKey, title: roleKey });

function valuesByField(filter: unknown): { memberIds: string[] | null; roleKeys: string[] | null } {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) throw wrong('', 'must be an object');
  for (const key of Object.keys(filter)) {
    if (key !== 'memberId' && key !== 'roleKey') throw wrong(`.${key}`, 'is not a field that roles can be filtered by');
  }
  const { memberId, roleKey } = filter as { memberId?: unknown; roleKey?: unknown };
  return { memberIds: valuesOf(memberId, 'memberId', isGuid), roleKeys: valuesOf(roleKey, 'roleKey', () => true) };
}

/** `'a'`, `{$eq: 'a'}` or `{$in: ['a', 'b']}` → the values; null where nothing is asked. */
function valuesOf(asked: unknown, key: string, fits: (value: string) => boolean): string[] | null {
  if (asked === undefined) return null;
  const operands = typeof asked === 'object' && asked !== null ? Object.entries(asked) : [['$eq', asked]];
  const [operator, operand] = operands[0] ?? [];
  const values = operator === '$in' ? operand : operator === '$eq' ? [operand] : null;
  const good = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0') && fits(value);
  if (operands.length === 1 && Array.isArray(values) && values.length <= MOST_VALUES && values.every(good))
    return values;
  throw wrong(`.${key}`, `must be one value, or up to ${MOST_VALUES} in $in`);
}

const wrong = (at: string, description: string) =>
  new ViolationError([{ field: `query.filter${at}`, description, violatedRule: 'NOT_ALLOWED_VALUE' }]);
