/** Calls to create, list and revoke API keys. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid } from '../shared.ts';
import { Name } from './fields.ts';

export const ApiKey = Type.Object(
  {
    keyId: Guid,
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    createdDate: DateTime,
    expiresDate: Type.Union([DateTime, Type.Null()]),
    lastUsedDate: Type.Union([DateTime, Type.Null()]),
  },
  {
    title: 'ApiKey',
    description: 'A key for servers that act for the site. Its secret is shown once, when it is created.',
    examples: [
      {
        keyId: '7f3d1c9a-52e4-4b0e-9a66-2f1f5d0c8e11',
        name: 'Nightly import',
        scopes: ['data:write'],
        createdDate: '2026-03-01T09:30:00.000Z',
        expiresDate: null,
        lastUsedDate: '2026-03-02T02:00:00.000Z',
      },
    ],
  },
);

export const keyCalls = {
  listKeys: endpoint({
    id: 'sites.keys.list',
    slice: 'sites',
    access: 'site:read',
    method: 'GET',
    path: '/portico/v1/keys',
    summary: 'List the API keys of the current site, without their secrets',
    response: Type.Object({ keys: Type.Array(ApiKey) }),
    errors: [],
  }),
  createKey: endpoint({
    id: 'sites.keys.create',
    slice: 'sites',
    access: 'site:manage',
    method: 'POST',
    path: '/portico/v1/keys',
    summary: 'Create an API key; only this response contains it',
    body: Type.Object({
      key: Type.Object({
        name: Name,
        scopes: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1, maxItems: 50 })),
        expiresDate: Type.Optional(DateTime),
      }),
    }),
    response: Type.Object({ key: ApiKey, apiKey: Type.String() }),
    errors: [],
  }),
  deleteKey: endpoint({
    id: 'sites.keys.delete',
    slice: 'sites',
    access: 'site:manage',
    method: 'DELETE',
    path: '/portico/v1/keys/{keyId}',
    summary: 'Revoke an API key',
    query: Type.Object({ keyId: Guid }),
    response: Empty,
    errors: ['KEY_NOT_FOUND'],
  }),
};
