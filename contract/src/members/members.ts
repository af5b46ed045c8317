/** Calls to read, list, change and manage members. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid, Paging } from '../shared.ts';
import { Fieldsets, Member, MemberChanges, MemberPage } from './schemas.ts';

const MemberResponse = Type.Object({ member: Member });
const MemberIdQuery = Type.Object({ id: Guid });
const Filter = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown());
const Search = Type.Object({
  expression: Type.Optional(Type.String({ maxLength: 100 })),
  fields: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
});
const Sort = Type.Array(
  Type.Object({
    fieldName: Type.String({ maxLength: 100 }),
    order: Type.Optional(Type.Union([Type.Literal('ASC'), Type.Literal('DESC')])),
  }),
  { maxItems: 3 },
);
const MemberFilter = Type.Object({
  filter: Filter,
  search: Type.Optional(Search),
  contentAssigneeId: Type.Optional(Type.Union([Guid, Type.Null()])),
});
const JobResponse = Type.Object({ jobId: Type.String() });

/** POST /v1/members/{id}/<verb>, which returns the changed member. */
const memberAction = <const V extends string>(name: V, summary: string) =>
  endpoint({
    id: `identity.members.${name}`,
    slice: 'identity',
    access: 'members:manage',
    method: 'POST',
    path: `/v1/members/{id}/${name}`,
    summary,
    query: MemberIdQuery,
    body: Empty,
    response: MemberResponse,
    errors: ['MEMBER_NOT_FOUND', 'MEMBER_STATUS_TRANSITION'],
  });

/** DELETE /v1/members/{id}/<part>, which empties one list of the member's contact data. */
const clearContactList = <const P extends string>(part: P) =>
  endpoint({
    id: `identity.members.clear.${part}`,
    slice: 'identity',
    access: 'self or members:manage',
    method: 'DELETE',
    path: `/v1/members/{id}/${part}`,
    summary: `Empty the ${part} of a member`,
    query: MemberIdQuery,
    response: MemberResponse,
    errors: ['MEMBER_NOT_FOUND'],
  });

const bulkActionByFilter = <const V extends string>(name: V, summary: string) =>
  endpoint({
    id: `identity.members.bulk.${name}ByFilter`,
    slice: 'identity',
    access: 'members:manage',
    method: 'POST',
    path: `/v1/members/bulk/${name}-by-filter`,
    summary,
    body: MemberFilter,
    response: JobResponse,
    errors: [],
  });

const communityAction = <const V extends string>(name: V, summary: string) =>
  endpoint({
    id: `identity.members.${name}Community`,
    slice: 'identity',
    access: 'member',
    method: 'POST',
    path: `/v1/members/${name}-community`,
    summary,
    body: Empty,
    response: MemberResponse,
    errors: ['MEMBER_NOT_FOUND'],
  });

