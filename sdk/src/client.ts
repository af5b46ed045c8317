import { type Call, call, type Transport } from './call.ts';
import { PorticoError } from './error.ts';
import { createFormsClient, type FormsClient } from './forms.ts';
import { createItemsClient, type ItemsClient } from './items.ts';
import { createMembersClient, type MembersClient } from './members.ts';
import { type Auth, type TokenStorage, type VisitorAuth, visitorAuth } from './tokens.ts';

export interface Client<A extends Auth = Auth> {
  readonly items: ItemsClient;
  readonly forms: FormsClient;
  readonly members: MembersClient;
  readonly auth: A;
  /**
   * Makes any call of the contract.
   * @throws PorticoError for every response other than 200
   */
  readonly call: Call;
}

interface CommonOptions {
  /** Origin of the server, without a trailing slash. '' in a page that the server itself serves. */
  readonly url: string;
  readonly fetch?: typeof fetch;
}

/**
 * Creates a client for the visitors and members of a site. With `clientId` (of an OAuth app of the site), it obtains
 * and refreshes the tokens of an anonymous visitor. With `auth`, it uses that authorization.
 */
export function createClient(
  options: CommonOptions & { clientId: string; storage?: TokenStorage },
): Client<VisitorAuth>;
export function createClient<A extends Auth>(options: CommonOptions & { auth: A }): Client<A>;
export function createClient(
  options: CommonOptions & { clientId?: string; storage?: TokenStorage; auth?: Auth },
): Client {
  const transport = { url: options.url, fetch: options.fetch ?? globalThis.fetch.bind(globalThis) };
  const auth = options.auth ?? visitorAuth(transport, { clientId: options.clientId ?? '', storage: options.storage });
  const signed: Transport = { ...transport, headers: () => auth.headers() };
  const callAs: Call = async (id, input) => {
    try {
      return await call(signed, id, input);
    } catch (error) {
      const ended = error instanceof PorticoError && error.status === 401;
      if (ended && (await auth.renew?.())) return call(signed, id, input);
      throw error;
    }
  };
  return {
    items: createItemsClient(callAs),
    forms: createFormsClient(callAs),
    members: createMembersClient(callAs),
    auth,
    call: callAs,
  };
}
