/**
 * Prefixes under which the vendor's clients send a call (identity contract section 1, data 0.1, forms 1.1). `from` is
 * replaced by `to` if the rest of the path starts with one of `paths`. No handler depends on a prefix.
 */
interface Prefix {
  readonly from: string;
  readonly to: string;
  readonly paths: readonly string[];
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

const prefixesFor = (prefixes: readonly string[], paths: readonly string[], to = ''): Prefix[] =>
  prefixes.map((from) => ({ from, to, paths }));

const PREFIXES: readonly Prefix[] = [
  ...prefixesFor(
    ['/_api/iam/authentication', '/_api/authentication', '/authentication', '/iam/authentication'],
    AUTHENTICATION,
  ),
  ...prefixesFor(['/_api/iam/recovery', '/_iam/recovery', '/iam/recovery'], RECOVERY),
  ...prefixesFor(['/_api/iam/verification', '/iam/verification'], VERIFICATION),
  ...prefixesFor(['/_api/redirects-api', '/headless', '/redirect-session'], ['/v1/redirect-session']),
  ...prefixesFor(['/_api/oauth2', '/oauth', '/v1/oauth', '/oauth2-ng'], ['/oauth2/'], '/oauth2'),
  ...prefixesFor(['/iam/signon', '/sign-on-policy-service'], ['/v1/sign-on-policies']),
  ...prefixesFor(['/members', '/_api/members', '/members-ng-api'], ['/v1/members', '/v1/roles']),
  ...prefixesFor(
    ['/wix-sm/api/v1/auth', '/identity/members', '/_api/wix-sm-webapp', '/_api/wix-sm-webapp/api/v1/auth'],
    ['/v1/auth/', '/api/v1/'],
  ),
  ...prefixesFor(['/wix-data', '/_api/cloud-data', '/cloud-data', '/_api/data', '/data'], [...ITEMS, ...PERMISSIONS]),
  ...prefixesFor(['/form-submission-service', '/_api/form-submission-service'], SUBMISSIONS),
  ...prefixesFor(
    [
      '/form-submission-contact-mapping-service',
      '/_api/form-submission-contact-mapping-service',
      '/forms/contactupsert',
    ],
    ['/v4/submissions-contacts'],
  ),
  ...prefixesFor(
    ['/contacts', '/_api/contacts', '/_api/contacts-v5-app'],
    ['/v4/contacts', '/v4/labels', '/v5/contacts'],
  ),
  ...prefixesFor(['/form-schema-service', '/_api/form-schema-service'], FORMS),
  ...prefixesFor(['/form-spam-submission-report-service', '/_api/form-spam-submission-report-service'], SPAM),
  ...prefixesFor(['/form-app-service', '/_api/form-app-service'], ['/v4/restrictions']),
  ...prefixesFor(['/form-template-service', '/_api/form-template-service'], ['/v1/templates']),
  ...prefixesFor(['/oauth-app', '/oauth-app-service', '/_api/oauth-app-service'], ['/v1/oauth-apps']),
  ...prefixesFor(['/assets/scripts', '/_api/site-scripts'], ['/v1/site-scripts']),
  ...prefixesFor(
    ['/apps', '/_api/app-instance-manager', '/app-instance-manager-webapp', '/devcenter/app-instance'],
    ['/v1/instance'],
  ),
  ...prefixesFor(['/forms'], [...SUBMISSIONS, ...FORMS, '/v4/standalone-forms']),
].sort((a, b) => b.from.length - a.from.length);

/** First path segments that belong to the API; the visitors' site may not use them. */
export const apiSegments: ReadonlySet<string> = new Set([
  // Omits /assets, because the files of the site's own pages are there, too, beside the vendor's /assets/scripts.
  ...PREFIXES.map((prefix) => prefix.from.split('/')[1] as string).filter((segment) => segment !== 'assets'),
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
    'packages',
    'openapi.json',
    'wix.js',
    'wix-register.mjs',
  ],
]);

/** The prefixes by their first path segment, because every request is compared with them. */
const PREFIXES_BY_SEGMENT = Map.groupBy(PREFIXES, ({ from }) => from.split('/')[1] as string);

/** Returns the bare URL of a call, without its prefix. A URL without a known prefix is returned unchanged. */
export function toBarePath(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  for (const { from, to, paths } of PREFIXES_BY_SEGMENT.get(path.slice(1, path.indexOf('/', 1))) ?? []) {
    if (!path.startsWith(`${from}/`)) continue;
    const rest = to + path.slice(from.length);
    if (paths.some((start) => rest.startsWith(start)))
      return encodeIdSlashes(rest) + (end === -1 ? '' : url.slice(end));
  }
  return encodeIdSlashes(path) + (end === -1 ? '' : url.slice(end));
}

/** Encodes the slashes of a collection id inside a path, because the vendor's client does not encode them. */
const encodeIdSlashes = (path: string): string =>
  path.replace(
    /^(\/v2\/collections\/)(.+)(\/patch-field)$/,
    (_, before: string, id: string, after: string) => before + id.replaceAll('/', '%2F') + after,
  );

/**
 * Products of the vendor that Portico does not implement. Their calls return 404 with an application error that
 * explains this.
 */
const OTHER_PRODUCTS =
  /^\/(_api\/)?(stores|stores-reader|wixstores|blog|graphql|ecom|bookings|events|pricing-plans|contacts|crm|loyalty|payments|currency|site-media|marketing|notifications|business-manager|headless-graphql|wix-code|urlshortener|categories|catalog|restaurants|portfolio)(\/|$)/;

/**
 * Matches paths with a version segment such as `/v1/`, which are API calls, also of the vendor's other services. Paths
 * below /c, /form and /dashboard are pages, which may contain such a segment as well.
 */
const VERSIONED_PATH = /^\/(?!(?:c|form|dashboard)\/)(?:.*\/)?v\d+(?:\/|$)/;

/**
 * True for paths that belong to the API for every caller. Unknown paths among them return an API error, never a page.
 */
export const isApiPath = (path: string): boolean =>
  apiSegments.has(path.split('/')[1] as string) || VERSIONED_PATH.test(path);

export const isOtherProduct = (path: string): boolean => OTHER_PRODUCTS.test(path);

/** The prefixes whose first segment the visitors' site uses, too. */
const SHARED_PREFIXES = PREFIXES.filter(({ from }) => !apiSegments.has(from.split('/')[1] as string));

/**
 * True for paths below the vendor's prefixes that a page of the visitors' site may have. Without such a page, they return
 * an API error.
 */
export const isSharedPath = (path: string): boolean =>
  isOtherProduct(path) || SHARED_PREFIXES.some(({ from }) => path === from || path.startsWith(`${from}/`));
