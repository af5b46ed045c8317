import { promises as dns } from 'node:dns';
import { isIPv6, type LookupFunction } from 'node:net';
import { type AllowedAddresses, isAllowed, mayConnectTo } from './allowed-addresses.ts';

/** Returns every address of a host. @throws if it has none */
export type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * Thrown instead of connecting to an address that is not allowed. The message is for the owner and does not reveal the
 * resolved address.
 */
export class RefusedAddressError extends Error {
  override name = 'RefusedAddressError';
  constructor(host: string, { setting }: Pick<AllowedAddresses, 'setting'>, isUnencrypted = false) {
    super(
      isUnencrypted
        ? `${host} may be reached over https only.`
        : `${host} leads to an address that the server may not reach. The operator of the installation can allow it (${setting}).`,
    );
  }
}

/** The allowed addresses, the host to connect to, and whether the connection is or may be encrypted. */
export interface ConnectionRules {
  readonly allowed: AllowedAddresses;
  readonly host: string;
  readonly isEncrypted: boolean;
}

/**
 * True if the rules permit a connection to the address. Unencrypted connections are permitted only to hosts and
 * addresses that the installation lists.
 */
export const permits = ({ allowed, host, isEncrypted }: ConnectionRules, address: string): boolean =>
  isEncrypted ? mayConnectTo(allowed, host, address) : isAllowed(allowed, host, address);

/**
 * The lookup function of a socket. The socket connects only to the addresses returned here, so a name that resolves to
 * another address a moment later (DNS rebinding) has no effect.
 */
export function createCheckedLookup(rules: ConnectionRules, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const permittedAddresses = addresses
          .filter((address) => permits(rules, address))
          .map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        const [first] = permittedAddresses;
        if (!first)
          return callback(new RefusedAddressError(host, rules.allowed, addresses.length > 0 && !rules.isEncrypted), []);
        if (options.all) callback(null, permittedAddresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

const LOOKUP_MS = 3_000;

/**
 * Resolves names that the installation allows through the system, which knows the hosts file and names of containers.
 * Resolves all others by DNS only, because slow names would block the few threads of the system's resolver.
 */
export const resolveBySystem =
  (allowed: AllowedAddresses): Resolve =>
  async (host) => {
    if (allowed.hosts.has(host.toLowerCase())) {
      return (await dns.lookup(host, { all: true })).map(({ address }) => address);
    }
    const resolver = new dns.Resolver({ timeout: LOOKUP_MS, tries: 2 });
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (addresses.length > 0) return addresses;
    throw found.find((result) => result.status === 'rejected')?.reason ?? new Error(`${host} has no address.`);
  };
