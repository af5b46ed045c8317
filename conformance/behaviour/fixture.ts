/** Server data that rows of the behaviour table need. It is plain JSON, because it is also passed to a browser page. */

export interface App {
  readonly siteId: string;
  readonly clientId: string;
  /** API key of the site with every scope. */
  readonly apiKey: string;
}

/** Sign-in settings of the policy sites. Each of these sites differs from the site of a fixture in one setting. */
export const policies = {
  verification: { requireEmailVerification: true },
  approval: { requireOwnerApproval: true },
  captcha: { captcha: { mode: 'VISIBLE' } },
  'known addresses': { protectAccountExistence: false },
  'required fields': { requiredFields: ['lastName'] },
  closed: { signUp: 'CLOSED' },
} as const;
export type Policy = keyof typeof policies;

export interface Fixture extends App {
  /** Origin of the server. */
  readonly url: string;
  /** Access token of a dashboard user who owns every site. */
  readonly ownerToken: string;
  /** A redirect URI of the apps. */
  readonly redirectUri: string;
  /** Client id of an app whose refresh tokens are replaced at each use. */
  readonly rotatingClientId: string;
  readonly member: {
    readonly id: string;
    readonly email: string;
    readonly password: string;
    readonly accessToken: string;
    readonly refreshToken: string;
  };
  /** A form with text fields, and one with a file field. */
  readonly forms: { readonly contact: string; readonly files: string };
  readonly policies: Readonly<Record<Policy, App>>;
}

/** Replaces the URL's origin with the server's, because Node does not resolve host names such as `shop.localhost`. */
export function toServerUrl(fixture: Fixture, url: string): string {
  const { pathname, search } = new URL(url);
  return `${fixture.url}${pathname}${search}`;
}

/** The collections that every fixture contains. Rows of the behaviour table may change only `Notes`. */
export const BOOKS = 'Books';
export const PEOPLE = 'People';
export const NOTES = 'Notes';
/** Only the owner may read this collection. */
export const SECRETS = 'Secrets';
export const NAMESPACE = 'wix.form_app.form';

/** A date that is the same in every fixture. */
export const WHEN = new Date('2024-05-06T07:08:09.010Z');
export const BOOK_COUNT = 12;
export const UNKNOWN_ID = '6b3f1f5e-1111-4222-8333-944455556666';
