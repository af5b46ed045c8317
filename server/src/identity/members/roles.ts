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

const MAX_ROLES_PER_MEMBER = 100;
const MAX_FILTER_VALUES = 1_000;

/** Assigns a role, unless the member has it. A role is a name that only the owner's own pages interpret. */
export async function assignRole(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['assignRole']>,
): Promise<Output<Endpoints['assignRole']>> {
  requireManager(ctx.caller);
  const { roleKey } = body;
  await withMember(ctx, query.memberId, async (ctx, { id }) => {
    const assigned = await listRoles(ctx.db, ctx.site.id, id);
    if (assigned.includes(roleKey)) return;
    if (assigned.length >= MAX_ROLES_PER_MEMBER) {
      const description = `would be one more than the ${MAX_ROLES_PER_MEMBER} roles that a member can have`;
      throw new ViolationError([{ field: 'roleKey', description, violatedRule: 'MAX_SIZE' }]);
    }
    await insertRole(ctx.db, ctx.site.id, id, roleKey, ctx.now);
    await audit(ctx, { siteId: ctx.site.id, action: 'identity.roles.assign', target: id, after: { roleKey } });
  });
  return { roleKey };
}

/** Removes a role. Succeeds even if the member does not have it. */
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

/**
 * Returns the roles of a member to staff and to the member. Responds to other callers as if the member did not exist.
 */
export async function getRoles(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getRoles']>,
): Promise<Output<Endpoints['getRoles']>> {
  const visible = maySeeMember(ctx.caller, query.memberId);
  if (!visible || !(await findMember(ctx.db, ctx.site.id, query.memberId))) throw new AppError('MEMBER_NOT_FOUND');
  return { roles: (await listRoles(ctx.db, ctx.site.id, query.memberId)).map(toWire) };
}

/** Returns roles by member. The filter may name `memberId` and `roleKey`, each with $eq or $in. */
export async function queryRoles(
  ctx: SiteCtx,
  { body }: Input<Endpoints['queryRoles']>,
): Promise<Output<Endpoints['queryRoles']>> {
  if (!maySeeAllMembers(ctx.caller)) throw new AppError('PERMISSION_DENIED');
  const filter = readFilter(body.query?.filter ?? {});
  const rows = await listRolesOfMembers(ctx.db, ctx.site.id, filter, MAX_FILTER_VALUES);
  const rolesByMemberId: Record<string, { roles: ReturnType<typeof toWire>[] }> = {};
  for (const { member_id, role_key } of rows) {
    rolesByMemberId[member_id] ??= { roles: [] };
    rolesByMemberId[member_id].roles.push(toWire(role_key));
  }
  return { rolesByMemberId };
}

/** Roles have no title besides their key. */
const toWire = (roleKey: string) => ({ roleKey, title: roleKey });

function readFilter(filter: unknown): { memberIds: string[] | null; roleKeys: string[] | null } {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) throw violation('', 'must be an object');
  for (const key of Object.keys(filter)) {
    if (key !== 'memberId' && key !== 'roleKey')
      throw violation(`.${key}`, 'is not a field that roles can be filtered by');
  }
  const { memberId, roleKey } = filter as { memberId?: unknown; roleKey?: unknown };
  const isText = (value: string): boolean => !value.includes('\0');
  return {
    memberIds: valuesOf(memberId, 'memberId', isGuid, 'may only contain ids'),
    roleKeys: valuesOf(roleKey, 'roleKey', isText, 'may only contain texts without null characters'),
  };
}

/**
 * Reads `'a'`, `{$eq: 'a'}` or `{$in: ['a', 'b']}`. Returns null if there is no condition.
 * @throws ViolationError if the condition has another shape, or with `rule` if a value is invalid
 */
function valuesOf(condition: unknown, key: string, isValid: (value: string) => boolean, rule: string): string[] | null {
  if (condition === undefined) return null;
  const operands =
    typeof condition === 'object' && condition !== null ? Object.entries(condition) : [['$eq', condition]];
  const [operator, operand] = operands[0] ?? [];
  const values = operator === '$in' ? operand : operator === '$eq' ? [operand] : null;
  if (operands.length !== 1 || !Array.isArray(values) || values.length > MAX_FILTER_VALUES)
    throw violation(`.${key}`, `must be one value, or up to ${MAX_FILTER_VALUES} in $in`);
  const isValue = (value: unknown): value is string => typeof value === 'string' && isValid(value);
  if (!values.every(isValue)) throw violation(`.${key}`, rule);
  return values;
}

const violation = (path: string, description: string) =>
  new ViolationError([{ field: `query.filter${path}`, description, violatedRule: 'NOT_ALLOWED_VALUE' }]);
