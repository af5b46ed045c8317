/**
 * The dashboard's client: a cookie session of a dashboard user, short-lived access tokens in memory, and one current
 * site.
 */

export { PorticoError, type Violation } from '../error.ts';
export { type AdminClient, type AdminUser, createAdminClient } from './client.ts';
