/**
 * The table of prefixes under which the vendor's clients send a call (identity contract section 1, data 0.1, forms 1.1).
 * `from` is replaced by `to` if the rest starts with one of `serves`. No handler depends on a prefix.
 */
interface Prefix {
  readonly from: string;
  readonly to: string;
  readonly serves: readonly string[];
}

const AUTHENTICATION = [
  '/v2/register',
  '/v2/login',
  '/v2/sign-on',
  '/v2/change-password',
  '/v2/validate-email',
  '/v1/logout',
  '/v2/',
];
const RECOVERY = ['/v1/send-email', '/v1/activation-email', '/v1/recover'];
const VERIFICATION = ['/v1/start', '/v1/Start', '/v1/auth/'];
const ITEMS = ['/v2/items', '/v2/bulk/items', '/v2/collections', '/v2/indexes', '/v2/async-jobs'];
const PERMISSIONS = ['/v1/permissions'];
const SUBMISSIONS = ['/v4/submissions', '/v4/bulk/submissions'];
const FORMS = ['/v4/forms', '/v4/bulk/forms', '/v4/deleted-forms'];
const SPAM = ['/v4/form-spam-submission-reports', '/v4/submissions', '/v4/bulk/'];

const each = (froms: readonly string[], serves: readonly string[], to = ''): Prefix[] =>
  froms.map((from) => ({ from, to, serves }));

const TABLE: readonly Prefix[] = [
  ...each(
    ['/_api/iam/authentication', '/_api/authentication', '/authentication', '/iam/authentication'],
    AUTHENTICATION,
  ),
  ...each(['/_api/iam/recovery', '/_iam/recovery', '/iam/recovery'], RECOVERY),
  ...each(['/_api/iam/verification', '/iam/verification'], VERIFICATION),
  ...each(['/_api/redirects-api', '/headless', '/redirect-session'], ['/v1/redirect-session']),
  ...each(['/_api/oauth2', '/oauth', '/v1/oauth', '/oauth2-ng'], ['/oauth2/'], '/oauth2'),
  ...each(['/iam/signon', '/sign-on-policy-service'], ['/v1/sign-on-policies']),
  ...each(['/members', '/_api/members', '/members-ng-api'], ['/v1/members', '/v1/roles']),
  ...each(
    ['/wix-sm/api/v1/auth', '/identity/members', '/_api/wix-sm-webapp', '/_api/wix-sm-webapp/api/v1/auth'],
    ['/v1/auth/', '/api/v1/'],
  ),
  ...each(['/wix-data', '/_api/cloud-data', '/cloud-data', '/_api/data', '/data'], [...ITEMS, ...PERMISSIONS]),
  ...each(['/form-submission-service', '/_api/form-submission-service'], SUBMISSIONS),
  ...each(
    [
      '/form-submission-contact-mapping-service',
      '/_api/form-submission-contact-mapping-service',
      '/forms/contactupsert',
    ],
    ['/v4/submissions-contacts'],
  ),
  ...each(['/contacts', '/_api/contacts', '/_api/contacts-v5-app'], ['/v4/contacts', '/v4/labels', '/v5/contacts']),
  ...each(['/form-schema-service', '/_api/form-schema-service'], FORMS),
  ...each(['/form-spam-submission-report-service', '/_api/form-spam-submission-report-service'], SPAM),
  ...each(['/form-app-service', '/_api/form-app-service'], ['/v4/restrictions']),
  ...each(['/form-template-service', '/_api/form-template-service'], ['/v1/templates']),
  ...each(['/oauth-app', '/oauth-app-service', '/_api/oauth-app-service'], ['/v1/oauth-apps']),
  ...each(['/assets/scripts', '/_api/site-scripts'], ['/v1/site-scripts']),
  ...each(
    ['/apps', '/_api/app-instance-manager', '/app-instance-manager-webapp', '/devcenter/app-instance'],
    ['/v1/instance'],
  ),
  ...each(['/forms'], [...SUBMISSIONS, ...FORMS, '/v4/standalone-forms']),
].sort((a, b) => b.from.length - a.from.length);

/** First path segments that belong to the API; the visitors' site may not use them. */
export const apiSegments: ReadonlySet<string> = new Set([
  // Files of the site's own pages are under /assets, beside the vendor's /assets/scripts.
  ...TABLE.map((prefix) => prefix.from.split('/')[1] as string).filter((segment) => segment !== 'assets'),
  ...[
    'v1',
    'v2',
    'v4',
    'v5',
    'api',
    'oauth2',
    'portico',
    'health',
    'docs',
    'openapi.json',
    'wix.js',
    'wix-register.mjs',
  ],
]);

/** Returns the bare URL of a call, without its prefix. A URL without a known prefix is returned unchanged. */
export function barePath(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  for (const { from, to, serves } of TABLE) {
    if (!path.startsWith(`${from}/`)) continue;
    const rest = to + path.slice(from.length);
    if (serves.some((start) => rest.startsWith(start))) return oneSegmentId(rest) + (end === -1 ? '' : url.slice(end));
  }
  return oneSegmentId(path) + (end === -1 ? '' : url.slice(end));
}

/** The client does not encode collection ids: slashes of an id inside a path are not separators. */
const oneSegmentId = (path: string): string =>
  path.replace(
    /^(\/v2\/collections\/)(.+)(\/patch-field)$/,
    (_, before: string, id: string, after: string) => before + id.replaceAll('/', '%2F') + after,
  );

/** Products of the vendor that Portico does not implement: their calls return 404 with an application error that says so. */
const OTHER_PRODUCTS =
  /^\/(_api\/)?(stores|stores-reader|wixstores|blog|graphql|ecom|bookings|events|pricing-plans|contacts|crm|loyalty|payments|currency|site-media|marketing|notifications|business-manager|headless-graphql|wix-code|urlshortener|categories|catalog|restaurants|portfolio)(\/|$)/;

/** A version in a path marks a call, including those of the vendor's other services. Paths of the site may look similar. */
const VERSIONED_PATH = /^\/(?!(?:c|form|dashboard)\/)(?:.*\/)?v\d+(?:\/|$)/;

/** True for paths that belong to the API for every caller: unknown ones return an API error, never a page. */
export const isApiPath = (path: string): boolean =>
  apiSegments.has(path.split('/')[1] as string) || VERSIONED_PATH.test(path);

export const isOtherProduct = (path: string): boolean => OTHER_PRODUCTS.test(path);
