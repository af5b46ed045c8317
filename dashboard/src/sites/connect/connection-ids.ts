/** The values of the site that are inserted into the code. */
export interface ConnectionIds {
  /** Origin of the site, without a slash at the end. */
  readonly url: string;
  readonly clientId: string;
  readonly siteId: string;
  /** The id of a form of the site, or a placeholder if there is none. */
  readonly formId: string;
  /** Names of the tarballs that the server serves; they change with the version. */
  readonly tarballs: { readonly sdk: string; readonly react: string };
}
