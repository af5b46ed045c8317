/** Roles of members, as owners define and assign them (identity contract 6.2). */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Guid } from '../shared.ts';

const RoleKey = Type.String({ minLength: 1, maxLength: 100 });
const Role = Type.Object(
  { roleKey: RoleKey, title: Type.String() },
  {
    title: 'MemberRole',
    description: 'A role that owners give to members; permissions of collections can name it.',
    examples: [{ roleKey: 'editors', title: 'Editors' }],
  },
);
const AssignedRole = Type.Object({ roleKey: RoleKey });

export const roleEndpoints = {
  assignRole: endpoint({
    id: 'identity.roles.assign',
    slice: 'identity',
    access: 'members:manage',
    method: 'POST',
    path: '/v1/roles/members/{memberId}',
    summary: 'Assign a role to a member',
    query: Type.Object({ memberId: Guid }),
    body: AssignedRole,
    response: AssignedRole,
    errors: ['MEMBER_NOT_FOUND'],
  }),
  unassignRole: endpoint({
    id: 'identity.roles.unassign',
    slice: 'identity',
    access: 'members:manage',
    method: 'DELETE',
    path: '/v1/roles/members/{memberId}',
    summary: 'Remove a role from a member',
    query: Type.Object({ memberId: Guid, roleKey: RoleKey }),
    response: AssignedRole,
    errors: ['MEMBER_NOT_FOUND'],
  }),
  getRoles: endpoint({
    id: 'identity.roles.get',
    slice: 'identity',
    access: 'self or members:read',
    method: 'GET',
    path: '/v1/roles/members/{memberId}',
    summary: 'List the roles of a member',
    query: Type.Object({ memberId: Guid }),
    response: Type.Object({ roles: Type.Array(Role) }),
    errors: ['MEMBER_NOT_FOUND'],
  }),
  queryRoles: endpoint({
    id: 'identity.roles.query',
    slice: 'identity',
    access: 'members:read',
    method: 'POST',
    path: '/v1/roles/members/query',
    summary: 'List the roles of the members that match a filter',
    body: Type.Object({ query: Type.Optional(Type.Object({ filter: Type.Optional(Type.Unknown()) })) }),
    response: Type.Object({
      rolesByMemberId: Type.Record(Type.String(), Type.Object({ roles: Type.Array(Role) })),
    }),
    errors: [],
  }),
};
