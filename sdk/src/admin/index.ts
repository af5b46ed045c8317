/**
 * Clients that make every call of the server: the dashboard's, with a cookie session of a dashboard user, short-lived
 * access tokens in memory and one current site; and one for servers and scripts.
 */

export type { Calls } from '../calls.gen.ts';
export { PorticoError, type Violation } from '../error.ts';
export { type AdminClient, type AdminUser, createAdminClient } from './client.ts';
export { type CallById, createFullClient, type FullClient } from './full-client.ts';
