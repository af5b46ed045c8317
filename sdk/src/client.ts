import { type AccountClient, createAccountClient } from './account.ts';
import type { ExternalLoginAuth } from './auth/external-login.ts';
import type { MemberAuth } from './auth/member-auth.ts';
import type { RedirectAuth } from './auth/redirect-auth.ts';
import type { VisitorAuth } from './auth/session.ts';
import type { Auth } from './auth/tokens.ts';
import { type ConnectionOptions, connect, type VisitorOptions } from './connect.ts';
import { createFormsClient, type FormsClient } from './forms.ts';
import { createItemsClient, type ItemsClient } from './items.ts';
import { createMembersClient, type MembersClient } from './members.ts';
import type { AnySite, SiteTypes } from './site-types.ts';

/** Everything that visitors and members of a site can do. `Site` is the type that `portico types` writes. */
export interface Client<Site extends SiteTypes = AnySite, A extends Auth = Auth> {
  readonly items: ItemsClient<Site>;
  readonly forms: FormsClient<Site>;
  readonly members: MembersClient;
  readonly account: AccountClient;
  readonly auth: A;
}

/** A client of any site, for code that does not depend on the types of a site. Every `Client<Site>` is assignable to it. */
// biome-ignore lint/suspicious/noExplicitAny: only `any` permits both clients with and without the types of a site
export type AnyClient = Client<any>;

/**
 * Creates a client for the visitors and members of a site. With `clientId` (of an OAuth app of the site), it obtains
 * and refreshes the tokens of an anonymous visitor. With `auth`, it uses that authorization. A page that needs only
 * some parts is smaller with `connect`. `createClient<Site>(…)` checks the names and values of collections and forms;
 * with an authorization other than those of this package, write `createClient<Site, MyAuth>(…)`.
 * @throws PorticoError INVALID_URL if `url` is not the origin of a server
 */
export function createClient<Site extends SiteTypes = AnySite>(options: VisitorOptions): Client<Site, VisitorAuth>;
export function createClient<Site extends SiteTypes = AnySite>(
  options: ConnectionOptions<ExternalLoginAuth>,
): Client<Site, ExternalLoginAuth>;
export function createClient<Site extends SiteTypes = AnySite>(
  options: ConnectionOptions<MemberAuth>,
): Client<Site, MemberAuth>;
export function createClient<Site extends SiteTypes = AnySite>(
  options: ConnectionOptions<RedirectAuth>,
): Client<Site, RedirectAuth>;
export function createClient<Site extends SiteTypes = AnySite, A extends Auth = Auth>(
  options: ConnectionOptions<A>,
): Client<Site, A>;
export function createClient(options: ConnectionOptions<Auth>): Client {
  const { call, auth } = connect(options);
  return {
    items: createItemsClient(call),
    forms: createFormsClient(call),
    members: createMembersClient(call),
    account: createAccountClient(call),
    auth,
  };
}
