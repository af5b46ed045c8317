/** Our own calls by which members look after their account: sessions, export. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid } from '../shared.ts';

/** One place where the member is signed in, with everything that was signed in through it. */
export const MemberSession = Type.Object({
  sessionId: Guid,
  /** the one that this call was made with */
  current: Type.Boolean(),
  createdDate: DateTime,
  lastUsedDate: DateTime,
  /** as the browser or program calls itself; may be empty */
  userAgent: Type.String(),
  /** network address of the sign-in */
  address: Type.String(),
  /** name of the OAuth app; null for the site's own pages */
  appName: Type.Union([Type.String(), Type.Null()]),
});

export const ownAccountEndpoints = {
  listMySessions: endpoint({
    id: 'identity.sessions.list',
    slice: 'identity',
    method: 'GET',
    path: '/portico/v1/my/sessions',
    summary: 'Where the member is signed in, latest first',
    response: Type.Object({ sessions: Type.Array(MemberSession) }),
    errors: [],
  }),
  endMySession: endpoint({
    id: 'identity.sessions.end',
    slice: 'identity',
    method: 'DELETE',
    path: '/portico/v1/my/sessions/{sessionId}',
    summary: 'Sign the member out in one place',
    query: Type.Object({ sessionId: Guid }),
    response: Empty,
    errors: ['SESSION_NOT_FOUND'],
  }),
  endMyOtherSessions: endpoint({
    id: 'identity.sessions.endOthers',
    slice: 'identity',
    method: 'POST',
    path: '/portico/v1/my/sessions/end-others',
    summary: 'Sign the member out everywhere but here',
    body: Empty,
    response: Type.Object({ ended: Type.Integer() }),
    errors: [],
  }),
  exportMyData: endpoint({
    id: 'identity.account.export',
    slice: 'identity',
    method: 'GET',
    path: '/portico/v1/my/export',
    summary: 'Everything that the site keeps about the member, as one JSON document',
    response: Type.Object({
      exportedDate: DateTime,
      member: Type.Unknown(),
      sessions: Type.Array(MemberSession),
      items: Type.Array(Type.Unknown()),
      submissions: Type.Array(Type.Unknown()),
      /** what the site's people see of the member in their list of contacts */
      contacts: Type.Array(Type.Unknown()),
      /** of which there are more than one document holds */
      cut: Type.Array(Type.Enum(['items', 'submissions'])),
    }),
    errors: ['MEMBER_NOT_FOUND'],
  }),
};
