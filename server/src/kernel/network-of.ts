import { isIPv6 } from 'node:net';

/**
 * Returns what rate limits count instead of the address itself: an IPv4 address, or the first 64 bits of an IPv6
 * address. A household has 2^64 IPv6 addresses, so a limit per address would be easy to bypass.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  // The URL parser normalizes an IPv6 address (RFC 5952). It rejects a zone (%eth0), so the zone is removed first.
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - groups.length - after.length }, () => '0');
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
