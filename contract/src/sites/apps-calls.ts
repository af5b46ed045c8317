/** Portico's calls on OAuth apps, which the dashboard makes. The vendor's calls are in oauth-apps-calls.ts. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid } from '../shared.ts';
import { Name } from './fields.ts';

export const OAuthApp = Type.Object(
  {
    clientId: Guid,
    name: Type.String(),
    redirectUris: Type.Array(Type.String()),
    redirectDomains: Type.Array(Type.String()),
    /** True if every refresh returns a new refresh token. Requires a client that stores it; the vendor's SDK does not. */
    rotateRefreshTokens: Type.Boolean(),
    createdDate: DateTime,
    /** Time at which tokens were first issued to the app; null if none have been issued. */
    firstUsedDate: Type.Union([DateTime, Type.Null()]),
    /** Time at which tokens were last issued to the app, with a precision of one minute. */
    lastUsedDate: Type.Union([DateTime, Type.Null()]),
  },
  {
    title: 'OAuthApp',
    description: 'A website or program that signs visitors and members in.',
    examples: [
      {
        clientId: '7f3d1c9a-52e4-4b0e-9a66-2f1f5d0c8e11',
        name: 'Website',
        redirectUris: ['https://www.example.org/callback'],
        redirectDomains: ['www.example.org'],
        rotateRefreshTokens: false,
        createdDate: '2026-03-01T09:30:00.000Z',
        firstUsedDate: '2026-03-01T10:00:00.000Z',
        lastUsedDate: '2026-03-02T02:00:00.000Z',
      },
    ],
  },
);

const RedirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), { maxItems: 20 });
const RedirectDomains = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 20 });

export const appCalls = {
  listApps: endpoint({
    id: 'sites.apps.list',
    slice: 'sites',
    access: 'apps:read',
    method: 'GET',
    path: '/portico/v1/apps',
    summary: 'List the OAuth apps of the current site',
    response: Type.Object({ apps: Type.Array(OAuthApp) }),
    errors: [],
  }),
  createApp: endpoint({
    id: 'sites.apps.create',
    slice: 'sites',
    access: 'site:manage',
    method: 'POST',
    path: '/portico/v1/apps',
    summary: 'Create an OAuth app; only this response contains its secret',
    body: Type.Object({
      app: Type.Object({
        name: Name,
        redirectUris: Type.Optional(RedirectUris),
        redirectDomains: Type.Optional(RedirectDomains),
        rotateRefreshTokens: Type.Optional(Type.Boolean()),
      }),
    }),
    response: Type.Object({ app: OAuthApp, clientSecret: Type.String() }),
    errors: [],
  }),
  updateApp: endpoint({
    id: 'sites.apps.update',
    slice: 'sites',
    access: 'apps:manage',
    method: 'PATCH',
    path: '/portico/v1/apps/{clientId}',
    summary: 'Change the properties of an OAuth app that the request contains; lists are replaced',
    query: Type.Object({ clientId: Guid }),
    body: Type.Object({
      app: Type.Object({
        name: Type.Optional(Name),
        redirectUris: Type.Optional(RedirectUris),
        redirectDomains: Type.Optional(RedirectDomains),
        rotateRefreshTokens: Type.Optional(Type.Boolean()),
      }),
    }),
    response: Type.Object({ app: OAuthApp }),
    errors: ['APP_NOT_FOUND'],
  }),
  deleteApp: endpoint({
    id: 'sites.apps.delete',
    slice: 'sites',
    access: 'apps:manage',
    method: 'DELETE',
    path: '/portico/v1/apps/{clientId}',
    summary: 'Delete an OAuth app',
    query: Type.Object({ clientId: Guid }),
    response: Empty,
    errors: ['APP_NOT_FOUND', 'APP_IS_BUILT_IN'],
  }),
};
