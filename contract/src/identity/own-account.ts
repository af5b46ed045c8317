/** Portico's calls with which members manage their sessions and export their data. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid } from '../shared.ts';

/** One sign-in of the member, together with the sessions that were opened through it, such as those of apps. */
export const MemberSession = Type.Object({
  sessionId: Guid,
  /** True for the session that makes this call. */
  current: Type.Boolean(),
  createdDate: DateTime,
  lastUsedDate: DateTime,
  /** The `User-Agent` header of the sign-in. May be empty. */
  userAgent: Type.String(),
  /** IP address of the sign-in. */
  address: Type.String(),
  /** Name of the OAuth app; null for the site's own pages. */
  appName: Type.Union([Type.String(), Type.Null()]),
});

export const memberAccountEndpoints = {
  listMySessions: endpoint({
    id: 'identity.sessions.list',
    slice: 'identity',
    access: 'member',
    method: 'GET',
    path: '/portico/v1/my/sessions',
    summary: 'List the sessions of the member, latest first',
    response: Type.Object({ sessions: Type.Array(MemberSession) }),
    errors: [],
  }),
  endMySession: endpoint({
    id: 'identity.sessions.end',
    slice: 'identity',
    access: 'member',
    method: 'DELETE',
    path: '/portico/v1/my/sessions/{sessionId}',
    summary: 'End one session of the member',
    query: Type.Object({ sessionId: Guid }),
    response: Empty,
    errors: ['SESSION_NOT_FOUND'],
  }),
  endMyOtherSessions: endpoint({
    id: 'identity.sessions.endOthers',
    slice: 'identity',
    access: 'member',
    method: 'POST',
    path: '/portico/v1/my/sessions/end-others',
    summary: 'End all other sessions of the member',
    body: Empty,
    response: Type.Object({ ended: Type.Integer() }),
    errors: [],
  }),
  exportMyData: endpoint({
    id: 'identity.account.export',
    slice: 'identity',
    access: 'member',
    method: 'GET',
    path: '/portico/v1/my/export',
    summary: 'Export all data that the site stores about the member as one JSON document',
    response: Type.Object({
      exportedDate: DateTime,
      member: Type.Unknown(),
      sessions: Type.Array(MemberSession),
      items: Type.Array(Type.Unknown()),
      submissions: Type.Array(Type.Unknown()),
      /** The contacts of the member, as dashboard users see them. */
      contacts: Type.Array(Type.Unknown()),
      /** Kinds of data that are truncated, because the member has more than fits into one document. */
      cut: Type.Array(Type.Enum(['items', 'submissions'])),
    }),
    errors: ['MEMBER_NOT_FOUND'],
  }),
};
