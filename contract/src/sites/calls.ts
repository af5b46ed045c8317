/** Portico's own calls under /portico/v1: set-up, dashboard sign-in, sites, OAuth apps, API keys, audit log. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid, Paging } from '../shared.ts';

export const SiteRole = Type.Union([
  Type.Literal('owner'),
  Type.Literal('admin'),
  Type.Literal('editor'),
  Type.Literal('viewer'),
]);

export const SiteSummary = Type.Object(
  {
    siteId: Guid,
    name: Type.String(),
    slug: Type.String(),
    url: Type.String(),
    role: Type.Optional(SiteRole),
    /** IANA name of the time zone in which dates without a zone are shown. */
    timeZone: Type.String(),
    /** True for the first site, which is served at PUBLIC_URL and cannot be deleted. */
    isFirst: Type.Boolean(),
    /** Client id of the built-in app of the site's own pages. */
    clientId: Type.Union([Guid, Type.Null()]),
    /** Ids of the starter content. */
    starter: Type.Union([Type.Object({ collectionId: Type.String(), formId: Guid }), Type.Null()]),
    createdDate: DateTime,
  },
  {
    title: 'Site',
    description: 'A site of the installation, as a dashboard user sees it.',
    examples: [
      {
        siteId: '7f3d1c9a-52e4-4b0e-9a66-2f1f5d0c8e11',
        name: 'Harbour Choir',
        slug: 'harbour-choir',
        url: 'https://harbour-choir.example.org',
        role: 'owner',
        timeZone: 'Europe/Dublin',
        isFirst: true,
        clientId: '7f3d1c9a-52e4-4b0e-9a66-2f1f5d0c8e11',
        starter: null,
        createdDate: '2026-03-01T09:30:00.000Z',
      },
    ],
  },
);

export const DeletedSite = Type.Object(
  {
    siteId: Guid,
    name: Type.String(),
    slug: Type.String(),
    deletedDate: DateTime,
    /** Time at which the site is deleted permanently. */
    restorableUntil: DateTime,
  },
  { title: 'DeletedSite', description: 'A deleted site that can still be restored.' },
);

export const OAuthApp = Type.Object(
  {
    clientId: Guid,
    name: Type.String(),
    redirectUris: Type.Array(Type.String()),
    redirectDomains: Type.Array(Type.String()),
    /** True if every refresh returns a new refresh token. Requires a client that stores it; the vendor's SDK does not. */
    rotateRefreshTokens: Type.Boolean(),
    createdDate: DateTime,
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
      },
    ],
  },
);

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
  { title: 'DashboardSession', description: 'A short access token of a dashboard user.' },
);
const Email = Type.String({ minLength: 3, maxLength: 254 });
const Name = Type.String({ minLength: 1, maxLength: 100 });
/** A label of a host name, which precedes the host of PUBLIC_URL. */
const Slug = Type.String({ maxLength: 40, pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' });
const TimeZone = Type.String({ minLength: 1, maxLength: 50 });
const RedirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), { maxItems: 20 });
const RedirectDomains = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 20 });

