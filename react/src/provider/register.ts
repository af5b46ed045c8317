import type { AnySite, SiteTypes } from '@portico/sdk';

/**
 * Tells the hooks the types of your site, which `portico types` has written to a file:
 * `declare module '@portico/react' { interface Register { site: Site } }`. Then `useQuery('Books', …)` checks names and
 * values. Without it, every collection and field is accepted.
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps add the property `site`
export interface Register {}

/** The types of the site that the app has registered. */
export type RegisteredSite = Register extends { readonly site: infer Site extends SiteTypes } ? Site : AnySite;
