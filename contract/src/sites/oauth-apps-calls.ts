/**
 * The calls on OAuth apps that the vendor's `@wix/auth-management` and REST recipes make. The apps are the same as in
 * /portico/v1/apps.
 */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid } from '../shared.ts';

const WebUrl = Type.Optional(Type.String({ maxLength: 2048, pattern: '^(https?://.+)?$' }));
const ApplicationType = Type.Enum(['OAUTH_APP_TYPE_UNSPECIFIED', 'WEB_APP', 'MOBILE', 'OTHER']);
const Technology = Type.Enum([
  'OAUTH_TECHNOLOGY_UNSPECIFIED',
  'JAVASCRIPT',
  'ANGULAR',
  'VUE',
  'REACT',
  'REACT_NATIVE',
  'IOS',
  'ANDROID',
  'OTHER_TECHNOLOGY',
]);

const changeableFields = {
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  /** The URL is stored and returned but has no effect: visitors always sign in on the hosted sign-in page. */
  loginUrl: WebUrl,
  /** The URL is stored and returned, but the server does not call it when a member signs out. */
  logoutUrl: WebUrl,
  allowedRedirectUris: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), { maxItems: 20 })),
  allowedRedirectDomains: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 20 })),
  applicationType: Type.Optional(ApplicationType),
  technology: Type.Optional(Technology),
};
const AppName = Type.String({ minLength: 2, maxLength: 256 });

/** An OAuth app in the vendor's format, without the secret. */
export const VendorOAuthApp = Type.Object(
  {
    /** The client id. */
    id: Guid,
    createdDate: DateTime,
    name: Type.String(),
    description: Type.String(),
    loginUrl: Type.Optional(Type.String()),
    logoutUrl: Type.Optional(Type.String()),
    allowedRedirectUris: Type.Array(Type.String()),
    allowedRedirectDomains: Type.Array(Type.String()),
    applicationType: ApplicationType,
    technology: Technology,
    /** Address of the site's own pages. `@wix/astro` redirects visitors there for paths that the app does not serve. */
    redirectUrlWixPages: Type.String(),
  },
  {
    title: 'VendorOAuthApp',
    description: 'An OAuth app in the format that the clients of Wix read. It does not contain the secret.',
  },
);

const OAuthAppResponse = Type.Object({ oAuthApp: VendorOAuthApp });
const AppIdParameter = Type.Object({ oAuthAppId: Guid });

/** Field names in any format that the vendor's clients send: a list, `{paths}`, or one comma-separated string. */
export const FieldMask = Type.Union([
  Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 }),
  Type.Object({ paths: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 }) }),
  Type.String({ maxLength: 5000 }),
]);

export const oauthAppsCalls = {
  createOAuthApp: endpoint({
    id: 'sites.oauthApps.create',
    slice: 'sites',
    access: 'apps:manage',
    method: 'POST',
    path: '/v1/oauth-apps',
    summary: 'Create an OAuth app; its id is the client id. Only POST /portico/v1/apps returns the secret',
    body: Type.Object({ oAuthApp: Type.Object({ ...changeableFields, name: AppName }) }),
    response: OAuthAppResponse,
    errors: [],
  }),
  getOAuthApp: endpoint({
    id: 'sites.oauthApps.get',
    slice: 'sites',
    access: 'apps:read',
    method: 'GET',
    path: '/v1/oauth-apps/{oAuthAppId}',
    summary: 'Get an OAuth app by its client id',
    query: AppIdParameter,
    response: OAuthAppResponse,
    errors: ['APP_NOT_FOUND'],
  }),
  queryOAuthApps: endpoint({
    id: 'sites.oauthApps.query',
    slice: 'sites',
    access: 'apps:read',
    method: 'POST',
    path: '/v1/oauth-apps/query',
    summary: 'List the OAuth apps of the site by offset, oldest first; filters and sorts are rejected',
    body: Type.Object({
      query: Type.Optional(
        Type.Object({
          paging: Type.Optional(
            Type.Object({
              limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
              offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 200 })),
            }),
          ),
          filter: Type.Optional(Type.Union([Type.Object({}, { maxProperties: 0 }), Type.Null()])),
          sort: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0 })),
        }),
      ),
    }),
    response: Type.Object({
      oAuthApps: Type.Array(VendorOAuthApp),
      pagingMetadata: Type.Object({ count: Type.Integer(), offset: Type.Integer(), total: Type.Integer() }),
    }),
    errors: [],
  }),
  updateOAuthApp: endpoint({
    id: 'sites.oauthApps.update',
    slice: 'sites',
    access: 'apps:manage',
    method: 'PATCH',
    path: '/v1/oauth-apps/{oAuthApp.id}',
    summary: 'Change the fields of an OAuth app that `mask` names, or without a mask those in the request',
    query: Type.Object({ oAuthApp_id: Guid }),
    body: Type.Object({
      oAuthApp: Type.Object({ ...changeableFields, id: Type.Optional(Guid), name: Type.Optional(AppName) }),
      mask: Type.Optional(FieldMask),
    }),
    response: OAuthAppResponse,
    errors: ['APP_NOT_FOUND'],
  }),
  deleteOAuthApp: endpoint({
    id: 'sites.oauthApps.delete',
    slice: 'sites',
    access: 'apps:manage',
    method: 'DELETE',
    path: '/v1/oauth-apps/{oAuthAppId}',
    summary: 'Delete an OAuth app and revoke its tokens',
    query: AppIdParameter,
    response: Empty,
    errors: ['APP_NOT_FOUND', 'APP_IS_BUILT_IN'],
  }),
};
