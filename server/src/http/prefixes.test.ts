import { endpoints } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { apiSegments, isOtherProduct, isSharedPath, toBarePath } from './prefixes.ts';

describe('every prefix of the contract maps to the bare path', () => {
  it.each([
    // These rows come from the identity contract, section 1.
    ['/_api/iam/authentication/v2/login', '/v2/login'],
    ['/_api/authentication/v2/register', '/v2/register'],
    ['/authentication/v2/sign-on', '/v2/sign-on'],
    ['/iam/authentication/v1/logout?postLogoutRedirectUri=x', '/v1/logout?postLogoutRedirectUri=x'],
    ['/_api/iam/authentication/v2/TOTP/verify', '/v2/TOTP/verify'],
    ['/_api/iam/recovery/v1/send-email', '/v1/send-email'],
    ['/_iam/recovery/v1/recover', '/v1/recover'],
    ['/iam/recovery/v1/activation-email', '/v1/activation-email'],
    ['/_api/iam/verification/v1/start', '/v1/start'],
    ['/iam/verification/v1/auth/verify', '/v1/auth/verify'],
    ['/_api/redirects-api/v1/redirect-session', '/v1/redirect-session'],
    ['/headless/v1/redirect-session', '/v1/redirect-session'],
    ['/redirect-session/v1/redirect-session', '/v1/redirect-session'],
    ['/oauth2/token', '/oauth2/token'],
    ['/_api/oauth2/authorize?clientId=1', '/oauth2/authorize?clientId=1'],
    ['/oauth/token', '/oauth2/token'],
    ['/v1/oauth/authorize', '/oauth2/authorize'],
    ['/iam/signon/v1/sign-on-policies', '/v1/sign-on-policies'],
    ['/sign-on-policy-service/v1/sign-on-policies', '/v1/sign-on-policies'],
    ['/members/v1/members/my?fieldsets=FULL', '/v1/members/my?fieldsets=FULL'],
    ['/_api/members/v1/members/query', '/v1/members/query'],
    ['/wix-sm/api/v1/auth/v1/auth/members/send-set-password-email', '/v1/auth/members/send-set-password-email'],
    ['/identity/members/v1/auth/members/send-set-password-email', '/v1/auth/members/send-set-password-email'],
    ['/wix-sm/api/v1/auth/api/v1/auth/login', '/api/v1/auth/login'],
    // These rows come from the data contract, section 0.1.
    ['/wix-data/v2/items/query?.r=e30', '/v2/items/query?.r=e30'],
    ['/_api/cloud-data/v2/bulk/items/insert', '/v2/bulk/items/insert'],
    ['/cloud-data/v2/collections', '/v2/collections'],
    ['/_api/data/v2/indexes', '/v2/indexes'],
    ['/data/v2/items', '/v2/items'],
    ['/wix-data/v1/permissions', '/v1/permissions'],
    ['/_api/data/v1/permissions/current', '/v1/permissions/current'],
    ['/v2/items/insert', '/v2/items/insert'],
    // These rows come from the forms contract, section 1.1.
    ['/form-submission-service/v4/submissions', '/v4/submissions'],
    ['/_api/form-submission-service/v4/bulk/submissions/delete', '/v4/bulk/submissions/delete'],
    ['/forms/v4/submissions', '/v4/submissions'],
    ['/forms/v4/bulk/forms/create', '/v4/bulk/forms/create'],
    ['/forms/contactupsert/v4/submissions-contacts', '/v4/submissions-contacts'],
    ['/form-submission-contact-mapping-service/v4/submissions-contacts', '/v4/submissions-contacts'],
    ['/form-schema-service/v4/forms', '/v4/forms'],
    ['/_api/form-schema-service/v4/deleted-forms/count', '/v4/deleted-forms/count'],
    ['/form-spam-submission-report-service/v4/form-spam-submission-reports', '/v4/form-spam-submission-reports'],
    ['/_api/form-app-service/v4/restrictions', '/v4/restrictions'],
    ['/form-template-service/v1/templates', '/v1/templates'],
    ['/oauth-app/v1/oauth-apps/query', '/v1/oauth-apps/query'],
    ['/_api/oauth-app-service/v1/oauth-apps', '/v1/oauth-apps'],
    ['/assets/scripts/v1/site-scripts?pageUrl=x', '/v1/site-scripts?pageUrl=x'],
    ['/_api/site-scripts/v1/site-scripts/metadata', '/v1/site-scripts/metadata'],
    ['/apps/v1/instance', '/v1/instance'],
    ['/devcenter/app-instance/v1/instance', '/v1/instance'],
    ['/forms/v4/standalone-forms/site-properties', '/v4/standalone-forms/site-properties'],
  ])('%s → %s', (url, bare) => expect(toBarePath(url)).toBe(bare));
});

it.each(['/wix-data/v4/forms', '/form-schema-service/v2/items', '/members/list', '/forms/contact', '/', '/wix-data'])(
  'leaves %s unchanged, because the prefix does not serve the rest of the path',
  (url) => expect(toBarePath(url)).toBe(url),
);

it('reserves the first segments of the API', () => {
  for (const segment of ['wix-data', '_api', 'oauth2', 'v2', 'portico', 'health'])
    expect(apiSegments).toContain(segment);
  for (const segment of ['sign-in', 'assets']) expect(apiSegments).not.toContain(segment);
});

it.each([
  ['/stores/v1/products/query', true],
  ['/graphql', true],
  ['/_api/blog/v3/posts', true],
  ['/v2/items', false],
  ['/storesque', false],
  ['/assets/scripts', false],
])('%s belongs to another product: %s', (path, other) => expect(isOtherProduct(path)).toBe(other));

it.each([
  ['/wix-data/v2/collections/Shop/Things/patch-field?a=b/c', '/v2/collections/Shop%2FThings/patch-field?a=b/c'],
  ['/v2/collections/Plain/patch-field', '/v2/collections/Plain/patch-field'],
  ['/v2/collections/Shop/Things', '/v2/collections/Shop/Things'],
])('%s: an id inside the path is one segment', (url, bare) => expect(toBarePath(url)).toBe(bare));

it('the path that OpenAPI shows for a call leads to the call', () => {
  const documented = endpoints.filter(({ documentedPath }) => documentedPath !== undefined);
  expect(documented.length).toBeGreaterThan(0);
  for (const { path, documentedPath } of documented) {
    const fill = (template: string) => template.replace(/\{[^}]+\}/g, 'x');
    expect(toBarePath(fill(documentedPath as string))).toBe(fill(path));
  }
});

it.each([
  ['/stores', true],
  ['/assets/scripts', true],
  ['/assets/scripts/foo', true],
  ['/assets/scripts.js', false],
  ['/assets/entry.js', false],
  ['/account', false],
])('%s may be a page or a call of the vendor: %s', (path, shared) => expect(isSharedPath(path)).toBe(shared));
