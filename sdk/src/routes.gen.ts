/** Generated from contract/ by npm run gen. */
export const routeTable = {
  'sites.setup.get': ['GET', '/portico/v1/setup'],
  'sites.setup.complete': ['POST', '/portico/v1/setup'],
  'sites.session.signIn': ['POST', '/portico/v1/dashboard/sign-in'],
  'sites.session.refresh': ['POST', '/portico/v1/dashboard/token'],
  'sites.session.signOut': ['POST', '/portico/v1/dashboard/sign-out'],
  'sites.sites.list': ['GET', '/portico/v1/sites'],
  'sites.sites.get': ['GET', '/portico/v1/site'],
  'sites.sites.update': ['PATCH', '/portico/v1/site'],
  'sites.apps.list': ['GET', '/portico/v1/apps'],
  'sites.apps.create': ['POST', '/portico/v1/apps'],
  'sites.apps.delete': ['DELETE', '/portico/v1/apps/{clientId}'],
  'sites.keys.list': ['GET', '/portico/v1/keys'],
  'sites.keys.create': ['POST', '/portico/v1/keys'],
  'sites.keys.delete': ['DELETE', '/portico/v1/keys/{keyId}'],
  'sites.audit.list': ['GET', '/portico/v1/audit'],
  'events.activity.get': ['GET', '/portico/v1/activity'],
} as const;
