/**
 * Two clients that can make every call of the server. The dashboard's client has a cookie session, short-lived access
 * tokens in memory and one current site. The other client is for servers and scripts.
 * @packageDocumentation
 */

export type { Calls } from '../calls.gen.ts';
export { PorticoError, type Violation } from '../error.ts';
export { type AdminClient, type AdminUser, createAdminClient } from './client.ts';
export { type CallById, createFullClient, type FullClient } from './full-client.ts';
