/** Calls on the sites of a dashboard user, the current site, and deleted sites. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid } from '../shared.ts';
import { Name } from './fields.ts';

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
    /** IANA name of the time zone in which the dashboard, e-mails and documents show times. */
    timeZone: Type.String(),
    /** True for the first site, which is served at PUBLIC_URL and cannot be deleted. */
    isFirst: Type.Boolean(),
    /** Client id of the built-in app that the site's pages use. */
    clientId: Type.Union([Guid, Type.Null()]),
    /** Ids of the example collection and form that Portico created with the site. */
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

/** The subdomain of the site, a single label before the host of PUBLIC_URL. */
const Slug = Type.String({ maxLength: 40, pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$', examples: ['choir'] });
const TimeZone = Type.String({ minLength: 1, maxLength: 50 });

export const siteCalls = {
  getSiteInfo: endpoint({
    id: 'sites.info.get',
    slice: 'sites',
    access: 'open',
    method: 'GET',
    path: '/portico/v1/site-info',
    summary: 'Get what a page of the site needs before anybody signs in; the Host header selects the site',
    response: Type.Object({
      siteId: Guid,
      name: Type.String(),
      /** Client id of the built-in app with which the site's pages request visitor tokens. */
      clientId: Type.Union([Guid, Type.Null()]),
      /** IANA name of the time zone in which the site's pages show times. */
      timeZone: Type.String(),
      starter: Type.Union([Type.Object({ collectionId: Type.String(), formId: Guid }), Type.Null()]),
    }),
    errors: ['SITE_NOT_FOUND'],
  }),
  listSites: endpoint({
    id: 'sites.sites.list',
    slice: 'sites',
    access: 'user',
    method: 'GET',
    path: '/portico/v1/sites',
    summary: 'List the sites on which the signed-in dashboard user has a role',
    response: Type.Object({ sites: Type.Array(SiteSummary) }),
    errors: [],
  }),
  getSite: endpoint({
    id: 'sites.sites.get',
    slice: 'sites',
    access: 'site:read',
    method: 'GET',
    path: '/portico/v1/site',
    summary: 'Get the current site',
    response: Type.Object({ site: SiteSummary }),
    errors: [],
  }),
  updateSite: endpoint({
    id: 'sites.sites.update',
    slice: 'sites',
    access: 'site:manage',
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
    access: 'site:own',
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
    access: 'site:own',
    method: 'DELETE',
    path: '/portico/v1/site',
    summary: 'Delete the current site; it is hidden immediately and can be restored for 30 days',
    response: Type.Object({ site: DeletedSite }),
    errors: ['SITE_IS_FIRST', 'SITE_NOT_FOUND'],
  }),
  listDeletedSites: endpoint({
    id: 'sites.deletedSites.list',
    slice: 'sites',
    access: 'site:own',
    method: 'GET',
    path: '/portico/v1/deleted-sites',
    summary: 'List deleted sites that the caller owned and may restore, last deleted first',
    response: Type.Object({ sites: Type.Array(DeletedSite) }),
    errors: [],
  }),
  restoreSite: endpoint({
    id: 'sites.deletedSites.restore',
    slice: 'sites',
    access: 'site:own',
    method: 'POST',
    path: '/portico/v1/deleted-sites/{siteId}/restore',
    summary: 'Restore a deleted site with all its data',
    query: Type.Object({ siteId: Guid }),
    body: Empty,
    response: Type.Object({ site: SiteSummary }),
    errors: ['SITE_NOT_FOUND'],
  }),
};
