/** The dashboard's client: a cookie session of a site user, short access tokens in memory, one current site. */

export { PorticoError, type Violation } from '../error.ts';
export { type AdminClient, type AdminUser, createAdminClient } from './client.ts';