export const memberEndpoints = {
  getCurrentMember: endpoint({
    id: 'identity.members.getCurrent',
    slice: 'identity',
    access: 'member',
    method: 'GET',
    path: '/v1/members/my',
    summary: 'Get the member of the token; 403 for a visitor',
    query: Type.Object({ fieldsets: Fieldsets, fieldSet: Fieldsets }),
    response: MemberResponse,
    errors: ['MEMBER_NOT_FOUND'],
  }),
  getMember: endpoint({
    id: 'identity.members.get',
    slice: 'identity',
    access: 'token',
    method: 'GET',
    path: '/v1/members/{id}',
    summary: 'Get a member by id',
    query: Type.Object({ id: Guid, fieldsets: Fieldsets, fieldSet: Fieldsets }),
    response: MemberResponse,
    errors: ['MEMBER_NOT_FOUND'],
  }),
  listMembers: endpoint({
    id: 'identity.members.list',
    slice: 'identity',
    access: 'token',
    method: 'GET',
    path: '/v1/members',
    summary: 'List members',
    query: Type.Object({
      fieldsets: Fieldsets,
      fieldSet: Fieldsets,
      paging: Type.Optional(Paging),
      sorting: Type.Optional(Sort),
    }),
    response: MemberPage,
    errors: [],
  }),
  queryMembers: endpoint({
    id: 'identity.members.query',
    slice: 'identity',
    access: 'token',
    method: 'POST',
    path: '/v1/members/query',
    summary: 'Query members by filter or search text',
    alsoPackedGet: true,
    body: Type.Object({
      query: Type.Optional(
        Type.Object({
          filter: Type.Optional(Type.Union([Filter, Type.Null()])),
          paging: Type.Optional(Paging),
          sort: Type.Optional(Sort),
          sorting: Type.Optional(Sort),
        }),
      ),
      fieldsets: Fieldsets,
      search: Type.Optional(Search),
    }),
    response: MemberPage,
    errors: [],
  }),
  createMember: endpoint({
    id: 'identity.members.create',
    slice: 'identity',
    access: 'members:manage',
    method: 'POST',
    path: '/v1/members',
    summary: 'Create a member without a password',
    body: Type.Object({
      member: Type.Object({ loginEmail: Type.String({ maxLength: 254 }), ...MemberChanges.properties }),
    }),
    response: MemberResponse,
    errors: ['-19995', 'SLUG_ALREADY_EXISTS'],
  }),
  updateMember: endpoint({
    id: 'identity.members.update',
    slice: 'identity',
    access: 'self or members:manage',
    method: 'PATCH',
    path: '/v1/members/{member.id}',
    summary: 'Change the contact data and profile of a member',
    query: Type.Object({ member_id: Guid }),
    body: Type.Object({ member: MemberChanges }),
    response: MemberResponse,
    errors: ['MEMBER_NOT_FOUND'],
  }),
  updateCurrentMemberSlug: endpoint({
    id: 'identity.members.updateCurrentSlug',
    slice: 'identity',
    access: 'member',
    method: 'POST',
    path: '/v1/members/my/slug',
    summary: "Change the slug of the caller's own profile",
    body: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 255 }) }),
    response: MemberResponse,
    errors: ['MEMBER_NOT_FOUND', 'SLUG_ALREADY_EXISTS'],
  }),
  updateMemberSlug: endpoint({
    id: 'identity.members.updateSlug',
    slice: 'identity',
    access: 'self or members:manage',
    method: 'POST',
    path: '/v1/members/{id}/slug',
    summary: "Change the slug of a member's profile",
    query: MemberIdQuery,
    body: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 255 }) }),
    response: MemberResponse,
    errors: ['MEMBER_NOT_FOUND', 'SLUG_ALREADY_EXISTS'],
  }),
  joinCommunity: communityAction('join', 'Make the own profile public'),
  leaveCommunity: communityAction('leave', 'Make the own profile private'),
  approveMember: memberAction('approve', 'Let a waiting member in'),
  blockMember: memberAction('block', 'Keep a member out'),
  disconnectMember: memberAction('disconnect', 'Turn a member into a mere contact'),
  muteMember: memberAction('mute', 'Stop a member from posting'),
  unmuteMember: memberAction('unmute', 'Let a muted member post again'),
  deleteMyMember: endpoint({
    id: 'identity.members.deleteMy',
    slice: 'identity',
    access: 'member',
    method: 'DELETE',
    path: '/v1/members/my',
    summary: "Delete the caller's own account",
    query: Type.Object({ contentAssigneeId: Type.Optional(Guid) }),
    response: Empty,
    errors: ['MEMBER_NOT_FOUND'],
  }),
  deleteMember: endpoint({
    id: 'identity.members.delete',
    slice: 'identity',
    access: 'members:manage',
    method: 'DELETE',
    path: '/v1/members/{id}',
    summary: 'Delete a member',
    query: MemberIdQuery,
    response: Empty,
    errors: ['MEMBER_NOT_FOUND'],
  }),
  deleteMemberPhones: clearContactList('phones'),
  deleteMemberEmails: clearContactList('emails'),
  deleteMemberAddresses: clearContactList('addresses'),
  bulkDeleteMembers: endpoint({
    id: 'identity.members.bulk.delete',
    slice: 'identity',
    access: 'members:manage',
    method: 'POST',
    path: '/v1/members/bulk/delete',
    summary: 'Delete up to 100 members',
    body: Type.Object({ memberIds: Type.Array(Guid, { minItems: 1, maxItems: 100 }) }),
    response: Type.Object({
      results: Type.Array(
        Type.Object({
          itemMetadata: Type.Object({
            id: Type.String(),
            originalIndex: Type.Integer(),
            success: Type.Boolean(),
            error: Type.Optional(Type.Object({ code: Type.String(), description: Type.String() })),
          }),
        }),
      ),
      bulkActionMetadata: Type.Object({ totalSuccesses: Type.Integer(), totalFailures: Type.Integer() }),
    }),
    errors: [],
  }),
  bulkDeleteMembersByFilter: bulkActionByFilter('delete', 'Delete all members that fit a filter'),
  bulkApproveMembersByFilter: bulkActionByFilter('approve', 'Approve all members that fit a filter'),
  bulkBlockMembersByFilter: bulkActionByFilter('block', 'Block all members that fit a filter'),
  getMemberJob: endpoint({
    id: 'identity.members.job',
    slice: 'identity',
    access: 'members:manage',
    method: 'GET',
    path: '/portico/v1/members/jobs/{jobId}',
    summary: 'Get the progress of a job on many members; jobs are stored for 30 days',
    query: Type.Object({ jobId: Guid }),
    response: Type.Object({
      job: Type.Object({
        id: Guid,
        act: Type.Enum(['DELETE', 'APPROVE', 'BLOCK']),
        status: Type.Enum(['RUNNING', 'FINISHED']),
        succeeded: Type.Integer(),
        /** Number of members whose status could not change, or who were deleted in the meantime. */
        failed: Type.Integer(),
        createdDate: DateTime,
        finishedDate: Type.Optional(DateTime),
      }),
    }),
    errors: ['MEMBER_JOB_NOT_FOUND'],
  }),
};
