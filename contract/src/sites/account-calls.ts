/** Calls on the password and sessions of the signed-in dashboard user, whom the session cookie identifies. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid } from '../shared.ts';
import { Email, NewPassword } from './fields.ts';

export const accountCalls = {
  forgotDashboardPassword: endpoint({
    id: 'sites.account.forgotPassword',
    slice: 'sites',
    access: 'open',
    method: 'POST',
    path: '/portico/v1/dashboard/forgot-password',
    summary: 'Mail a link for setting a new dashboard password; the response is the same for unknown addresses',
    body: Type.Object({ email: Email }),
    response: Type.Object({
      /** False if the operator has not configured a mail server, so that no mail was sent. */
      isMailed: Type.Boolean(),
    }),
    errors: ['WRONG_ORIGIN'],
  }),
  changeOwnPassword: endpoint({
    id: 'sites.account.changePassword',
    slice: 'sites',
    access: 'session',
    method: 'POST',
    path: '/portico/v1/dashboard/password',
    summary: 'Set a new password for the signed-in dashboard user; ends every other session of the user',
    body: Type.Object({ currentPassword: Type.String({ maxLength: 1000 }), newPassword: NewPassword }),
    response: Empty,
    errors: ['WRONG_ORIGIN'],
  }),
  listOwnSessions: endpoint({
    id: 'sites.account.sessions',
    slice: 'sites',
    access: 'session',
    method: 'GET',
    path: '/portico/v1/dashboard/sessions',
    summary: 'List the sessions of the dashboard user, last used first',
    response: Type.Object({
      sessions: Type.Array(
        Type.Object({
          sessionId: Guid,
          /** True for the session that makes this call. */
          isCurrent: Type.Boolean(),
          createdDate: DateTime,
          lastUsedDate: DateTime,
          userAgent: Type.String(),
          address: Type.String(),
        }),
      ),
    }),
    errors: [],
  }),
  endOwnSession: endpoint({
    id: 'sites.account.endSession',
    slice: 'sites',
    access: 'session',
    method: 'DELETE',
    path: '/portico/v1/dashboard/sessions/{sessionId}',
    summary: 'End a session of the dashboard user',
    query: Type.Object({ sessionId: Guid }),
    response: Empty,
    errors: ['SESSION_NOT_FOUND', 'WRONG_ORIGIN'],
  }),
  signOutEverywhere: endpoint({
    id: 'sites.account.signOutEverywhere',
    slice: 'sites',
    access: 'session',
    method: 'POST',
    path: '/portico/v1/dashboard/sign-out-everywhere',
    summary: 'End every session of the dashboard user, including this one',
    body: Empty,
    response: Type.Object({ ended: Type.Integer() }),
    errors: ['WRONG_ORIGIN'],
  }),
};
