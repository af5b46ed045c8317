import type { ExternalLoginAuth } from '../auth/external-login.ts';
import type { MemberAuth } from '../auth/member-auth.ts';
import type { VisitorAuth } from '../auth/session.ts';
import type { Auth } from '../auth/tokens.ts';
import type { CallInput } from '../call.ts';
import type { Calls } from '../calls.gen.ts';
import { type Client, createClient } from '../client.ts';
import { type ConnectionOptions, connect, type VisitorOptions } from '../connect.ts';
import type { AnySite, SiteTypes } from '../site-types.ts';
import { createSubmissionsClient, type SubmissionsClient } from '../submissions.ts';
import { routeTable } from './route-table.gen.ts';

/** Makes one call of the contract by its id. */
export type CallById = <Id extends keyof Calls>(id: Id, input?: CallInput<Id>) => Promise<Calls[Id]['response']>;

/** A client that can also make all other calls of the API. */
export interface FullClient<Site extends SiteTypes = AnySite, A extends Auth = Auth> extends Client<Site, A> {
  /**
   * Makes any call of the contract by its id.
   * @throws PorticoError for every response other than 200
   */
  readonly call: CallById;
  /** Submissions of the site's forms. */
  readonly submissions: SubmissionsClient<Site>;
}

/** Creates a client that can make every call, for servers and scripts. Its bundle contains all routes. */
export function createFullClient<Site extends SiteTypes = AnySite>(
  options: VisitorOptions,
): FullClient<Site, VisitorAuth>;
export function createFullClient<Site extends SiteTypes = AnySite>(
  options: ConnectionOptions<ExternalLoginAuth>,
): FullClient<Site, ExternalLoginAuth>;
export function createFullClient<Site extends SiteTypes = AnySite>(
  options: ConnectionOptions<MemberAuth>,
): FullClient<Site, MemberAuth>;
export function createFullClient<Site extends SiteTypes = AnySite, A extends Auth = Auth>(
  options: ConnectionOptions<A>,
): FullClient<Site, A>;
export function createFullClient(options: ConnectionOptions<Auth>): FullClient {
  const { call, auth } = connect(options);
  const { fetch, url, retries } = options;
  return {
    ...createClient({ url, fetch, retries, auth }),
    submissions: createSubmissionsClient(call),
    call: (id, input) => call(routeTable[id], input),
  };
}
