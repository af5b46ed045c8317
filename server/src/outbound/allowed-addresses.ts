/** Which addresses the server may connect to on an owner's behalf. */
import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The hosts and addresses that an installation allows in addition to public addresses. */
export interface AllowedAddresses {
  /** The environment variable in which the operator lists the addresses. */
  readonly setting: 'PORTICO_WEBHOOK_ALLOW' | 'PORTICO_SMTP_ALLOW';
  readonly hosts: ReadonlySet<string>;
  readonly ranges: readonly Range[];
}

/**
 * Parses the operator's list.
 * @param entries addresses, ranges as address/bits, and host names, which config.ts has validated
 */
export function readAllowedAddresses(
  setting: AllowedAddresses['setting'],
  entries: readonly string[],
): AllowedAddresses {
  const ranges = entries.flatMap((entry) => {
    if (ipaddr.isValidCIDR(entry)) return [ipaddr.parseCIDR(entry)];
    return ipaddr.isValid(entry) ? [ipaddr.parseCIDR(`${entry}/${entry.includes(':') ? 128 : 32}`)] : [];
  });
  return { setting, hosts: new Set(entries.map((entry) => entry.toLowerCase())), ranges };
}

/**
 * Returns true for an address of the public internet, and for hosts and addresses that the installation allows. Threat:
 * the owner of a site makes the server connect to services that only the server can reach (SSRF), on this machine or in
 * its network, or to the cloud's metadata (169.254.169.254).
 * @param host the name that resolved to the address
 */
export const mayConnectTo = (allowed: AllowedAddresses, host: string, address: string): boolean =>
  isPublic(address) || isAllowed(allowed, host, address);

/**
 * Returns true for hosts and addresses that the installation lists. Such an address may be private, and connections to
 * it need no encryption.
 */
export function isAllowed(allowed: AllowedAddresses, host: string, address: string): boolean {
  if (allowed.hosts.has(host.toLowerCase())) return true;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return allowed.ranges.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits));
}

/** Makes the same check for a host in a URL, which is a name or an address. */
export const isAllowedHost = (allowed: AllowedAddresses, host: string): boolean => isAllowed(allowed, host, host);

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns true only for addresses that are known to be public. Ranges that IANA has reserved are not public. An
 * IPv4-mapped address is treated as the IPv4 address in it. Other addresses that embed an IPv4 address (6to4, Teredo,
 * NAT64) are not public.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}