export const siteCalls = {
  getSetup: endpoint({
    id: 'sites.setup.get',
    slice: 'sites',
    method: 'GET',
    path: '/portico/v1/setup',
    summary: 'Check whether the installation waits for its first owner',
    response: Type.Object({ needed: Type.Boolean() }),
    errors: [],
  }),
  completeSetup: endpoint({
    id: 'sites.setup.complete',
    slice: 'sites',
    method: 'POST',
    path: '/portico/v1/setup',
    summary: 'Create the first owner with the one-time link, or set the password of another owner',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 200 }),
      email: Type.Optional(Email),
      password: Type.String({ minLength: 8, maxLength: 1000 }),
      siteName: Type.Optional(Name),
    }),
    response: Session,
    errors: ['SETUP_LINK_INVALID', 'OWNER_EXISTS', 'EMAIL_TAKEN', 'USER_NOT_FOUND', 'WRONG_ORIGIN'],
  }),
  getSiteInfo: endpoint({
    id: 'sites.info.get',
    slice: 'sites',
    method: 'GET',
    path: '/portico/v1/site-info',
    summary: 'Get what a page of the site needs before anybody signs in; the Host header selects the site',
    response: Type.Object({
      siteId: Guid,
      name: Type.String(),
      /** Client id of the built-in app, with which the site's own pages request visitor tokens. */
      clientId: Type.Union([Guid, Type.Null()]),
      starter: Type.Union([Type.Object({ collectionId: Type.String(), formId: Guid }), Type.Null()]),
    }),
    errors: ['SITE_NOT_FOUND'],
  }),
  signIn: endpoint({
    id: 'sites.session.signIn',
    slice: 'sites',
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
    method: 'POST',
    path: '/portico/v1/dashboard/sign-out',
    summary: 'End the dashboard session',
    body: Empty,
    response: Empty,
    errors: ['WRONG_ORIGIN'],
  }),
  listSites: endpoint({
    id: 'sites.sites.list',
    slice: 'sites',
    method: 'GET',
    path: '/portico/v1/sites',
    summary: 'List the sites on which the signed-in dashboard user has a role',
    response: Type.Object({ sites: Type.Array(SiteSummary) }),
    errors: [],
  }),
  getSite: endpoint({
    id: 'sites.sites.get',
    slice: 'sites',
    method: 'GET',
    path: '/portico/v1/site',
    summary: 'Get the current site',
    response: Type.Object({ site: SiteSummary }),
    errors: [],
  }),
  updateSite: endpoint({
    id: 'sites.sites.update',
    slice: 'sites',
    method: 'PATCH',
    path: '/portico/v1/site',
    summary: 'Change the name or the time zone of the current site',
    body: Type.Object({ site: Type.Object({ name: Type.Optional(Name), timeZone: Type.Optional(TimeZone) }) }),
    response: Type.Object({ site: SiteSummary }),
    errors: [],
  }),
  createSite: endpoint({
    id: 'sites.sites.create',
    slice: 'sites',
    method: 'POST',
    path: '/portico/v1/sites',
    summary: 'Create a site in the account of the current one; its owners also own the new one',
    body: Type.Object({
      site: Type.Object({ name: Name, slug: Type.Optional(Slug), timeZone: Type.Optional(TimeZone) }),
    }),
    response: Type.Object({ site: SiteSummary }),
    errors: ['SLUG_TAKEN'],
  }),
  deleteSite: endpoint({
    id: 'sites.sites.delete',
    slice: 'sites',
    method: 'DELETE',
    path: '/portico/v1/site',
    summary: 'Delete the current site; it is hidden immediately and can be restored for 30 days',
    response: Type.Object({ site: DeletedSite }),
    errors: ['SITE_IS_FIRST', 'SITE_NOT_FOUND'],
  }),
  listDeletedSites: endpoint({
    id: 'sites.deletedSites.list',
    slice: 'sites',
    method: 'GET',
    path: '/portico/v1/deleted-sites',
    summary: 'List deleted sites that the caller owned and may restore, last deleted first',
    response: Type.Object({ sites: Type.Array(DeletedSite) }),
    errors: [],
  }),
  restoreSite: endpoint({
    id: 'sites.deletedSites.restore',
    slice: 'sites',
    method: 'POST',
    path: '/portico/v1/deleted-sites/{siteId}/restore',
    summary: 'Restore a deleted site with all its data',
    query: Type.Object({ siteId: Guid }),
    body: Empty,
    response: Type.Object({ site: SiteSummary }),
    errors: ['SITE_NOT_FOUND'],
  }),
  listApps: endpoint({
    id: 'sites.apps.list',
    slice: 'sites',
    method: 'GET',
    path: '/portico/v1/apps',
    summary: 'List the OAuth apps of the current site',
    response: Type.Object({ apps: Type.Array(OAuthApp) }),
    errors: [],
  }),
  createApp: endpoint({
    id: 'sites.apps.create',
    slice: 'sites',
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
    method: 'DELETE',
    path: '/portico/v1/apps/{clientId}',
    summary: 'Delete an OAuth app',
    query: Type.Object({ clientId: Guid }),
    response: Empty,
    errors: ['APP_NOT_FOUND', 'APP_IS_BUILT_IN'],
  }),
  listKeys: endpoint({
    id: 'sites.keys.list',
    slice: 'sites',
    method: 'GET',
    path: '/portico/v1/keys',
    summary: 'List the API keys of the current site, without their secrets',
    response: Type.Object({ keys: Type.Array(ApiKey) }),
    errors: [],
  }),
  createKey: endpoint({
    id: 'sites.keys.create',
    slice: 'sites',
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
    method: 'DELETE',
    path: '/portico/v1/keys/{keyId}',
    summary: 'Revoke an API key',
    query: Type.Object({ keyId: Guid }),
    response: Empty,
    errors: ['KEY_NOT_FOUND'],
  }),
  listAudit: endpoint({
    id: 'sites.audit.list',
    slice: 'sites',
    method: 'GET',
    path: '/portico/v1/audit',
    summary: 'List administrative actions on the current site, newest first',
    query: Type.Object({ paging: Type.Optional(Paging) }),
    response: Type.Object({
      entries: Type.Array(
        Type.Object({
          id: Guid,
          at: DateTime,
          actorKind: Type.String(),
          actorId: Type.String(),
          action: Type.String(),
          target: Type.String(),
          before: Type.Unknown(),
          after: Type.Unknown(),
        }),
      ),
    }),
    errors: [],
  }),
};
