/** Calls to create the first owner and to sign in to the dashboard. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Empty, Guid } from '../shared.ts';
import { Email, Name, NewPassword } from './fields.ts';

export const DashboardUser = Type.Object(
  { userId: Guid, email: Type.String(), name: Type.String() },
  {
    title: 'DashboardUser',
    description: 'A person who works on sites in the dashboard.',
    examples: [{ userId: '7f3d1c9a-52e4-4b0e-9a66-2f1f5d0c8e11', email: 'owner@example.org', name: 'Ada Owner' }],
  },
);

const Session = Type.Object(
  { accessToken: Type.String(), expiresInSeconds: Type.Integer(), user: DashboardUser },
  { title: 'DashboardSession', description: 'A dashboard user and a short-lived access token.' },
);

export const dashboardSessionCalls = {
  getSetup: endpoint({
    id: 'sites.setup.get',
    slice: 'sites',
    access: 'open',
    method: 'GET',
    path: '/portico/v1/setup',
    summary: 'Check whether the installation waits for its first owner',
    response: Type.Object({ needed: Type.Boolean() }),
    errors: [],
  }),
  completeSetup: endpoint({
    id: 'sites.setup.complete',
    slice: 'sites',
    access: 'open',
    method: 'POST',
    path: '/portico/v1/setup',
    summary: 'Create the first owner with the one-time link, or set the password of another owner',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 200 }),
      email: Type.Optional(Email),
      password: NewPassword,
      siteName: Type.Optional(Name),
    }),
    response: Session,
    errors: ['SETUP_LINK_INVALID', 'OWNER_EXISTS', 'EMAIL_TAKEN', 'USER_NOT_FOUND', 'WRONG_ORIGIN'],
  }),
  signIn: endpoint({
    id: 'sites.session.signIn',
    slice: 'sites',
    access: 'open',
    method: 'POST',
    path: '/portico/v1/dashboard/sign-in',
    summary: 'Sign in to the dashboard; sets the session cookie and returns a short-lived access token',
    body: Type.Object({ email: Type.String({ maxLength: 254 }), password: Type.String({ maxLength: 1000 }) }),
    response: Session,
    errors: ['WRONG_CREDENTIALS', 'WRONG_ORIGIN'],
  }),
  refreshSession: endpoint({
    id: 'sites.session.refresh',
    slice: 'sites',
    access: 'session',
    method: 'POST',
    path: '/portico/v1/dashboard/token',
    summary: 'Create a short-lived access token for the session cookie',
    body: Empty,
    response: Session,
    errors: ['WRONG_ORIGIN'],
  }),
  signOut: endpoint({
    id: 'sites.session.signOut',
    slice: 'sites',
    access: 'open',
    method: 'POST',
    path: '/portico/v1/dashboard/sign-out',
    summary: 'End the dashboard session',
    body: Empty,
    response: Empty,
    errors: ['WRONG_ORIGIN'],
  }),
};
