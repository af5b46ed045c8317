/** Our own calls behind the hosted sign-in pages; the site is the one whose pages answer at the request's host. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Member } from '../members.ts';
import { Empty } from '../shared.ts';
import { IdentityProfile } from './schemas.ts';

const Credentials = {
  email: Type.String({ maxLength: 1000 }),
  password: Type.String(),
  /** the signed authorize request that the page was opened with, if any */
  request: Type.Optional(Type.String({ maxLength: 8192 })),
};

/** where the browser goes on: an absolute URL on the site's origin, or a path */
const GoOn = Type.Object({ redirectTo: Type.String() });

export const hostedEndpoints = {
  hostedSignIn: endpoint({
    id: 'identity.session.signIn',
    slice: 'identity',
    method: 'POST',
    path: '/portico/v1/session/sign-in',
    summary: "Sign in on the site's own pages: sets the session cookie",
    body: Type.Object(Credentials),
    response: GoOn,
    errors: ['-19976', '-19999', '-19973', 'MEMBER_BLOCKED', 'FOREIGN_ORIGIN', 'SITE_NOT_FOUND'],
  }),
  hostedSignUp: endpoint({
    id: 'identity.session.signUp',
    slice: 'identity',
    method: 'POST',
    path: '/portico/v1/session/sign-up',
    summary: "Register on the site's own pages: sets the session cookie",
    body: Type.Object({ ...Credentials, profile: Type.Optional(IdentityProfile) }),
    response: GoOn,
    errors: ['-19995', 'SIGN_UP_CLOSED', 'SLUG_ALREADY_EXISTS', 'FOREIGN_ORIGIN', 'SITE_NOT_FOUND'],
  }),
  hostedSignOut: endpoint({
    id: 'identity.session.signOut',
    slice: 'identity',
    method: 'POST',
    path: '/portico/v1/session/sign-out',
    summary: 'End the session of the cookie',
    body: Empty,
    response: GoOn,
    errors: ['FOREIGN_ORIGIN', 'SITE_NOT_FOUND'],
  }),
  getSession: endpoint({
    id: 'identity.session.get',
    slice: 'identity',
    method: 'GET',
    path: '/portico/v1/session',
    summary: 'The member whom the session cookie speaks for, with a short access token to act as that member',
    response: Type.Object({
      member: Type.Union([Member, Type.Null()]),
      accessToken: Type.Optional(Type.String()),
      expiresInSeconds: Type.Optional(Type.Integer()),
    }),
    errors: ['FOREIGN_ORIGIN', 'SITE_NOT_FOUND'],
  }),
};
